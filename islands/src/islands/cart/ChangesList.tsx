// The list of changes that the visitor did not make; loaded when there are any.
import type { CartChange } from "../../api/schema.gen";
import { useCartScreen } from "./context";

export function ChangesList({ changes }: { readonly changes: readonly CartChange[] }) {
  const { t } = useCartScreen();
  return (
    <div className="cart__changes">
      <h2 className="cart__changes-title">{t("cart.changes_title")}</h2>
      <ul>
        {useWords(changes).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
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
