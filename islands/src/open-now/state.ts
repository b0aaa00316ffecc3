// Whether a showroom is open now, in its own time zone (LOC-8).
//
// **Invariant:** independent of the visitor's time zone; a day without data gives no result.

import type { Hours } from "../props.gen";

/** From opening to closing, `HH:MM`. */
export type Span = readonly [opens: string, closes: string];

/** A point in time as date and time of the showroom. */
export type LocalTime = { readonly date: string; readonly time: string };

export type OpenState =
  | { readonly state: "open"; readonly until: string }
  | { readonly state: "today"; readonly from: string }
  | { readonly state: "later"; readonly date: string; readonly from: string };

const ZONE = "Europe/Amsterdam";
const DAYS_AHEAD = 14;

export function localTime(now: Date): LocalTime {
  // The Swedish format is that of ISO 8601.
  const text = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone: ZONE }).format(now);
  const [date = "", time = ""] = text.split(" ");
  return { date, time };
}

/** Whether it is open; `null` if the hours have no data for the day. */
export function openState(hours: Hours, { date, time }: LocalTime): OpenState | null {
  const today = spansOn(hours, date);
  if (today === null) return null;
  const current = today.find(([opens, closes]) => opens <= time && time < closes);
  if (current !== undefined) return { state: "open", until: current[1] };
  const next = today.find(([opens]) => time < opens);
  if (next !== undefined) return { state: "today", from: next[0] };
  for (let ahead = 1; ahead <= DAYS_AHEAD; ahead += 1) {
    const day = addDays(date, ahead);
    const [first] = spansOn(hours, day) ?? [];
    if (first !== undefined) return { state: "later", date: day, from: first[0] };
  }
  return null;
}

/** From opening to closing on a day; `null` if nobody described it. */
export function spansOn({ week, special }: Hours, date: string): readonly Span[] | null {
  const monday = (dayOf(date).getUTCDay() + 6) % 7;
  return special[date] ?? week[monday] ?? null;
}

function dayOf(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}

function addDays(date: string, days: number): string {
  const day = dayOf(date);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}
