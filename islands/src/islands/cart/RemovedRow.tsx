// The former place of a removed line item: reports the removal and can undo it; takes the focus after the visitor's own
// removal.
import { useEffect, useRef } from "react";
import { useCartScreen } from "./context";
import type { Removal } from "./use-removals";

type Props = { readonly removal: Removal; readonly onUndo: () => void };

export function RemovedRow({ removal: { item, busy }, onUndo }: Props) {
  const { t } = useCartScreen();
  const row = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    (row.current?.querySelector("button") ?? row.current)?.focus();
  }, []);
  const name = item.label;
  // Only a product can be added again by its id; a promotion needs its code.
  const undoable = item.kind === "product" && Boolean(item.product_id);
  return (
    <li className="cart__removed">
      <p ref={row} tabIndex={-1}>
        {t("cart.removed", { name })}{" "}
        {undoable && (
          <button
            type="button"
            className="cart__undo"
            aria-label={t("cart.undo_item", { name })}
            aria-disabled={busy || undefined}
            onClick={onUndo}
          >
            {t("cart.undo")}
          </button>
        )}
      </p>
    </li>
  );
}
