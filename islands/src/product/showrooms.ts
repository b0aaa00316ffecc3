// Shows at each showroom whether it is open now; its hours are shown without a script too (LOC-8).
import type { Translate } from "../i18n";
import type { ProductKey } from "../islands/product/messages";
import type { Hours } from "../props.gen";
import { localTime, type OpenState, openState } from "./open-now";

export function startShowrooms(
  page: ParentNode,
  hours: readonly Hours[],
  { t, locale, now }: { readonly t: Translate<ProductKey>; readonly locale: string; readonly now: Date },
): void {
  const places = page.querySelectorAll("[data-open-now]");
  hours.forEach((own, index) => {
    const place = places[index];
    const state = openState(own, localTime(now));
    if (place !== undefined && state !== null) place.textContent = words(state, t, locale);
  });
}

function words(state: OpenState, t: Translate<ProductKey>, locale: string): string {
  switch (state.state) {
    case "open":
      return t("product.open_until", { time: state.until });
    case "today":
      return t("product.opens_today", { time: state.from });
    default: {
      const day = new Date(`${state.date}T00:00:00Z`).toLocaleDateString(locale, { weekday: "long", timeZone: "UTC" });
      return t("product.opens_later", { day, time: state.from });
    }
  }
}
