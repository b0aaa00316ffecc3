// The results of the search screen (SEARCH-12). Heading and form above them, and the suggestions to continue below, are
// the page's own (`heading.ts`).
//
// **Invariant:** the URL is the only state; while a response is pending, the previous results stay visible.
import { useLayoutEffect } from "react";
import type { Translate } from "../../i18n";
import { focusTile } from "../../listing/tile";
import { useStore } from "../../ui/use-store";
import { isNothingAsked } from "./ask";
import { Content } from "./Content";
import { Kinds } from "./Kinds";
import type { SearchKey } from "./messages";
import { Results, type SearchList } from "./Results";
import { Trouble } from "./Trouble";

export type SearchScreenProps = {
  /** The element that this is rendered into. */
  readonly found: HTMLElement;
  readonly list: SearchList;
  /** What was open in the served bar; once. */
  readonly opened: () => string | null;
  readonly t: Translate<SearchKey>;
  readonly locale: string;
};

export function Search({ found, list, opened, t, locale }: SearchScreenProps) {
  const data = useStore(list);
  const { state, pages, status } = data;
  const first = isNothingAsked(state) ? undefined : pages[0];
  const isChosen = Object.keys(state.chosen).length > 0;
  // Filters apply to products only: content results stay, so that nothing moves under the pointer that clicks a filter.
  const content = first?.content ?? [];
  useLayoutEffect(() => {
    found.ariaBusy = status === "pending" ? "true" : null;
    if (status !== "ready") return;
    if (data.scrollTo !== null) scrollTo({ top: data.scrollTo, behavior: "instant" });
    focusTile(found);
  }, [data, found, status]);

  const hasProducts = first !== undefined && (first.total > 0 || isChosen);
  return (
    <>
      <div className="search__alert" role="alert">
        {status === "failed" && <Trouble more={state.page > 1 && pages.length > 0} retry={list.retry} t={t} />}
      </div>
      {first && <Kinds products={hasProducts ? first.total : null} content={content} t={t} />}
      {first && hasProducts && <Results list={list} first={first} opened={opened} t={t} locale={locale} />}
      <Content content={content} t={t} />
    </>
  );
}
