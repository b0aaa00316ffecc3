// The static list of a page: reads the data of its bar, and updates it.
import type { Facet } from "./answer";
import type { SortOption } from "./Sort";
import type { Grammar } from "./state";

/** The bar of a list, as rendered by `components/list-bar.html` and `macros/filters.html`. */
export type PageBar = {
  readonly facets: readonly Facet[];
  readonly sorts: readonly SortOption[];
  readonly total: number;
  readonly category: string | null;
  readonly grammar: Grammar;
  /** The facet that is open. */
  readonly open: string | null;
};

export function readBar(bar: HTMLElement): PageBar {
  const details = [...bar.querySelectorAll<HTMLDetailsElement>("details[data-facet]")];
  const facets = details.map((facet) => ({
    key: facet.dataset.facet ?? "",
    label: facet.querySelector("summary")?.textContent?.trim() ?? "",
    values: [...facet.querySelectorAll<HTMLElement>("li[data-value]")].map(valueOfItem),
  }));
  const options = [...bar.querySelectorAll<HTMLOptionElement>("select[name=sort] option")];
  const own = bar.dataset.sort;
  const sorts = options
    .map(({ value, label }) => ({ key: value, label }))
    .sort((a, b) => Number(b.key === own) - Number(a.key === own));
  return {
    facets,
    sorts,
    total: Number(bar.dataset.total),
    category: bar.dataset.category ?? null,
    grammar: { facets: facets.map(({ key }) => key), sorts: sorts.map(({ key }) => key) },
    open: details.find(({ open }) => open)?.dataset.facet ?? null,
  };
}

function valueOfItem(item: HTMLElement) {
  const { value: key = "", count, color = null } = item.dataset;
  const label = [...item.childNodes].find((node) => node.textContent?.trim())?.textContent?.trim() ?? "";
  return { key, label, count: Number(count), color };
}

/** Waits while the visitor has the sort select open, which would close when it is replaced. */
export function unlessSorting(bar: HTMLElement): Promise<void> {
  const select = bar.querySelector("select");
  if (select === null || document.activeElement !== select || select.matches(":focus-visible"))
    return Promise.resolve();
  return new Promise((resolve) => {
    for (const event of ["change", "blur", "keydown"]) select.addEventListener(event, () => resolve(), { once: true });
  });
}

/** Restores the focus in the bar, or in the one in its place, after a script has replaced its content. */
export function keepFocus(bar: HTMLElement): (now?: HTMLElement) => void {
  const focused = bar.contains(document.activeElement) ? document.activeElement : null;
  if (focused === null) return () => {};
  const facet = focused.closest<HTMLElement>("details")?.dataset.facet;
  const value = focused.closest<HTMLElement>("li")?.dataset.value;
  const inFacet = value === undefined ? "summary" : `[data-value="${CSS.escape(value)}"] input`;
  const mark = facet === undefined ? focused.localName : `[data-facet="${facet}"] ${inFacet}`;
  return (now = bar) => now.querySelector<HTMLElement>(mark)?.focus({ preventScroll: true });
}

/** Loads the style sheet of the filters, on first use. */
export function styled({ sheet: href, sheetIntegrity: integrity = "" }: DOMStringMap): Promise<void> {
  if (href === undefined || document.querySelector(`link[href="${href}"]`) !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const sheet = document.createElement("link");
    Object.assign(sheet, { rel: "stylesheet", href, integrity });
    // Without it the filters are unstyled, but they work.
    sheet.onload = sheet.onerror = () => resolve();
    document.head.append(sheet);
  });
}

/** A selection of more than one value is not indexed (FACET-13). */
export function tellRobots(chosen: number): void {
  const known = document.head.querySelector("meta[name=robots][data-list]");
  if (chosen < 2) {
    known?.remove();
    return;
  }
  if (known !== null) return;
  const meta = document.createElement("meta");
  Object.assign(meta, { name: "robots", content: "noindex,follow" });
  meta.dataset.list = "";
  document.head.append(meta);
}
