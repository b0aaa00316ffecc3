// The cart's operations, each a name, an address and the generated types of what goes in and out.
import { beginning } from "./beginning";
import { request } from "./request";
import type { AddLineItemData, CartResponse, ChangeLineItemData, GetCartData, RemoveLineItemData } from "./schema.gen";

export type CartApi = {
  readonly getCart: () => Promise<CartResponse>;
  readonly addLineItem: (productId: string, quantity: number) => Promise<CartResponse>;
  readonly changeLineItem: (id: string, quantity: number) => Promise<CartResponse>;
  readonly removeLineItem: (id: string) => Promise<CartResponse>;
};

export const cartApi: CartApi = {
  getCart: () => request<GetCartData, CartResponse>({ method: "GET", url: "/api/cart" }),
  addLineItem: (productId, quantity) =>
    beginning(() =>
      request<AddLineItemData, CartResponse>({
        method: "POST",
        url: "/api/cart/line-items",
        body: { product_id: productId, quantity },
      }),
    ),
  changeLineItem: (id, quantity) =>
    request<ChangeLineItemData, CartResponse>({
      method: "PATCH",
      url: "/api/cart/line-items/{id}",
      path: { id },
      body: { quantity },
    }),
  removeLineItem: (id) =>
    request<RemoveLineItemData, CartResponse>({ method: "DELETE", url: "/api/cart/line-items/{id}", path: { id } }),
};
