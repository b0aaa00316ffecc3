// Generated from openapi.json by scripts/api-types.

import { type Input, request } from "./request";
import type { SearchData, SearchResponse } from "./schema.gen";

/** Returns products with their filters, and pages of content; without a query, the list of a category. */
export const search = (input: Input<SearchData>): Promise<SearchResponse> =>
  request<SearchData, SearchResponse>({ method: "GET", url: "/api/search", ...input });
