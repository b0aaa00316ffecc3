// Generated from openapi.json by scripts/api-types.

import { type Input, request } from "./request";
import type { SuggestData, SuggestResponse } from "./schema.gen";

/** Returns what can be suggested while a query is being typed. */
export const suggest = (input: Input<SuggestData>): Promise<SuggestResponse> =>
  request<SuggestData, SuggestResponse>({ method: "GET", url: "/api/suggest", ...input });
