// The data of the cart page in one response: cart, visitor, payment methods and delivery countries. The last two must
// be shown before the ordering process starts (law §1).
import type { getCartOverview } from "../../api/cart.gen";
import type { CartOverviewResponse } from "../../api/schema.gen";
import type { CartStore } from "../../stores/cart";
import { createStore, type ReadableStore } from "../../stores/create-store";
import type { SessionStore } from "../../stores/session";

export type CartOverview = ReadableStore<CartOverviewResponse | null> & {
  /** Reads everything; cart and session store take their parts. Never rejects: see the cart's `failure`. */
  readonly load: () => Promise<void>;
};

export function createCartOverview(
  cart: Pick<CartStore, "loadWith">,
  session: Pick<SessionStore, "loadWith">,
  read: typeof getCartOverview,
): CartOverview {
  const { get, set, subscribe } = createStore<CartOverviewResponse | null>(null);
  const call = async () => {
    const answer = read();
    void session.loadWith(answer.then(({ visitor }) => visitor));
    const overview = await answer;
    set(overview);
    return overview.cart;
  };
  return { get, subscribe, load: () => cart.loadWith(call) };
}
