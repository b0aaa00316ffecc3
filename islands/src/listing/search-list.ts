// One page of a list of products, as the API answers it.
import { type CallData, request } from "../api/request";
import type { Answer } from "./answer";
import type { Card } from "./card";
import { type Grammar, type ListState, queryOf } from "./state";

/** `category` is the list's own, which a choice may replace. */
export function askProducts(
  state: ListState,
  category: string | null,
  grammar: Pick<Grammar, "facets">,
  signal: AbortSignal,
): Promise<Answer<Card>> {
  const query = queryOf({ ...state, category: state.category ?? category }, grammar);
  return request<CallData, Answer<Card>>({ method: "GET", url: `/api/search${query}`, signal });
}
