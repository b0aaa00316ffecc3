// What the cart shows to business customers alone (R-CART-07): whether the visitor is one, and ordering by number, which
// is loaded for them only.
import type { SessionStore } from "../../stores/session";
import { useOnDemand } from "../../ui/use-on-demand";
import { useStore } from "../../ui/use-store";
import { useCartScreen } from "./context";

export function isBusiness(session: SessionStore): boolean {
  return session.get().session?.customer?.account_type === "business";
}

export function useBusiness(): boolean {
  const { session } = useCartScreen();
  useStore(session);
  return isBusiness(session);
}

/** Guests who order for a company do not order by number: the API asks for an account. */
export function ByNumber() {
  const screen = useCartScreen();
  const { session } = screen;
  const loggedIn = useStore(session).session?.customer?.logged_in === true;
  // Without this part the cart works as it does for everyone.
  const Part = useOnDemand(
    loggedIn,
    () => import("./QuickOrder").then(({ QuickOrder }) => QuickOrder),
    () => undefined,
  );
  return loggedIn && Part !== null ? <Part screen={screen} /> : null;
}
