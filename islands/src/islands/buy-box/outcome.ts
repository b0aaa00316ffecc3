// What an answer of the cart means for the product that was added: Shopware answers 200 and names in `errors` what it did not do.
import type { ApiError } from "../../api/request";
import type { CartError, CartResponse } from "../../api/schema.gen";

export type Outcome = { readonly added: boolean; readonly causes: readonly string[] };

/** Reads the answer to adding `productId`. Its own errors come first; without any, and without its line, all of them are the cause. */
export function outcomeOf(cart: CartResponse, productId: string): Outcome {
  const own = cart.errors.filter(({ key }) => key.includes(productId));
  const refused = own.some(({ level }) => level === "error");
  const added = !refused && cart.line_items.some((item) => item.product_id === productId);
  return { added, causes: causesOf(own.length > 0 || added ? own : cart.errors) };
}

/** Why the call failed, in the API's words; ours where it was not reached. */
export function failureOf(error: ApiError, unreachable: string): Outcome {
  return { added: false, causes: error.status === 0 ? [unreachable] : error.details("").filter((text) => text !== "") };
}

function causesOf(errors: readonly CartError[]): string[] {
  return [...new Set(errors.map(({ message }) => message).filter((message) => message !== ""))];
}
