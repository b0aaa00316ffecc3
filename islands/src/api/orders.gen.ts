// Generated from openapi.json by scripts/api-types.

import { type Input, request } from "./request";
import type { CancelOrderData, CancelOrderResponse, GetOrderData, GetOrderResponse, ListOrdersData, ListOrdersResponse, LookUpOrderData, LookUpOrderResponse, PayOrderData, PayOrderResponse, PlaceOrderData, PlaceOrderResponse, ReorderData, ReorderResponse } from "./schema.gen";

/** Returns a page of the orders of the session's customer, newest first. */
export const listOrders = (input: Input<ListOrdersData>): Promise<ListOrdersResponse> =>
  request<ListOrdersData, ListOrdersResponse>({ method: "GET", url: "/api/orders", ...input });

/** Orders the cart that was shown, once for each idempotency key, and begins its payment. */
export const placeOrder = (input: Input<PlaceOrderData>): Promise<PlaceOrderResponse> =>
  request<PlaceOrderData, PlaceOrderResponse>({ method: "POST", url: "/api/orders", ...input });

/** Returns the order of a link: to its own customer, or to a guest who knows its e-mail address and postal code. */
export const lookUpOrder = (input: Input<LookUpOrderData>): Promise<LookUpOrderResponse> =>
  request<LookUpOrderData, LookUpOrderResponse>({ method: "POST", url: "/api/orders/lookup", ...input });

/** Returns an order of the session's customer. */
export const getOrder = (input: Input<GetOrderData>): Promise<GetOrderResponse> =>
  request<GetOrderData, GetOrderResponse>({ method: "GET", url: "/api/orders/{id}", ...input });

/** Cancels an order of which nothing was shipped, where the shop allows it. */
export const cancelOrder = (input: Input<CancelOrderData>): Promise<CancelOrderResponse> =>
  request<CancelOrderData, CancelOrderResponse>({ method: "POST", url: "/api/orders/{id}/cancel", ...input });

/** Begins the payment of an order that was not paid, with the same payment method or another one. */
export const payOrder = (input: Input<PayOrderData>): Promise<PayOrderResponse> =>
  request<PayOrderData, PayOrderResponse>({ method: "POST", url: "/api/orders/{id}/payment", ...input });

/** Adds the products of an order to the cart, and tells what could not be added. */
export const reorder = (input: Input<ReorderData>): Promise<ReorderResponse> =>
  request<ReorderData, ReorderResponse>({ method: "POST", url: "/api/orders/{id}/reorder", ...input });
