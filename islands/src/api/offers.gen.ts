// Generated from openapi.json by scripts/api-types.

import { type Input, request } from "./request";
import type { GetOffersData, GetOffersResponse } from "./schema.gen";

/** Returns price and stock of products for this visitor; products that are not sold any more are left out. */
export const getOffers = (input: Input<GetOffersData>): Promise<GetOffersResponse> =>
  request<GetOffersData, GetOffersResponse>({ method: "GET", url: "/api/offers", ...input });
