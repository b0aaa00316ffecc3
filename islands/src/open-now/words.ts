// The text for whether a place is open now, by default from the catalogue of the island `open-now`.

import type openNowMessages from "../../../locales/nl/islands/open-now.json";
import type { Translate } from "../i18n";
import type { OpenState } from "./state";

export type OpenNowKey = keyof typeof openNowMessages;

/** The text key of each state. Texts have the parameters `time`, and `day` if it opens on another day. */
type OpenKeys<Key extends string> = Readonly<Record<OpenState["state"], Key>>;

const OPEN_NOW: OpenKeys<OpenNowKey> = {
  open: "open_now.open_until",
  today: "open_now.opens_today",
  later: "open_now.opens_later",
};

export function openWords(state: OpenState, t: Translate<OpenNowKey>, locale: string): string {
  return openWordsOf(OPEN_NOW, state, t, locale);
}

/** Like `openWords`, with the texts of another catalogue. */
export function openWordsOf<Key extends string>(
  keys: OpenKeys<Key>,
  state: OpenState,
  t: Translate<Key>,
  locale: string,
): string {
  const time = state.state === "open" ? state.until : state.from;
  if (state.state !== "later") return t(keys[state.state], { time });
  const day = new Date(`${state.date}T00:00:00Z`).toLocaleDateString(locale, { weekday: "long", timeZone: "UTC" });
  return t(keys.later, { day, time });
}

/** The row keys of an opening hours table, starting on Sunday like `Date.getDay()`. */
const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** Highlights the row of a date in an opening hours table. */
export function markToday(within: ParentNode | null, date: string): void {
  const today = DAYS[new Date(`${date}T00:00:00Z`).getUTCDay()];
  for (const row of within?.querySelectorAll("[data-day]") ?? []) {
    if (row.getAttribute("data-day") === today) row.setAttribute("aria-current", "date");
    else row.removeAttribute("aria-current");
  }
}
