// The outcome of adding a product, from the cart's response: Shopware responds 200 and lists in `errors` what it did
// not do.
import type { ApiError } from "../../api/request";
import type { CartError, CartResponse } from "../../api/schema.gen";

export type Outcome = { readonly added: boolean; readonly causes: readonly string[] };

/**
 * Interprets the response to adding `productId`. Errors of that product come first; if there are none and its line item
 * is missing, all errors count.
 */
export function outcomeOf(cart: CartResponse, productId: string): Outcome {
  const own = cart.errors.filter(({ key }) => key.includes(productId));
  const added =
    own.every(({ level }) => level !== "error") && cart.line_items.some((item) => item.product_id === productId);
  return { added, causes: causesOf(own[0] || added ? own : cart.errors) };
}

/** Why the request failed: the API's text, or `unreachable` if there was no response. */
export function causesOfFailure(error: ApiError, unreachable: string): string[] {
  return error.status ? error.details("").filter(Boolean) : [unreachable];
}

function causesOf(errors: readonly CartError[]): string[] {
  return [...new Set(errors.map(({ message }) => message).filter(Boolean))];
}
