// Days as `YYYY-MM-DD` and as dates of this browser's calendar, at noon, so that no change to summer time moves them.

export function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date, 12);
}

export function dayOf(date: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The first year of the ten that a year is shown with. */
export function decadeOf(year: number): number {
  return year - (year % 10);
}
