// Changes of the cart that the shop made; loaded when there are any.
import type { CartChange } from "../../api/schema.gen";
import { useCheckoutScreen } from "./context";

export function Changes({ changes }: { readonly changes: readonly CartChange[] }) {
  const { money } = useCheckoutScreen();
  if (changes.length === 0) return null;
  return (
    <ul className="checkout__changes">
      {changes.map(({ kind, line_item_id, message, amount }) => (
        <li key={`${kind} ${line_item_id}`}>
          {message}
          {amount && (
            <>
              {" "}
              <s>{money(amount.before)}</s> {money(amount.now)}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Changes that the shop made since the cart was last shown (CHK-8). */
export function SinceLast({ changes }: { readonly changes: readonly CartChange[] }) {
  const { t } = useCheckoutScreen();
  return (
    <div className="checkout__notice" role="status">
      <p className="checkout__notice-title">{t("checkout.since_last")}</p>
      <Changes changes={changes} />
    </div>
  );
}
