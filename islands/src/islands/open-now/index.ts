// Shows on a showroom's page whether it is open now, and marks today in the table of hours, which needs no script
// (LOC-8).
import { createTranslate, pageLocale, type Translate } from "../../i18n";
import type { IslandContext } from "../../island";
import { type LocalTime, localTime, openState } from "../../open-now/state";
import { markToday, type OpenNowKey, openWords } from "../../open-now/words";
import type { OpenNowProps } from "../../props.gen";

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
  markToday(root.parentElement, now.date);
  const place = root.querySelector("[data-open-now]");
  const state = openState(hours, now);
  if (place !== null && state !== null) place.textContent = openWords(state, t, locale);
}
