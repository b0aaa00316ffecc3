// The search screen: the query, how much was found, and the results or the ways on (SEARCH-12, SEARCH-13).
//
// **Invariant:** the address is the only state; what is shown while another answer is awaited is the last one.
import { useEffect, useLayoutEffect } from "react";
import type { SearchResponse } from "../../api/schema.gen";
import type { Translate } from "../../i18n";
import { focusTile } from "../../listing/tile";
import type { SearchProps } from "../../props.gen";
import { useStore } from "../../ui/use-store";
import { isNothingAsked, tidy } from "./ask";
import { Content } from "./Content";
import { Corrected } from "./Corrected";
import { goToProduct, wantsAll } from "./exact";
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
  /** What was typed before the island was there. */
  readonly typed: string | null;
  /** What the document's title ends in. */
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
  const content = isChosen ? [] : (first?.content ?? []);
  const title = titleOf(first, content, query, nothing, t);

  useEffect(() => {
    document.title = `${title}${siteName}`;
  }, [title, siteName]);
  useEffect(() => {
    if (status === "ready" && first?.exact && !isChosen && !wantsAll()) goToProduct(first.exact, query, t);
  }, [status, first, isChosen, query, t]);
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
        <h1 className="search__title">{title}</h1>
        <QueryForm query={state.query} typed={typed} onSearch={search} t={t} />
        {first?.corrected && <Corrected query={first.corrected} onSearch={search} t={t} />}
      </header>
      <div className="search__alert" role="alert">
        {status === "failed" && <Trouble more={state.page > 1 && pages.length > 0} retry={list.retry} t={t} />}
      </div>
      <div className="search__found" aria-busy={status === "pending" || undefined}>
        {first && <Kinds products={isChosen ? 0 : first.total} content={content} t={t} />}
        {first && hasProducts && <Results list={list} first={first} t={t} locale={locale} />}
        <Content content={content} t={t} />
        {hasNothing && <Start props={props} isNothing={first !== undefined} t={t} />}
      </div>
    </>
  );
}

function titleOf(
  first: SearchResponse | undefined,
  content: SearchResponse["content"],
  query: string,
  nothing: boolean,
  t: Translate<SearchKey>,
): string {
  if (nothing) return t("search.title");
  if (first === undefined) return t("search.pending", { query });
  const count = content.reduce((sum, { total }) => sum + total, first.total);
  if (query === "") return t("search.count", { count });
  // While another answer is awaited, the number is that of the query that was answered.
  const { query: answered } = first;
  return count === 0 ? t("search.none", { query: answered }) : t("search.results", { count, query: answered });
}
