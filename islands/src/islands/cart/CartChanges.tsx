// Changes of the cart that the visitor did not make, with old and new values and no action required (CART-11), and a
// message about the session.
import type { CartChange } from "../../api/schema.gen";
import type { CartNotes } from "../../stores/cart";
import { useCartScreen } from "./context";

export function CartChanges({ notes: { changes, notice, login } }: { readonly notes: CartNotes }) {
  const { t } = useCartScreen();
  const said = useWords(changes);
  // The region exists before it has content, because screen readers announce changes of a region.
  return (
    <div role="status">
      {notice !== null && (
        <p className="cart__notice">
          {notice} {login !== undefined && <a href={login.path}>{login.label}</a>}
        </p>
      )}
      {said.length > 0 && (
        <div className="cart__changes">
          <h2 className="cart__changes-title">{t("cart.changes_title")}</h2>
          <ul>
            {said.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** Each change once, as text; amounts are in the page's locale. */
function useWords(changes: readonly CartChange[]): readonly string[] {
  const { t, money } = useCartScreen();
  const words = ({ message, amount }: CartChange) =>
    amount === null
      ? message
      : `${message} ${t("cart.price_change", { before: money(amount.before), now: money(amount.now) })}`;
  return [...new Set(changes.map(words))];
}
