// The total and one link to the checkout, always reachable on a phone. Not shown if nothing can be ordered.
import { type MouseEvent, useState } from "react";
import type { CartError, CartResponse } from "../../api/schema.gen";
import type { CartState } from "../../stores/cart";
import { totalNote } from "../../ui/sums";
import type { SumText } from "./CartTotals";
import { useCartScreen } from "./context";

/** Errors that only the checkout can resolve, by choosing another method or address. */
const FOR_THE_CHECKOUT = /^(shipping|payment|billing)-/;

/** Whether an error must be resolved in the cart before it can be ordered. */
export function blocksHere({ blocks_order, message_key }: CartError): boolean {
  return blocks_order && !FOR_THE_CHECKOUT.test(message_key);
}

type Props = { readonly state: CartState; readonly contents: CartResponse; readonly unsettled: boolean };

export function Order({ state, contents, unsettled }: Props) {
  const { t, money, props } = useCartScreen();
  if (props.checkout_path === null) return null;
  if (state.notes.errors.some(blocksHere)) return <p className="cart__blocked">{t("cart.blocked")}</p>;
  return (
    <div className="cart__order">
      <p className="cart__order-total" aria-hidden="true">
        <span>
          {t("cart.total")}{" "}
          <span className="sums__note">{t(`cart.${totalNote(contents.tax_status)}` satisfies SumText)}</span>
        </span>
        <span>{money(contents.total)}</span>
      </p>
      <OrderLink href={props.checkout_path} unsettled={unsettled} />
    </div>
  );
}

function OrderLink({ href, unsettled }: { readonly href: string; readonly unsettled: boolean }) {
  const { t, cart, go } = useCartScreen();
  const [busy, setBusy] = useState(false);
  // Sends pending changes first, because the checkout reads the cart from the API.
  const follow = async (event: MouseEvent) => {
    if (!unsettled || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    if (await cart.settle()) go(href);
    setBusy(false);
  };
  return (
    <a
      className="button button--wide cart__order-link"
      href={href}
      aria-busy={busy || undefined}
      onClick={(event) => void follow(event)}
    >
      {t("cart.order")}
    </a>
  );
}
