// What a visitor chose in a list, and its address: the query is the only state (FACET-1).
//
// **Invariant:** the same choice has the same address, in whatever order it was made; what a list does not know is
// ignored.

/** Chosen keys by facet; a facet without any is absent. */
export type Chosen = Readonly<Record<string, readonly string[]>>;

export type ListState = {
  /** What is looked for; empty on a list that is no search. */
  readonly query: string;
  readonly category: string | null;
  readonly chosen: Chosen;
  /** `null` is the list's own order. */
  readonly sort: string | null;
  /** The last page that is shown, with all pages before it. */
  readonly page: number;
};

/** What the query of a list may say. */
export type Grammar = {
  /** Keys of the facets in the order of the page. */
  readonly facets: readonly string[];
  /** Keys of the orders; the first is the list's own. */
  readonly sorts: readonly string[];
};

export const PRICE = "price";
/** More pages than anybody loads one by one; an address may not ask for more at once. */
const MAX_PAGES = 20;
const MAX_VALUES = 24;
const MAX_LENGTH = 100;

export function parseState(search: string, { facets, sorts }: Grammar): ListState {
  const query = new URLSearchParams(search);
  const chosen: Record<string, readonly string[]> = {};
  for (const facet of facets) {
    const fit = (value: string) =>
      value !== "" && value.length <= MAX_LENGTH && (facet !== PRICE || priceRange(value) !== null);
    const values = [...new Set(query.getAll(facet).filter(fit))].sort().slice(0, MAX_VALUES);
    // A price is one range.
    if (values.length > 0) chosen[facet] = facet === PRICE ? values.slice(-1) : values;
  }
  const sort = query.get("sort");
  return {
    query: query.get("q") ?? "",
    // Where several may be chosen it is a facet.
    category: facets.includes("category") ? null : codeOf(query.get("category")),
    chosen,
    sort: sort !== null && sorts.slice(1).includes(sort) ? sort : null,
    page: pageOf(query.get("page")),
  };
}

/** A category's id, which links to the overview may have (R-CMS-06), is no code: the whole list is shown for it. */
function codeOf(category: string | null): string | null {
  return category === null || category === "" || /^[0-9a-f]{32}$/.test(category) ? null : category;
}

function pageOf(text: string | null): number {
  const page = Number(text ?? 1);
  return Number.isInteger(page) && page >= 1 ? Math.min(page, MAX_PAGES) : 1;
}

/** The query with its question mark, empty where nothing is chosen. */
export function queryOf(state: ListState, { facets }: Pick<Grammar, "facets">): string {
  const query = new URLSearchParams();
  if (state.query !== "") query.append("q", state.query);
  if (state.category !== null) query.append("category", state.category);
  for (const facet of facets) for (const value of [...(state.chosen[facet] ?? [])].sort()) query.append(facet, value);
  if (state.sort !== null) query.append("sort", state.sort);
  if (state.page > 1) query.append("page", String(state.page));
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** Whether the list is another one than the page's own. */
export function isOwnList({ category, chosen, sort }: ListState): boolean {
  return category === null && sort === null && Object.keys(chosen).length === 0;
}

export function countChosen(chosen: Chosen): number {
  return Object.values(chosen).reduce((sum, values) => sum + values.length, 0);
}

/** The choice with one value of a facet added or removed; of prices there is one. */
export function toggled(chosen: Chosen, facet: string, value: string): Chosen {
  const values = chosen[facet] ?? [];
  if (values.includes(value))
    return withValues(
      chosen,
      facet,
      values.filter((one) => one !== value),
    );
  return withValues(chosen, facet, facet === PRICE ? [value] : [...values, value].sort());
}

export function withValues(chosen: Chosen, facet: string, values: readonly string[]): Chosen {
  const { [facet]: _, ...others } = chosen;
  return values.length === 0 ? others : { ...others, [facet]: values };
}

export type Range = { readonly from: number | null; readonly to: number | null };

/** `250-500`, `250-`, `-500` in whole units; `null` if it is none. */
export function priceRange(text: string): Range | null {
  const [, from = "", to = ""] = /^(\d{0,7})-(\d{0,7})$/.exec(text) ?? [];
  if (from === "" && to === "") return null;
  const range = { from: from === "" ? null : Number(from), to: to === "" ? null : Number(to) };
  return range.from !== null && range.to !== null && range.from > range.to ? null : range;
}

export function priceKey({ from, to }: Range): string {
  return `${from ?? ""}-${to ?? ""}`;
}
