// What is wrong with a cart that the checkout shows; loaded when there is something.
import type { CartResponse } from "../../api/schema.gen";
import { useCheckoutScreen } from "./context";

/** The cart's errors, each one once (R-CART-06). */
export function CartFaults({ cart }: { readonly cart: CartResponse }) {
  const { t, props } = useCheckoutScreen();
  const faults = cart.errors.filter(
    ({ key, level }, index) => level !== "notice" && cart.errors.findIndex((error) => error.key === key) === index,
  );
  if (faults.length === 0) return null;
  return (
    <div className="error-summary" role="alert">
      <p className="error-summary__title">{t("checkout.cart_problem")}</p>
      <ul className="error-summary__list">
        {faults.map(({ key, message }) => (
          <li key={key}>{message}</li>
        ))}
      </ul>
      {props.cart_path !== null && <a href={props.cart_path}>{t("checkout.change_cart")}</a>}
    </div>
  );
}
