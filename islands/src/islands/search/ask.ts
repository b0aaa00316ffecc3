// What the search screen asks for, and when it asks for nothing.
import type { SearchResponse } from "../../api/schema.gen";
import { search } from "../../api/search.gen";
import type { Grammar, ListState } from "../../listing/state";

/** Shorter queries are not sent (R-SEARCH-01). */
export const SHORTEST = 2;

/** What the address ends in where a product's number leads to all results in place of the product (SEARCH-14). */
export const ALL = "#all";

/** The order of facets and orders is that of the API; the first order is the search's own. */
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

/** Nothing is asked before something is typed or chosen. */
export function isNothingAsked({ query, chosen }: ListState): boolean {
  return tidy(query).length < SHORTEST && Object.keys(chosen).length === 0;
}

/** A query as it is looked for: without blanks around it, one between words. */
export function tidy(query: string): string {
  return query.trim().replace(/\s+/g, " ").slice(0, 200);
}
