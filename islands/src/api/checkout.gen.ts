// Generated from openapi.json by scripts/api-types.

import { type Input, request } from "./request";
import type { ChangeCheckoutData, ChangeCheckoutResponse, GetAddressFormData, GetAddressFormResponse, GetCheckoutData, GetCheckoutResponse, GoOnAsGuestData, GoOnAsGuestResponse, OrderAsGuestData, OrderAsGuestResponse } from "./schema.gen";

/** Returns all that the checkout shows: who orders, addresses, methods, lists, and the cart with its taxes. */
export const getCheckout = (): Promise<GetCheckoutResponse> =>
  request<GetCheckoutData, GetCheckoutResponse>({ method: "GET", url: "/api/checkout" });

/** Chooses shipping method, payment method, addresses or country, and returns the checkout as it is then. */
export const changeCheckout = (input: Input<ChangeCheckoutData>): Promise<ChangeCheckoutResponse> =>
  request<ChangeCheckoutData, ChangeCheckoutResponse>({ method: "PATCH", url: "/api/checkout", ...input });

/** Returns what an address is chosen from, countries and salutations, and what it needs. */
export const getAddressForm = (): Promise<GetAddressFormResponse> =>
  request<GetAddressFormData, GetAddressFormResponse>({ method: "GET", url: "/api/checkout/form" });

/** Makes the visitor a guest with contact and addresses, unless the e-mail address has to be confirmed first, and returns the checkout as it is then. */
export const orderAsGuest = (input: Input<OrderAsGuestData>): Promise<OrderAsGuestResponse> =>
  request<OrderAsGuestData, OrderAsGuestResponse>({ method: "POST", url: "/api/checkout/guest", ...input });

/** Makes the visitor the guest whose e-mail address was confirmed on another device, if it was, and returns the checkout. */
export const goOnAsGuest = (input: Input<GoOnAsGuestData>): Promise<GoOnAsGuestResponse> =>
  request<GoOnAsGuestData, GoOnAsGuestResponse>({ method: "POST", url: "/api/checkout/guest/go-on", ...input });
