import { describe, expect, it } from "vitest";
import type { Hours } from "../props.gen";
import { localTime, openState } from "./state";

// Tuesday to Friday 10 to 12:30 and 13 to 18, Saturday 10 to 17, Sunday closed; Monday has no data.
const DAY: [string, string][] = [
  ["10:00", "12:30"],
  ["13:00", "18:00"],
];
const HOURS: Hours = {
  week: [null, DAY, DAY, DAY, DAY, [["10:00", "17:00"]], []],
  special: { "2026-12-25": [], "2026-12-05": [["10:00", "15:00"]] },
};
const at = (date: string, time: string) => openState(HOURS, { date, time });

describe("LOC-8 open now", () => {
  it("is open until the end of the current opening hours", () => {
    expect(at("2026-11-24", "10:00")).toEqual({ state: "open", until: "12:30" });
    expect(at("2026-11-24", "17:59")).toEqual({ state: "open", until: "18:00" });
  });

  it("opens later today, or on the next day with hours", () => {
    expect(at("2026-11-24", "09:59")).toEqual({ state: "today", from: "10:00" });
    expect(at("2026-11-24", "12:30")).toEqual({ state: "today", from: "13:00" });
    expect(at("2026-11-24", "18:00")).toEqual({ state: "later", date: "2026-11-25", from: "10:00" });
    expect(at("2026-11-28", "17:00")).toEqual({ state: "later", date: "2026-12-01", from: "10:00" });
    expect(at("2026-11-29", "12:00")).toEqual({ state: "later", date: "2026-12-01", from: "10:00" });
  });

  it("uses the hours of a special date, and gives no result for a day without data", () => {
    expect(at("2026-12-05", "15:00")).toEqual({ state: "later", date: "2026-12-08", from: "10:00" });
    expect(at("2026-12-25", "11:00")).toEqual({ state: "later", date: "2026-12-26", from: "10:00" });
    expect(at("2026-11-23", "11:00")).toBeNull();
  });

  it("uses Amsterdam's time through both clock changes", () => {
    expect(localTime(new Date("2026-03-29T00:59:00Z"))).toEqual({ date: "2026-03-29", time: "01:59" });
    expect(localTime(new Date("2026-03-29T01:00:00Z"))).toEqual({ date: "2026-03-29", time: "03:00" });
    expect(localTime(new Date("2026-10-25T01:30:00Z"))).toEqual({ date: "2026-10-25", time: "02:30" });
    expect(localTime(new Date("2026-12-31T23:30:00Z"))).toEqual({ date: "2027-01-01", time: "00:30" });
  });
});
