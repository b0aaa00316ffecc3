// What only the checkout knows and the cart has to say: how can be paid, and where is delivered (law §1).
import { useEffect, useState } from "react";
import type { CheckoutResponse } from "../../api/schema.gen";
import { useCartScreen } from "./context";

/** The checkout, asked for once when the cart stands; `null` before, and where it does not answer. */
export function useCheckout(wanted: boolean): CheckoutResponse | null {
  const { cart, getCheckout } = useCartScreen();
  const [asked, setAsked] = useState(false);
  const [checkout, setCheckout] = useState<CheckoutResponse | null>(null);
  useEffect(() => {
    if (!wanted || asked) return;
    setAsked(true);
    // Without it the cart says less, and the checkout says it all the same.
    cart.readWith(getCheckout).then(setCheckout, () => {});
  }, [wanted, asked, cart, getCheckout]);
  return checkout;
}
