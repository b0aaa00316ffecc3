// The current offer of the page's product for this visitor, shared by all parts of the page that show it (R-PDP-03).
import type { Offer } from "../api/schema.gen";
import { createStore, type Store } from "./create-store";

export type OfferState =
  | { readonly status: "pending" }
  /** `offer` is `null` for a product that is no longer sold. */
  | { readonly status: "success"; readonly offer: Offer | null }
  | { readonly status: "error" };

export type OfferStore = Store<OfferState>;

export function createOfferStore(): OfferStore {
  return createStore<OfferState>({ status: "pending" });
}

let shared: OfferStore | undefined;

/** The offer that all islands of this page share. */
export function offerStore(): OfferStore {
  shared ??= createOfferStore();
  return shared;
}
