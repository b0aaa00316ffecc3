// What the page's product costs this visitor now, shared by everything on the page that says it (R-PDP-03).
import type { Offer } from "../api/schema.gen";
import { createStore, type Store } from "./create-store";

export type OfferState =
  | { readonly status: "pending" }
  /** `offer` is `null` for a product that is not sold any more. */
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
