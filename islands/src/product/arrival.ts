// Arrival dates as calendar weeks. Loaded only for deliveries that take weeks.
import type { Offer } from "../api/schema.gen";
import type { Translate } from "../i18n";
import type { ProductKey } from "../islands/product/messages";

type Arrival = NonNullable<Offer["arrival"]>;
type Words = { readonly t: Translate<ProductKey>; readonly locale: string };

const DAY = 86_400_000;

/** `Bij u in week 4, vanaf 25 januari`, for an order placed today. */
export function arrivalWords({ from_days, to_days }: Arrival, today: Date, { t, locale }: Words): string {
  // The visitor's date; calculated in UTC, where every day has 24 hours.
  const start = Date.UTC(today.getFullYear(), today.getMonth(), today.getDate());
  const monday = mondayOf(start + from_days * DAY);
  const [week, last] = [weekOf(monday), weekOf(mondayOf(start + to_days * DAY))];
  const day = new Date(monday).toLocaleDateString(locale, { day: "numeric", month: "long", timeZone: "UTC" });
  return week === last ? t("product.arrives_week", { week, day }) : t("product.arrives_weeks", { week, last, day });
}

function mondayOf(time: number): number {
  return time - ((new Date(time).getUTCDay() + 6) % 7) * DAY;
}

/** The ISO 8601 week number: week 1 contains the year's first Thursday. */
function weekOf(monday: number): number {
  const thursday = monday + 3 * DAY;
  const newYear = Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1);
  return Math.floor((thursday - newYear) / (7 * DAY)) + 1;
}
