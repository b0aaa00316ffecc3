// The selection in a list, and its URL: the query is the only state (FACET-1).
//
// **Invariant:** the same selection has the same URL, whatever the order of clicks; unknown parameters are ignored.

/** Selected keys by facet; facets without a selection are absent. */
export type Chosen = Readonly<Record<string, readonly string[]>>;

export type ListState = {
  /** The search query; empty on a list that is not a search. */
  readonly query: string;
  readonly category: string | null;
  readonly chosen: Chosen;
  /** `null` is the default sort order. */
  readonly sort: string | null;
  /** The last page that is shown, together with all pages before it. */
  readonly page: number;
};

/** The parameters that a list accepts. */
export type Grammar = {
  /** Keys of the facets in the order of the page. */
  readonly facets: readonly string[];
  /** Keys of the sort options; the first is the default. */
  readonly sorts: readonly string[];
};

export const PRICE = "price";
/** More pages than anyone loads one by one; a URL may not request more at once. */
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
    // Only one price range.
    if (values.length > 0) chosen[facet] = facet === PRICE ? values.slice(-1) : values;
  }
  const sort = query.get("sort");
  return {
    query: query.get("q") ?? "",
    // If several categories can be selected, it is a facet.
    category: facets.includes("category") ? null : codeOf(query.get("category")),
    chosen,
    sort: sort !== null && sorts.slice(1).includes(sort) ? sort : null,
    page: pageOf(query.get("page")),
  };
}

/** A category id, which links to the overview may contain (R-CMS-06), is not a code: the whole list is shown for it. */
function codeOf(category: string | null): string | null {
  return category === null || category === "" || /^[0-9a-f]{32}$/.test(category) ? null : category;
}

function pageOf(text: string | null): number {
  const page = Number(text ?? 1);
  return Number.isInteger(page) && page >= 1 ? Math.min(page, MAX_PAGES) : 1;
}

/** The query including its question mark; empty without a selection. */
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

/** Whether the list differs from the static one. */
export function isOwnList({ category, chosen, sort }: ListState): boolean {
  return category === null && sort === null && Object.keys(chosen).length === 0;
}

export function countChosen(chosen: Chosen): number {
  return Object.values(chosen).reduce((sum, values) => sum + values.length, 0);
}

/** The selection with one value of a facet added or removed; a price replaces the previous one. */
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

/** `250-500`, `250-`, `-500` in whole units; `null` if invalid. */
export function priceRange(text: string): Range | null {
  const [, from = "", to = ""] = /^(\d{0,7})-(\d{0,7})$/.exec(text) ?? [];
  if (from === "" && to === "") return null;
  const range = { from: from === "" ? null : Number(from), to: to === "" ? null : Number(to) };
  return range.from !== null && range.to !== null && range.from > range.to ? null : range;
}

export function priceKey({ from, to }: Range): string {
  return `${from ?? ""}-${to ?? ""}`;
}
