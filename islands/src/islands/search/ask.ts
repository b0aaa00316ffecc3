// The requests of the search screen, and when none is sent.
import type { SearchResponse } from "../../api/schema.gen";
import { search } from "../../api/search.gen";
import type { Grammar, ListState } from "../../listing/state";

/** Shorter queries are not sent (R-SEARCH-01). */
export const SHORTEST = 2;

/**
 * The fragment of a URL that shows all results for a product number instead of redirecting to the product (SEARCH-14).
 */
export const ALL = "#all";

/** The order of facets and sort options is that of the API; the first sort option is the default. */
export const GRAMMAR: Grammar = {
  facets: ["category", "brand", "designer", "material", "color", "price", "delivery"],
  sorts: ["relevance", "new", "price_asc", "price_desc"],
};

export function askFor({ query, chosen, sort, page }: ListState, signal: AbortSignal): Promise<SearchResponse> {
  const asked: Record<string, string | string[]> = { q: tidy(query) };
  for (const [facet, values] of Object.entries(chosen)) asked[facet] = [...values];
  if (sort !== null) asked.sort = sort;
  if (page > 1) asked.page = String(page);
  return search({ query: asked, signal });
}

/** No request is sent without a query or filters. */
export function isNothingAsked({ query, chosen }: ListState): boolean {
  return tidy(query).length < SHORTEST && Object.keys(chosen).length === 0;
}

/** A normalized query: trimmed, with single spaces. */
export function tidy(query: string): string {
  return query.trim().replace(/\s+/g, " ").slice(0, 200);
}
