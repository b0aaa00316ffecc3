// The static list with its further pages, which are appended one by one (FACET-10).
import { useEffect, useState } from "react";
import type { SearchCard } from "../api/schema.gen";
import type { Translate } from "../i18n";
import type { FurtherPages } from "../listing/further";
import type { List } from "../listing/list";
import { isOwnList } from "../listing/state";
import type { ProductListKey } from "./messages";

type OwnList = {
  readonly own: HTMLElement;
  readonly further: FurtherPages;
  readonly list: List<SearchCard>;
  readonly total: number;
  readonly t: Translate<ProductListKey>;
  readonly focusTile: (list: ParentNode) => void;
};

/** Keeps the static list at the length given in the URL. */
export function useOwnList({ own, further, list, total, t, focusTile }: OwnList): void {
  const { state, scrollTo: top } = list.get();
  const isOwn = isOwnList(state);
  const [begun] = useState(() => ({ once: false }));
  const { page } = state;
  useEffect(() => {
    const more = own.querySelector<HTMLElement>("[data-more]");
    const link = more?.querySelector("a");
    if (!more || !link) return;
    const press = (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (link.ariaBusy !== "true") list.choose({ page: list.get().state.page + 1 });
    };
    link.addEventListener("click", press);
    return () => link.removeEventListener("click", press);
  }, [own, list]);
  useEffect(() => {
    const more = own.querySelector<HTMLElement>("[data-more]");
    if (!isOwn || more === null) return;
    if (page === 1 && !begun.once) return focusTile(own);
    begun.once = true;
    const link = more.querySelector("a");
    const said = more.querySelector("p");
    if (!link || !said) return;
    link.ariaBusy = "true";
    further.showUpTo(page).then(
      () => {
        const shown = own.querySelectorAll(":scope > .cards-grid > li").length;
        said.textContent = t("listing.shown", { shown, total });
        // It keeps the focus while there is more to load.
        link.hidden = shown >= total;
        link.ariaBusy = null;
        if (top !== null) scrollTo({ top, behavior: "instant" });
        focusTile(own);
      },
      () => {
        link.ariaBusy = null;
        said.textContent = t("product_list.failed_more");
      },
    );
  }, [own, further, isOwn, page, top, total, t, begun, focusTile]);
}
