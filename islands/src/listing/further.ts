// The further pages of a list, which are static pages: their entries are appended to the list.
//
// **Invariant:** a page is loaded at most once; only appended entries are removed again.

import { fetchPage } from "../fetch-page";

type Further = { readonly items: readonly Element[]; readonly next: string | null };

export type FurtherPages = {
  /** Shows the list up to this page; resolves to the last page that is shown. */
  readonly showUpTo: (page: number) => Promise<number>;
};

/** `itemsOf` finds the entries in a page's list, `next` the link to the following page. */
export function furtherPages(
  list: HTMLElement,
  itemsOf: (list: ParentNode) => Iterable<Element>,
  nextOf: (list: ParentNode) => string | null,
): FurtherPages {
  const own = nextOf(list);
  const loaded: Further[] = [];
  let shown = 1;
  const grid = [...itemsOf(list)][0]?.parentElement;
  const load = async (): Promise<boolean> => {
    const href = loaded.length === 0 ? own : (loaded.at(-1)?.next ?? null);
    if (href === null) return false;
    const page = await fetchPage(href);
    const items = [...itemsOf(page)].map((item) => document.importNode(item, true));
    loaded.push({ items, next: nextOf(page) });
    return true;
  };
  let last: Promise<unknown> = Promise.resolve();
  const show = async (page: number) => {
    while (loaded.length < page - 1 && (await load())) {}
    const most = Math.min(page, loaded.length + 1);
    for (const { items } of loaded.slice(most - 1, Math.max(shown - 1, 0))) for (const item of items) item.remove();
    for (const { items } of loaded.slice(shown - 1, most - 1)) grid?.append(...items);
    shown = most;
    return shown;
  };
  return {
    showUpTo(page) {
      const turn = last.then(() => show(page));
      last = turn.catch(() => {});
      return turn;
    },
  };
}
