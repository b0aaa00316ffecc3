// Law "Delivery time": the table of days that the generator and the API compute too (`generator/delivery/tests/cases.rs`).
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Calendar, type DeliveryTime, handledOn, isInTimeToday, span } from "../e2e/support/delivery-calendar";

interface Case {
  name: string;
  calendar: string;
  at: string;
  restock_days: number;
  time: DeliveryTime;
  country: string;
  handled: string | null;
  in_time_today: boolean;
  earliest: string | null;
  latest: string | null;
}

const path = new URL("../../generator/delivery/tests/cases.json", import.meta.url);
const table: { calendars: Record<string, Calendar>; cases: Case[] } = JSON.parse(readFileSync(path, "utf8"));

describe("the calendar of deliveries", () => {
  test("has every row of the table", () => {
    expect(table.cases.length).toBeGreaterThanOrEqual(330);
  });

  test.each(table.cases)("$name", (row) => {
    const calendar = table.calendars[row.calendar];
    if (calendar === undefined) throw new Error(`no calendar ${row.calendar}`);
    const at = new Date(row.at);
    expect(handledOn(calendar, at) ?? null).toBe(row.handled);
    expect(isInTimeToday(calendar, at)).toBe(row.in_time_today);
    const days = span(calendar, at, row.restock_days, row.time, row.country);
    expect([days?.earliest ?? null, days?.latest ?? null]).toEqual([row.earliest, row.latest]);
  });

  test("a day out of range is none", () => {
    const calendar = table.calendars.far;
    if (calendar === undefined) throw new Error("no calendar");
    expect(
      span(calendar, new Date("2026-11-26T10:00:00Z"), 0, { min: 1, max: 9000, unit: "year" }, "US"),
    ).toBeUndefined();
  });
});
