// Replaces the bar of a list, and shows the filtered list in place of the static one.
import { createTranslate, pageLocale } from "../i18n";
import type { IslandContext } from "../island";
import { furtherPages } from "../listing/further";
import { createList } from "../listing/list";
import { keepFocus, readBar, styled, unlessSorting } from "../listing/page";
import { askProducts } from "../listing/search-list";
import type { Before } from "../listing/start-listing";
import { isOwnList } from "../listing/state";
import { mountReact } from "../ui/mount-react";
import type { ProductListKey } from "./messages";
import { ProductList } from "./ProductList";

export async function takeOver(root: HTMLElement, context: IslandContext, before: Before): Promise<void> {
  const bar = root.querySelector<HTMLElement>("[data-list]");
  const own = root.querySelector<HTMLElement>("[data-own-list]");
  if (bar === null || own === null) return;
  await styled(root.dataset);
  await unlessSorting(bar);
  await before.released();
  const page = readBar(bar);
  const here = location.pathname;
  const first = root.dataset.first ?? here;
  const list = createList({
    grammar: page.grammar,
    ask: (state, signal) => askProducts(state, page, signal),
    isShown: isOwnList,
    pathOf: (state) => (isOwnList(state) ? here : first),
  });
  const further = furtherPages(
    own,
    (part) => part.querySelectorAll("[data-own-list] > .cards-grid > li"),
    (part) => part.querySelector<HTMLAnchorElement>(".pager [rel=next]")?.getAttribute("href") ?? null,
  );
  const results = document.createElement("div");
  results.className = "listing__results";
  own.after(results);
  const locale = pageLocale();
  const focusAgain = keepFocus(bar);
  mountReact(
    bar,
    <ProductList
      root={root}
      own={own}
      results={results}
      page={page}
      list={list}
      further={further}
      before={before}
      t={createTranslate<ProductListKey>(context.messages, locale)}
      locale={locale}
    />,
  );
  focusAgain();
}
