// What the cart shows to business customers alone (R-CART-07): whether the visitor is one, and ordering by number, which
// is loaded for them only.
import { type ComponentType, useEffect, useState } from "react";
import { FieldFrame } from "../../ui/field";
import { useStore } from "../../ui/use-store";
import { useCartScreen } from "./context";
import type { QuickOrderProps } from "./QuickOrder";

export function useBusiness(): boolean {
  const { session } = useCartScreen();
  return useStore(session).session?.customer?.account_type === "business";
}

/** Guests who order for a company do not order by number: the API asks for an account. */
export function ByNumber() {
  const screen = useCartScreen();
  const { session } = screen;
  const loggedIn = useStore(session).session?.customer?.logged_in === true;
  const [Part, setPart] = useState<ComponentType<QuickOrderProps> | null>(null);
  useEffect(() => {
    if (!loggedIn) return;
    let left = false;
    import("./QuickOrder").then(
      ({ QuickOrder }) => {
        if (!left) setPart(() => QuickOrder);
      },
      // Without this part the cart works as it does for everyone.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [loggedIn]);
  return loggedIn && Part !== null ? <Part screen={screen} Frame={FieldFrame} /> : null;
}
