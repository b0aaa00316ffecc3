// Product results: filters, active filters, and the list with its "load more" link.
import { useCallback, useState } from "react";
import type { SearchCard, SearchResponse } from "../../api/schema.gen";
import type { Translate } from "../../i18n";
import { Chips } from "../../listing/Chips";
import { ListBar } from "../../listing/ListBar";
import type { List } from "../../listing/list";
import { More } from "../../listing/More";
import { NoResult } from "../../listing/NoResult";
import { ProductCard } from "../../listing/ProductCard";
import { type Chosen, queryOf } from "../../listing/state";
import { wholeUnits } from "../../listing/units";
import { useStore } from "../../ui/use-store";
import { askFor, GRAMMAR } from "./ask";
import type { SearchKey } from "./messages";
import { headingOf, PRODUCTS } from "./sections";

export type SearchList = List<SearchCard, SearchResponse>;

type ResultsProps = {
  readonly list: SearchList;
  readonly first: SearchResponse;
  /** What was open in the served bar; once. */
  readonly opened: () => string | null;
  readonly t: Translate<SearchKey>;
  readonly locale: string;
};

export function Results({ list, first, opened: openedBefore, t, locale }: ResultsProps) {
  const [opened] = useState(openedBefore);
  const { state, pages, status } = useStore(list);
  const choose = useCallback((chosen: Chosen) => list.choose({ chosen }), [list]);
  const preview = useCallback(
    (chosen: Chosen, signal: AbortSignal) => askFor({ ...list.get().state, chosen, page: 1 }, signal),
    [list],
  );
  const price = useCallback((units: number) => wholeUnits(units, locale), [locale]);
  const { facets, prices, total } = first;
  const chips = { facets, chosen: state.chosen, onChange: choose, price, t };
  const cards = pages.flatMap(({ products }) => products);
  const next = pages.length < first.pages ? pages.length + 1 : null;
  return (
    <section className="search__products" aria-labelledby={headingOf(PRODUCTS)}>
      <h2 className="search__heading" id={headingOf(PRODUCTS)} tabIndex={-1}>
        {t("search.products")} <span className="list-count">{total}</span>
      </h2>
      <div className="list-bar">
        <ListBar
          facets={facets}
          prices={prices}
          chosen={state.chosen}
          onChange={choose}
          total={total}
          count={(count) => t("search.count", { count })}
          show={(count) => (count === 0 ? t("search.none_to_show") : t("search.show", { count }))}
          preview={preview}
          sorts={GRAMMAR.sorts.map((key) => ({ key, label: t(sortKey(key)) }))}
          sort={state.sort}
          onSort={(sort) => list.choose({ sort })}
          opened={opened}
          t={t}
        />
      </div>
      <Chips {...chips} />
      {first.public_order !== null && <p className="list-count">{first.public_order}</p>}
      {total === 0 ? (
        <NoResult {...chips} text={t("search.none_chosen")} />
      ) : (
        <ul className="cards-grid">
          {cards.map((card) => (
            <ProductCard key={card.href} card={card} level={3} t={t} />
          ))}
        </ul>
      )}
      {first.pages > 1 && (
        <More
          shown={cards.length}
          total={total}
          href={next === null ? null : queryOf({ ...state, page: next }, GRAMMAR)}
          busy={status === "pending"}
          onMore={() => next !== null && list.choose({ page: next })}
          t={t}
        />
      )}
    </section>
  );
}

function sortKey(sort: string): SearchKey {
  switch (sort) {
    case "new":
      return "search.sort_new";
    case "price_asc":
      return "search.sort_price_asc";
    case "price_desc":
      return "search.sort_price_desc";
    default:
      return "search.best";
  }
}
