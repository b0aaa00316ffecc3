// Price and stock as they are now. A file of its own: every product page asks, before anything is touched.
import { request } from "./request";
import type { GetOffersData, OffersResponse } from "./schema.gen";

export type OffersApi = { readonly getOffers: (ids: readonly string[]) => Promise<OffersResponse> };

export const offersApi: OffersApi = {
  getOffers: (ids) =>
    request<GetOffersData, OffersResponse>({ method: "GET", url: "/api/offers", query: { ids: ids.join(",") } }),
};
