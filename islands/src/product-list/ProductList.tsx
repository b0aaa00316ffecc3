// The filter bar of a product list, and the filtered list in place of the static one.
//
// **Invariant:** without filters, or if the API does not respond, the static list is shown unchanged.
import { useCallback, useEffect, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { SearchCard } from "../api/schema.gen";
import type { Translate } from "../i18n";
import { Chips } from "../listing/Chips";
import { Failed } from "../listing/Failed";
import type { FurtherPages } from "../listing/further";
import { DIALOG, ListBar } from "../listing/ListBar";
import type { List } from "../listing/list";
import { More } from "../listing/More";
import { NoResult } from "../listing/NoResult";
import { ProductCard } from "../listing/ProductCard";
import { type PageBar, tellRobots } from "../listing/page";
import { askProducts } from "../listing/search-list";
import type { Before } from "../listing/start-listing";
import { type Chosen, countChosen, isOwnList, queryOf, toggled } from "../listing/state";
import { wholeUnits } from "../listing/units";
import { useStore } from "../ui/use-store";
import type { ProductListKey } from "./messages";
import { useOwnList } from "./use-own-list";

export type ProductListProps = {
  readonly root: HTMLElement;
  /** The static list. */
  readonly own: HTMLElement;
  /** The container of the filtered list. */
  readonly results: HTMLElement;
  readonly page: PageBar;
  readonly list: List<SearchCard>;
  readonly further: FurtherPages;
  readonly before: Before;
  readonly t: Translate<ProductListKey>;
  readonly locale: string;
};

export function ProductList(props: ProductListProps) {
  const { root, own, results, page, list, further, before, t, locale } = props;
  const { focusTile } = before;
  const [pressed] = useState(before.press);
  const data = useStore(list);
  const { state, pages, status } = data;
  const isOwn = isOwnList(state);
  const [first] = isOwn ? [] : pages;
  const { facets, total } = first ?? page;
  const choose = useCallback((chosen: Chosen) => list.choose({ chosen }), [list]);
  const preview = useCallback(
    (chosen: Chosen, signal: AbortSignal) => askProducts({ ...list.get().state, chosen, page: 1 }, page, signal),
    [list, page],
  );
  const price = useCallback((units: number) => wholeUnits(units, locale), [locale]);
  // The static list stays until another one is loaded, and if none can be.
  const ownIsShown = isOwn || first === undefined || (status === "failed" && state.page === 1);

  useEffect(() => {
    if (pressed?.kind === "value") choose(toggled(list.get().state.chosen, pressed.facet, pressed.value));
    if (pressed?.kind === "sort") list.choose({ sort: pressed.value === page.sorts[0]?.key ? null : pressed.value });
    if (pressed?.kind === "more") list.choose({ page: list.get().state.page + 1 });
  }, [pressed, choose, list, page]);
  useEffect(() => tellRobots(countChosen(state.chosen)), [state]);
  useOwnList({ own, further, list, total: page.total, t, focusTile });
  useLayoutEffect(() => {
    own.hidden = !ownIsShown;
    for (const part of [own, results]) part.ariaBusy = status === "pending" ? "true" : null;
    if (isOwn || status !== "ready") return;
    if (data.scrollTo !== null) scrollTo({ top: data.scrollTo, behavior: "instant" });
    focusTile(root);
  }, [data, isOwn, own, ownIsShown, results, root, status, focusTile]);

  const failure = t(state.page > 1 ? "product_list.failed_more" : "product_list.failed");
  const chips = { facets, chosen: state.chosen, onChange: choose, price, t };
  return (
    <>
      <ListBar
        facets={facets}
        prices={first?.prices}
        chosen={state.chosen}
        onChange={choose}
        total={total}
        count={(count) => t("product_list.count", { count })}
        show={(count) => (count === 0 ? t("product_list.none_to_show") : t("product_list.show", { count }))}
        preview={preview}
        sorts={page.sorts}
        sort={state.sort}
        onSort={(sort) => list.choose({ sort })}
        opened={pressed?.kind === "dialog" ? DIALOG : page.open}
        t={t}
      />
      {createPortal(
        <>
          <Chips {...chips} />
          <Failed text={status === "failed" ? failure : null} onRetry={list.retry} t={t} />
          {!ownIsShown && first?.total === 0 && <NoResult {...chips} text={t("product_list.none")} />}
          {!ownIsShown && total > 0 && <Results {...props} chosenTotal={total} />}
        </>,
        results,
      )}
    </>
  );
}

function Results({ own, page, list, t, chosenTotal }: ProductListProps & { readonly chosenTotal: number }) {
  const { state, pages, status } = useStore(list);
  const level = headingLevel(own);
  const cards = pages.flatMap(({ products }) => products);
  const next = pages.length < (pages[0]?.pages ?? 1) ? pages.length + 1 : null;
  return (
    <>
      {pages[0]?.public_order && <p className="list-count">{pages[0].public_order}</p>}
      <ul className="cards-grid">
        {cards.map((card) => (
          <ProductCard key={card.href} card={card} level={level} t={t} />
        ))}
      </ul>
      {(pages[0]?.pages ?? 1) > 1 && (
        <More
          shown={cards.length}
          total={chosenTotal}
          href={next === null ? null : queryOf({ ...state, page: next }, page.grammar)}
          busy={status === "pending"}
          onMore={() => next !== null && list.choose({ page: next })}
          t={t}
        />
      )}
    </>
  );
}

/** The heading level of the page's cards. */
function headingLevel(own: HTMLElement): 2 | 3 | 4 {
  const level = Number(own.querySelector(".product-card__name")?.localName.slice(1));
  return level === 2 || level === 4 ? level : 3;
}
