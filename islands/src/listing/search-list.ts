// Requests one page of a product list from the API.
import type { SearchCard, SearchData } from "../api/schema.gen";
import { search } from "../api/search.gen";
import type { Answer } from "./answer";
import type { PageBar } from "./page";
import type { ListState } from "./state";

/** The facets are those of the page, in its order. */
export async function askProducts(state: ListState, page: PageBar, signal: AbortSignal): Promise<Answer<SearchCard>> {
  const category = state.category ?? page.category;
  const sort = state.sort ?? page.sorts[0]?.key;
  const query: NonNullable<SearchData["query"]> = {
    ...(state.query !== "" && { q: state.query }),
    ...(category !== null && { category: [category] }),
    ...state.chosen,
    ...(sort !== undefined && { sort }),
    ...(state.page > 1 && { page: String(state.page) }),
  };
  const answer = await search({ query, signal });
  const facets = page.facets.flatMap(({ key }) => answer.facets.find((facet) => facet.key === key) ?? []);
  return { ...answer, facets };
}
