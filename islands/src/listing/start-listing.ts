// Prepares a list before its filters are loaded: shows elements that need a script, waits for the first interaction,
// and records clicks.
import { untilReleased } from "./released";
import { cameBack, focusTile, rememberTile } from "./tile";

/** A click before the filters were loaded. */
export type Press =
  | { readonly kind: "value"; readonly facet: string; readonly value: string }
  | { readonly kind: "sort"; readonly value: string }
  | { readonly kind: "dialog" }
  | { readonly kind: "more" };

/** Passed to the code that takes over the list, so that it need not import this. */
export type Before = {
  /** The last recorded click. */
  readonly press: () => Press | null;
  /** Resolves when no pointer is down on the list: a control that is replaced while it is pressed gets no click. */
  readonly released: () => Promise<void>;
  /** Focuses the tile that was opened from this list. */
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
        // biome-ignore lint/suspicious/noConsole: the only report of this error; the static list stays
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
  // A sort order that was chosen before this script ran; after Back the browser restores the last one itself.
  const select = bar.querySelector("select");
  if (!cameBack() && select !== null && select.value !== bar.dataset.sort) keepSort({ target: select });
  if (location.search === "" || !asksForList(bar)) {
    focusTile(root);
    return;
  }
  list.ariaBusy = "true";
  begin();
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

/** Whether the query refers to this list: analytics scripts add parameters of their own. */
function asksForList(bar: HTMLElement): boolean {
  const facets = [...bar.querySelectorAll<HTMLElement>("[data-facet]")].map((facet) => facet.dataset.facet);
  const known = [...facets, "category", "sort", "page"];
  return [...new URLSearchParams(location.search).keys()].some((key) => known.includes(key));
}
