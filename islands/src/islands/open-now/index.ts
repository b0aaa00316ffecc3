// Shows on a showroom's page whether it is open now, and marks today in the table of hours, which needs no script
// (LOC-8).
import { createTranslate, pageLocale, type Translate } from "../../i18n";
import type { IslandContext } from "../../island";
import { type LocalTime, localTime, type OpenState, openState } from "../../product/open-now";
import type { OpenNowProps } from "../../props.gen";
import type { OpenNowKey } from "./messages";

/** The keys of the table's rows, from Sunday on like `Date.getDay()`. */
const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

export default function mount(root: HTMLElement, { props, messages }: IslandContext): void {
  const locale = pageLocale();
  const t = createTranslate<OpenNowKey>(messages, locale);
  show(root, props as OpenNowProps, { t, locale, now: localTime(new Date()) });
}

export function show(
  root: HTMLElement,
  { hours }: OpenNowProps,
  { t, locale, now }: { readonly t: Translate<OpenNowKey>; readonly locale: string; readonly now: LocalTime },
): void {
  const today = DAYS[new Date(`${now.date}T00:00:00Z`).getUTCDay()];
  root.parentElement?.querySelector(`[data-day="${today}"]`)?.setAttribute("aria-current", "date");
  const place = root.querySelector("[data-open-now]");
  const state = openState(hours, now);
  if (place !== null && state !== null) place.textContent = words(state, t, locale);
}

function words(state: OpenState, t: Translate<OpenNowKey>, locale: string): string {
  switch (state.state) {
    case "open":
      return t("open_now.open_until", { time: state.until });
    case "today":
      return t("open_now.opens_today", { time: state.from });
    default: {
      const day = new Date(`${state.date}T00:00:00Z`).toLocaleDateString(locale, { weekday: "long", timeZone: "UTC" });
      return t("open_now.opens_later", { day, time: state.from });
    }
  }
}
