// What islands tell about carts, orders, searches and forms, with `globalThis.vitrineSignals?.push(…)`. The layer's island
// makes commerce events of it after consent (`consent/events.ts`); without a tag manager nobody listens.
// Types only, so it adds no code to any island.
import type { CartResponse } from "../api/schema.gen";

export type Signal =
  /** A change of the cart was answered; `before` is `null` where it was not read before. */
  | {
      readonly is: "cart";
      readonly before: CartResponse | null;
      readonly after: CartResponse;
      /** What was added, if that is known. */
      readonly added?: { readonly product_id: string; readonly quantity: number };
    }
  /** The checkout shows its items. */
  | { readonly is: "checkout"; readonly cart: CartResponse }
  /** An order was placed. */
  | { readonly is: "order"; readonly number: string; readonly cart: CartResponse }
  | { readonly is: "search"; readonly query: string; readonly results: number }
  | { readonly is: "form"; readonly form: string };

declare global {
  /** Exists on pages with a layer, once its island is mounted. */
  var vitrineSignals: Signal[] | { push: (signal: Signal) => unknown } | undefined;
}
