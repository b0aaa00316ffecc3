// Generated from openapi.json by scripts/api-types.

import { type Input, request } from "./request";
import type { GetOrderData, GetOrderResponse, LookUpOrderData, LookUpOrderResponse, PayOrderData, PayOrderResponse, PlaceOrderData, PlaceOrderResponse } from "./schema.gen";

/** Orders the cart that was shown, once for each idempotency key, and begins its payment. */
export const placeOrder = (input: Input<PlaceOrderData>): Promise<PlaceOrderResponse> =>
  request<PlaceOrderData, PlaceOrderResponse>({ method: "POST", url: "/api/orders", ...input });

/** Returns the order of a guest who has the code of its link, without a session. */
export const lookUpOrder = (input: Input<LookUpOrderData>): Promise<LookUpOrderResponse> =>
  request<LookUpOrderData, LookUpOrderResponse>({ method: "POST", url: "/api/orders/lookup", ...input });

/** Returns an order of the session's customer. */
export const getOrder = (input: Input<GetOrderData>): Promise<GetOrderResponse> =>
  request<GetOrderData, GetOrderResponse>({ method: "GET", url: "/api/orders/{id}", ...input });

/** Begins the payment of an order that was not paid, with the same payment method or another one. */
export const payOrder = (input: Input<PayOrderData>): Promise<PayOrderResponse> =>
  request<PayOrderData, PayOrderResponse>({ method: "POST", url: "/api/orders/{id}/payment", ...input });
