import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faultsOf } from "../src/islands/form/appointment";
import type { AppointmentProps } from "../src/props.gen";

interface Table {
  today: string;
  limits: AppointmentProps;
  cases: { why: string; answers: Record<string, string>; faults: Record<string, string> }[];
}

const path = new URL("../../generator/forms/tests/appointments.json", import.meta.url);
const table: Table = JSON.parse(readFileSync(path, "utf8"));
const nothing = { showroom: "", type: "", date: "", alternative_date: "", time_slot: "" };

test.each(table.cases)("R-STORE-02 opening hours and closed days limit the dates: $why", ({ answers, faults }) => {
  const typed = Object.entries({ ...nothing, ...answers }).map(([field, text]) => [field, text.trim()]);
  const found = faultsOf(table.limits, Object.fromEntries(typed) as typeof nothing, table.today);
  expect(Object.fromEntries(found)).toEqual(faults);
});
