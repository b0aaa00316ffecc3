// The search screen: the query, the number of results, and the results or suggestions to continue (SEARCH-12,
// SEARCH-13).
//
// **Invariant:** the URL is the only state; while a response is pending, the previous results stay visible.
import { type ReactNode, useEffect, useLayoutEffect } from "react";
import type { SearchResponse } from "../../api/schema.gen";
import type { Translate } from "../../i18n";
import { focusTile } from "../../listing/tile";
import type { SearchProps } from "../../props.gen";
import { useStore } from "../../ui/use-store";
import { ALL, isNothingAsked, tidy } from "./ask";
import { Content } from "./Content";
import { Corrected } from "./Corrected";
import { Kinds } from "./Kinds";
import type { SearchKey } from "./messages";
import { QueryForm } from "./QueryForm";
import { Results, type SearchList } from "./Results";
import { Start } from "./Start";
import { Trouble } from "./Trouble";

export type SearchScreenProps = {
  readonly root: HTMLElement;
  readonly list: SearchList;
  readonly props: SearchProps;
  /** Input from before the island was mounted. */
  readonly typed: string | null;
  /** The suffix of the document's title. */
  readonly siteName: string;
  readonly t: Translate<SearchKey>;
  readonly locale: string;
};

export function Search(screen: SearchScreenProps) {
  const { root, list, props, typed, siteName, t, locale } = screen;
  const data = useStore(list);
  const { state, pages, status } = data;
  const query = tidy(state.query);
  const nothing = isNothingAsked(state);
  const first = nothing ? undefined : pages[0];
  const isChosen = Object.keys(state.chosen).length > 0;
  // Filters apply to products only: content results stay, so that nothing moves under the pointer that clicks a filter.
  const content = first?.content ?? [];
  const count = content.reduce((sum, { total }) => sum + total, first?.total ?? 0);
  const title = titleOf(first, { count, isChosen }, nothing ? "" : query, t);

  useEffect(() => {
    document.title = `${title.text}${siteName}`;
  }, [title.text, siteName]);
  useEffect(() => {
    const exact = status === "ready" && !isChosen && location.hash !== ALL ? first?.exact : null;
    if (exact) import("./exact").then(({ goToProduct }) => goToProduct(exact, query, t)).catch(() => {});
  }, [status, first, isChosen, query, t]);
  useEffect(() => {
    if (status === "ready" && first && query) globalThis.vitrineSignals?.push({ is: "search", query, results: count });
  }, [status, first, query, count]);
  useLayoutEffect(() => {
    if (status !== "ready") return;
    if (data.scrollTo !== null) scrollTo({ top: data.scrollTo, behavior: "instant" });
    focusTile(root);
  }, [data, root, status]);

  const hasProducts = first !== undefined && (first.total > 0 || isChosen);
  const hasNothing = nothing || (first === undefined ? status === "failed" : !hasProducts && content.length === 0);
  const search = (next: string) => list.choose({ query: next, chosen: {}, sort: null });
  return (
    <>
      <header className="search__head">
        <h1 className="search__title">{title.heading}</h1>
        <QueryForm query={state.query} typed={typed} onSearch={search} t={t} />
        {first?.corrected && <Corrected query={first.corrected} onSearch={search} t={t} />}
      </header>
      <div className="search__alert" role="alert">
        {status === "failed" && <Trouble more={state.page > 1 && pages.length > 0} retry={list.retry} t={t} />}
      </div>
      <div className="search__found" aria-busy={status === "pending" || undefined}>
        {first && <Kinds products={hasProducts ? first.total : null} content={content} t={t} />}
        {first && hasProducts && <Results list={list} first={first} t={t} locale={locale} />}
        <Content content={content} t={t} />
        {hasNothing && <Start props={props} isNothing={first !== undefined} t={t} />}
      </div>
    </>
  );
}

type Title = {
  /** The query in the document's title. */
  readonly text: string;
  readonly heading: ReactNode;
};

type Found = { readonly count: number; readonly isChosen: boolean };

function titleOf(
  first: SearchResponse | undefined,
  { count, isChosen }: Found,
  query: string,
  t: Translate<SearchKey>,
): Title {
  if (first === undefined && query === "") return plain(t("search.title"));
  // While a response is pending, the heading is that of the previous one.
  const asked = first?.query ?? query;
  const quoted = <q>{asked}</q>;
  if (first === undefined)
    return {
      text: t("search.pending", { query }),
      heading: (
        <>
          {t("search.title")} {quoted}
        </>
      ),
    };
  if (asked === "") return plain(t("search.all_products"));
  const text = t("search.results", { count, query: asked });
  // If the selected filters leave no products, the query is not the reason.
  if (count === 0 && !isChosen)
    return {
      text,
      heading: (
        <>
          {t("search.nothing_for")} {quoted}
        </>
      ),
    };
  return {
    text,
    heading: (
      <>
        {count} {t(count === 1 ? "search.result_for" : "search.results_for")} {quoted}
      </>
    ),
  };
}

function plain(text: string): Title {
  return { text, heading: text };
}
