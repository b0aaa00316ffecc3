// Data of the checkout that the cart must show: payment methods and countries of delivery (law §1).
import { useEffect, useState } from "react";
import type { CheckoutResponse } from "../../api/schema.gen";
import { useCartScreen } from "./context";

/** The checkout, read once after the cart; `null` until then, and if that fails. */
export function useCheckout(wanted: boolean): CheckoutResponse | null {
  const { cart, getCheckout } = useCartScreen();
  const [asked, setAsked] = useState(false);
  const [checkout, setCheckout] = useState<CheckoutResponse | null>(null);
  useEffect(() => {
    if (!wanted || asked) return;
    setAsked(true);
    // If it fails, the cart shows less; the checkout shows the same information.
    cart.readWith(getCheckout).then(setCheckout, () => {});
  }, [wanted, asked, cart, getCheckout]);
  return checkout;
}
