// Generated from openapi.json by scripts/api-types.

import { type Input, request } from "./request";
import type { ChangeCheckoutData, ChangeCheckoutResponse, GetAddressFormData, GetAddressFormResponse, GetCheckoutData, GetCheckoutResponse, OrderAsGuestData, OrderAsGuestResponse } from "./schema.gen";

/** Returns all that the checkout shows: who orders, addresses, methods, lists, and the cart with its taxes. */
export const getCheckout = (): Promise<GetCheckoutResponse> =>
  request<GetCheckoutData, GetCheckoutResponse>({ method: "GET", url: "/api/checkout" });

/** Chooses shipping method, payment method, addresses or country, and returns the checkout as it is then. */
export const changeCheckout = (input: Input<ChangeCheckoutData>): Promise<ChangeCheckoutResponse> =>
  request<ChangeCheckoutData, ChangeCheckoutResponse>({ method: "PATCH", url: "/api/checkout", ...input });

/** Returns what an address is chosen from: countries and salutations. */
export const getAddressForm = (): Promise<GetAddressFormResponse> =>
  request<GetAddressFormData, GetAddressFormResponse>({ method: "GET", url: "/api/checkout/form" });

/** Makes the visitor a guest with contact and addresses, and returns the checkout as it is then. */
export const orderAsGuest = (input: Input<OrderAsGuestData>): Promise<OrderAsGuestResponse> =>
  request<OrderAsGuestData, OrderAsGuestResponse>({ method: "POST", url: "/api/checkout/guest", ...input });
