// The order next to the form, always visible: a column on the right, or on a phone a bar with count and total that
// expands (CHK-4).
import { useState } from "react";
import type { CartResponse } from "../../api/schema.gen";
import { useCheckoutScreen } from "./context";
import { Lines, Totals } from "./summaries";

type AsideProps = { readonly cart: CartResponse; readonly busy: boolean };

export function Aside({ cart, busy }: AsideProps) {
  const { t, money, props } = useCheckoutScreen();
  const [open, setOpen] = useState(false);
  return (
    <aside className="checkout__aside" aria-label={t("checkout.your_order")}>
      <button
        type="button"
        className="checkout__bar"
        aria-expanded={open}
        aria-controls="checkout-order"
        onClick={() => setOpen(!open)}
      >
        <span>
          {t("checkout.item_count", { count: cart.item_count })}
          <span className="checkout__bar-more">{t(open ? "checkout.hide_order" : "checkout.show_order")}</span>
        </span>
        <span className="checkout__bar-total" aria-busy={busy || undefined}>
          {money(cart.total)}
        </span>
      </button>
      <div className="checkout__basket" id="checkout-order" data-open={open || undefined}>
        <div className="checkout__aside-head">
          <h2 className="checkout__aside-title">{t("checkout.your_order")}</h2>
          {props.cart_path !== null && <a href={props.cart_path}>{t("checkout.change_cart")}</a>}
        </div>
        <Lines cart={cart} detailed={false} />
        <Totals cart={cart} busy={busy} />
      </div>
    </aside>
  );
}
