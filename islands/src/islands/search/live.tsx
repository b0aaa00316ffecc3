// Takes over the results: loaded on the first use of a filter, or if the page was not served with them.
import type { SearchCard, SearchResponse } from "../../api/schema.gen";
import { pageLocale } from "../../i18n";
import { createList } from "../../listing/list";
import { keepFocus, unlessSorting } from "../../listing/page";
import { mountReact } from "../../ui/mount-react";
import { askFor, GRAMMAR, isNothingAsked } from "./ask";
import type { SearchList } from "./Results";
import { Search } from "./Search";
import type { Screen } from "./screen";

export type Before = {
  /** The response that the served page was completed with. */
  readonly known: SearchResponse | undefined;
  /** Resolves when no pointer is down on the results: a control that is replaced while it is pressed gets no click. */
  readonly released: () => Promise<void>;
  /** What is open in the served bar, or pressed to open; once. */
  readonly opened: () => string | null;
};

/** Resolves when the list is shown, or why it cannot be. */
export async function takeOver(screen: Screen, { known, released, opened }: Before): Promise<SearchList> {
  const { found, heading, start, tell, t } = screen;
  const bar = found.querySelector<HTMLElement>(".list-bar");
  if (bar !== null) await unlessSorting(bar);
  await released();
  const list = createList<SearchCard, SearchResponse>({
    grammar: GRAMMAR,
    ask: askFor,
    isShown: isNothingAsked,
    known,
  });
  await answered(list);
  const focusAgain = keepPlace(found, bar);
  const locale = pageLocale();
  mountReact(found, <Search found={found} list={list} opened={opened} t={t} locale={locale} />);
  focusAgain();
  const show = () => {
    const { state, pages, status } = list.get();
    const shown = { state, first: isNothingAsked(state) ? undefined : pages[0] };
    heading.show(shown);
    start(shown, status);
    if (status === "ready") tell(shown);
  };
  list.subscribe(show);
  show();
  return list;
}

/** The page stays as it is until then, so that nothing moves. */
function answered(list: SearchList): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (list.get().status === "pending") return;
      end();
      resolve();
    };
    const end = list.subscribe(look);
    look();
  });
}

/** Restores the focus in the results after they were replaced. */
function keepPlace(found: HTMLElement, bar: HTMLElement | null): () => void {
  const focused = document.activeElement;
  if (focused === null || !found.contains(focused)) return () => {};
  if (bar?.contains(focused)) {
    const focusAgain = keepFocus(bar);
    return () => {
      const now = found.querySelector<HTMLElement>(".list-bar");
      if (now !== null) focusAgain(now);
    };
  }
  const href = focused.getAttribute("href");
  const mark = focused.matches(".list-more__next") ? ".list-more__next" : `a[href="${CSS.escape(href ?? "")}"]`;
  return () => found.querySelector<HTMLElement>(mark)?.focus({ preventScroll: true });
}
