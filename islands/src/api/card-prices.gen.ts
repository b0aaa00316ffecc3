// Generated from openapi.json by scripts/api-types.

import { type Input, request } from "./request";
import type { GetCardPricesData, GetCardPricesResponse } from "./schema.gen";

/** Returns a customer's own prices of product families, in words; nothing for visitors without own prices. */
export const getCardPrices = (input: Input<GetCardPricesData>): Promise<GetCardPricesResponse> =>
  request<GetCardPricesData, GetCardPricesResponse>({ method: "GET", url: "/api/card-prices", ...input });
