// Recent searches, each with a button to remove it.
import type { Translate } from "../../i18n";
import { forgetSearch, forgetSearches, recentSearches } from "../../stores/recent-searches";
import { element } from "./element";
import type { SearchPanelKey } from "./messages";

/** Renders them into `place`; when one is removed, the next one gets the focus. */
export function recentRows(place: HTMLElement, action: string, t: Translate<SearchPanelKey>): void {
  const searches = recentSearches();
  if (searches.length === 0) {
    place.replaceChildren();
    return;
  }
  const again = (at: number) => {
    recentRows(place, action, t);
    const buttons = [...place.querySelectorAll<HTMLElement>("[data-forget]")];
    const next = buttons[Math.min(at, buttons.length - 1)] ?? place.closest("dialog")?.querySelector("input");
    next?.focus();
  };
  const rows = searches.map((query, at) => {
    const forget = element("button", {
      type: "button",
      class: "search-found__forget",
      "data-forget": "",
      "aria-label": t("search_panel.forget", { query }),
    });
    forget.append(element("span", { "aria-hidden": "true" }, "×"));
    forget.addEventListener("click", () => {
      forgetSearch(query);
      again(at);
    });
    const href = `${action}?${new URLSearchParams({ q: query })}`;
    return element("li", { class: "search-found__recent" }, element("a", { class: "mega__link", href }, query), forget);
  });
  const all = element("button", { type: "button", class: "search-found__forget-all" }, t("search_panel.forget_all"));
  all.addEventListener("click", () => {
    forgetSearches();
    again(0);
  });
  const head = element("p", { class: "mega__head", id: "search-found-recent" }, t("search_panel.recent"));
  place.replaceChildren(
    element("div", { class: "search-found__recents" }, head, all),
    element("ul", { "aria-labelledby": head.id }, ...rows),
  );
}
