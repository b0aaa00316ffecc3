// Computes when an order placed now is delivered (`generator/delivery`, law "Delivery time").
//
// **Invariant:** both give the same days for `generator/delivery/tests/cases.json`. Days are `YYYY-MM-DD`, which sort as dates.

export interface Calendar {
  /** The shop's time zone: `Europe/Amsterdam`. */
  time_zone: string;
  /** `HH:MM`: orders placed before this time are handled on the same day; `null` means the whole day. */
  cut_off: string | null;
  /** Days of the week on which the shop handles orders: 1 is Monday, 7 Sunday. */
  handles: number[];
  /** Days on which it is closed, in addition to the holidays of its country. */
  closed: string[];
  /** The shop's country. */
  country: string;
  /** Days of the week on which carriers deliver parcels. */
  brings: number[];
  /** The holidays by country. */
  holidays: Record<string, string[]>;
}

export interface DeliveryTime {
  min: number;
  max: number;
  unit: "hour" | "day" | "week" | "month" | "year";
}

export interface Span {
  earliest: string;
  latest: string;
}

/** Maximum number of days searched for the next working day. */
const MOST_DAYS_OFF = 400;
/** The last day that both implementations can represent. */
const LAST = "9999-12-31";

/** The delivery span of an order placed at this moment; undefined if a day is out of range. `restockDays` are calendar days. */
export function span(
  calendar: Calendar,
  at: Date,
  restockDays: number,
  time: DeliveryTime,
  country: string,
): Span | undefined {
  let handled = handledOn(calendar, at);
  if (handled !== undefined && restockDays > 0)
    handled = next(plus(handled, restockDays), (day) => isOpen(calendar, day));
  if (handled === undefined) return undefined;
  const first = handled;
  const brought = (count: number) => broughtOn(calendar, first, count, time.unit, country);
  const earliest = brought(Math.min(time.min, time.max));
  const latest = brought(Math.max(time.min, time.max));
  return earliest === undefined || latest === undefined ? undefined : { earliest, latest };
}

/** The day on which an order placed at this moment is handled; undefined if the shop is closed for more than a year. */
export function handledOn(calendar: Calendar, at: Date): string | undefined {
  const { day, time } = local(calendar, at);
  const inTime = calendar.cut_off === null || time < calendar.cut_off;
  return next(inTime ? day : plus(day, 1), (candidate) => isOpen(calendar, candidate));
}

/** Whether an order is still handled today if it is placed before the cut-off. */
export function isInTimeToday(calendar: Calendar, at: Date): boolean {
  const { day, time } = local(calendar, at);
  return calendar.cut_off !== null && time < calendar.cut_off && isOpen(calendar, day);
}

/** The shop's local date and time. */
function local(calendar: Calendar, at: Date): { day: string; time: string } {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: calendar.time_zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? "";
  return { day: `${part("year")}-${part("month")}-${part("day")}`, time: `${part("hour")}:${part("minute")}` };
}

function broughtOn(
  calendar: Calendar,
  handled: string,
  count: number,
  unit: DeliveryTime["unit"],
  country: string,
): string | undefined {
  const isBrought = (day: string) =>
    calendar.brings.includes(weekday(day)) && !(calendar.holidays[country] ?? []).includes(day);
  const working = (days: number) => {
    let day = days === 0 ? next(handled, isBrought) : handled;
    for (let left = days; left > 0 && day !== undefined; left--) day = next(plus(day, 1), isBrought);
    return day;
  };
  switch (unit) {
    case "hour":
      return working(Math.ceil(count / 24));
    case "day":
      return working(count);
    case "week":
      return next(plus(handled, count * 7), isBrought);
    case "month":
      return next(plusMonths(handled, count), isBrought);
    case "year":
      return next(plusMonths(handled, count * 12), isBrought);
  }
}

function isOpen(calendar: Calendar, day: string): boolean {
  const off = calendar.closed.includes(day) || (calendar.holidays[calendar.country] ?? []).includes(day);
  return calendar.handles.includes(weekday(day)) && !off;
}

/** The first day on or after `from` that satisfies the predicate. */
function next(from: string | undefined, wanted: (day: string) => boolean): string | undefined {
  let day = from;
  for (let tried = 0; tried < MOST_DAYS_OFF && day !== undefined; tried++) {
    if (wanted(day)) return day;
    day = plus(day, 1);
  }
  return undefined;
}

function weekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

function plus(day: string, days: number): string | undefined {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return named(date);
}

/** The same day some months later, or the last day of a shorter month. */
function plusMonths(day: string, months: number): string | undefined {
  const date = new Date(`${day}T00:00:00Z`);
  const wanted = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months);
  if (date.getUTCDate() !== wanted) date.setUTCDate(0);
  return named(date);
}

function named(date: Date): string | undefined {
  const day = date.toISOString().slice(0, 10);
  return day.length === LAST.length && day <= LAST && !day.startsWith("+") ? day : undefined;
}
