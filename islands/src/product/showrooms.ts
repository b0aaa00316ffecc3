// Shows for each showroom whether it is open now; opening hours are shown without a script too (LOC-8).
import type { Translate } from "../i18n";
import type { ProductKey } from "../islands/product/messages";
import { localTime, openState } from "../open-now/state";
import { openWordsOf } from "../open-now/words";
import type { Hours } from "../props.gen";

const KEYS = {
  open: "product.open_until",
  today: "product.opens_today",
  later: "product.opens_later",
} as const;

export function startShowrooms(
  page: ParentNode,
  hours: readonly Hours[],
  { t, locale, now }: { readonly t: Translate<ProductKey>; readonly locale: string; readonly now: Date },
): void {
  const places = page.querySelectorAll("[data-open-now]");
  hours.forEach((own, index) => {
    const place = places[index];
    const state = openState(own, localTime(now));
    if (place !== undefined && state !== null) place.textContent = openWordsOf(KEYS, state, t, locale);
  });
}
