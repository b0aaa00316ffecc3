// Generated from openapi.json by scripts/api-types.

import { beginning } from "./beginning";
import { type Input, request } from "./request";
import type { AddByNumberData, AddByNumberResponse, AddLineItemData, AddLineItemResponse, AddPromotionData, AddPromotionResponse, ChangeLineItemData, ChangeLineItemResponse, ChangeLineItemsData, ChangeLineItemsResponse, GetCartData, GetCartOverviewData, GetCartOverviewResponse, GetCartResponse, RemoveLineItemData, RemoveLineItemResponse } from "./schema.gen";

/** Returns the cart; it is empty for a visitor without a session. */
export const getCart = (): Promise<GetCartResponse> =>
  request<GetCartData, GetCartResponse>({ method: "GET", url: "/api/cart" });

/** Adds a product to the cart; the quantity is added to that of the same product. */
export const addLineItem = (input: Input<AddLineItemData>): Promise<AddLineItemResponse> =>
  beginning(() => request<AddLineItemData, AddLineItemResponse>({ method: "POST", url: "/api/cart/line-items", ...input }));

/** Sets the quantities of several line items in one change. */
export const changeLineItems = (input: Input<ChangeLineItemsData>): Promise<ChangeLineItemsResponse> =>
  request<ChangeLineItemsData, ChangeLineItemsResponse>({ method: "PATCH", url: "/api/cart/line-items", ...input });

/** Sets the quantity of a line item. */
export const changeLineItem = (input: Input<ChangeLineItemData>): Promise<ChangeLineItemResponse> =>
  request<ChangeLineItemData, ChangeLineItemResponse>({ method: "PATCH", url: "/api/cart/line-items/{id}", ...input });

/** Removes a line item from the cart. */
export const removeLineItem = (input: Input<RemoveLineItemData>): Promise<RemoveLineItemResponse> =>
  request<RemoveLineItemData, RemoveLineItemResponse>({ method: "DELETE", url: "/api/cart/line-items/{id}", ...input });

/** Adds products by number to the cart of a business customer; each line gets an outcome. */
export const addByNumber = (input: Input<AddByNumberData>): Promise<AddByNumberResponse> =>
  request<AddByNumberData, AddByNumberResponse>({ method: "POST", url: "/api/cart/numbers", ...input });

/** Returns what the page of the cart shows: the cart, its visitor, where the shop delivers to and how one may pay. */
export const getCartOverview = (): Promise<GetCartOverviewResponse> =>
  request<GetCartOverviewData, GetCartOverviewResponse>({ method: "GET", url: "/api/cart/overview" });

/** Adds a promotion code to the cart; it is removed like any other line item. */
export const addPromotion = (input: Input<AddPromotionData>): Promise<AddPromotionResponse> =>
  request<AddPromotionData, AddPromotionResponse>({ method: "POST", url: "/api/cart/promotions", ...input });
