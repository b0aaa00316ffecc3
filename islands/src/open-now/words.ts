// Says in words whether a place is open now; its texts are those of the island `open-now`.

import type openNowMessages from "../../../locales/nl/islands/open-now.json";
import type { Translate } from "../i18n";
import type { OpenState } from "../product/open-now";

export type OpenNowKey = keyof typeof openNowMessages;

export function openWords(state: OpenState, t: Translate<OpenNowKey>, locale: string): string {
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

/** The keys of the rows of a table of hours, from Sunday on like `Date.getDay()`. */
const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** Marks the row of a date in the table of hours. */
export function markToday(within: ParentNode | null, date: string): void {
  const today = DAYS[new Date(`${date}T00:00:00Z`).getUTCDay()];
  for (const row of within?.querySelectorAll("[data-day]") ?? []) {
    if (row.getAttribute("data-day") === today) row.setAttribute("aria-current", "date");
    else row.removeAttribute("aria-current");
  }
}
