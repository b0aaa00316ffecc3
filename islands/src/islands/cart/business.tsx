// Features of the cart for business customers (R-CART-07): whether the visitor is one, and the quick order, which is
// loaded only for them.
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

/** Guests who order for a company have no quick order: the API requires an account. */
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
