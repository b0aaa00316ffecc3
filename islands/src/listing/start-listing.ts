// What a list does before its filters are there: shows what a script can use, waits for a visitor who turns to it, and
// keeps what is pressed meanwhile.
import { cameBack, focusTile, rememberTile } from "./tile";

/** What a visitor pressed before the filters were there. */
export type Press =
  | { readonly kind: "value"; readonly facet: string; readonly value: string }
  | { readonly kind: "sort"; readonly value: string }
  | { readonly kind: "dialog" }
  | { readonly kind: "more" };

/** What those who take the list over get, so that they need not import it. */
export type Before = {
  /** The last press that waited. */
  readonly press: () => Press | null;
  /** Resolves when no pointer is down on the list: a control that is replaced while it is pressed gets no click. */
  readonly released: () => Promise<void>;
  /** Puts the focus on the tile that was opened from here. */
  readonly focusTile: (list: ParentNode) => void;
};

type TakeOver = (before: Before) => Promise<void>;

export function startListing(root: HTMLElement, takeOver: TakeOver): void {
  const bar = root.querySelector<HTMLElement>("[data-list]");
  if (bar === null) return;
  const list = root.querySelector<HTMLElement>("[data-own-list]") ?? root;
  for (const part of root.querySelectorAll<HTMLElement>("[data-scripted][hidden]")) part.hidden = false;
  root.addEventListener("click", rememberTile);
  let press: Press | null = null;
  let begun = false;
  let released = Promise.resolve();
  root.addEventListener("pointerdown", () => {
    released = untilReleased();
  });
  const begin = () => {
    if (begun) return;
    begun = true;
    takeOver({ press: () => press, released: () => released, focusTile })
      .catch((error: unknown) => {
        root.dataset.islandError = "";
        list.ariaBusy = null;
        // biome-ignore lint/suspicious/noConsole: the only report of this error; the list of the page stays
        console.error("the filters of the list could not start", error);
      })
      .finally(() => {
        root.removeEventListener("click", keep, true);
        bar.removeEventListener("change", keepSort);
        bar.removeAttribute("aria-busy");
      });
  };
  const keepSort = ({ target }: Pick<Event, "target">) => {
    if (!(target instanceof HTMLSelectElement)) return;
    press = { kind: "sort", value: target.value };
    begin();
  };
  const keep = (event: MouseEvent) => {
    const found = pressOf(event);
    if (found === null) return;
    event.preventDefault();
    press = found;
    bar.ariaBusy = "true";
    begin();
  };
  root.addEventListener("click", keep, true);
  bar.addEventListener("change", keepSort);
  for (const event of ["pointerenter", "pointerdown", "focusin"]) bar.addEventListener(event, begin, { once: true });
  // An order that was chosen before this script came; on the way back the browser puts the last one there itself.
  const select = bar.querySelector("select");
  if (!cameBack() && select !== null && select.value !== bar.dataset.sort) keepSort({ target: select });
  if (location.search === "" || !asksForList(bar)) {
    focusTile(root);
    return;
  }
  list.ariaBusy = "true";
  begin();
}

/** As in the loader, which this file shares nothing with: a part of both would be a request of every page. */
function untilReleased(): Promise<void> {
  return new Promise((resolve) => {
    const ends = new AbortController();
    const end = () => {
      ends.abort();
      // After the click that follows.
      setTimeout(resolve);
    };
    for (const event of ["pointerup", "pointercancel"]) addEventListener(event, end, { signal: ends.signal });
  });
}

function pressOf({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): Press | null {
  if (!(target instanceof Element) || ctrlKey || metaKey || shiftKey) return null;
  if (target.closest("[data-filters]")) return { kind: "dialog" };
  if (target.closest("[data-more] a")) return { kind: "more" };
  const value = target.closest<HTMLElement>("details[data-facet] li[data-value]");
  const facet = value?.closest<HTMLElement>("details")?.dataset.facet;
  const key = value?.dataset.value;
  return facet === undefined || key === undefined ? null : { kind: "value", facet, value: key };
}

/** Whether the query says something about this list: a script that only counts visits adds words of its own. */
function asksForList(bar: HTMLElement): boolean {
  const facets = [...bar.querySelectorAll<HTMLElement>("[data-facet]")].map((facet) => facet.dataset.facet);
  const known = [...facets, "category", "sort", "page"];
  return [...new URLSearchParams(location.search).keys()].some((key) => known.includes(key));
}
