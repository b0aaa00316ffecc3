// Messages about the order: changes, errors, and its outcome.
import { useEffect, useRef, useState } from "react";
import type { CartChange, CartResponse, CheckoutResponse } from "../../api/schema.gen";
import { useOnDemand } from "../../ui/use-on-demand";
import { useCheckoutScreen } from "./context";
import type { Ordering } from "./use-order";

/** Changes that the shop made since the cart was last shown (CHK-8), loaded when there are any. */
export function SinceLast({ changes }: { readonly changes: readonly CartChange[] }) {
  const List = useOnDemand(changes.length > 0, () => import("./Changes").then((part) => part.SinceLast));
  return List && changes.length > 0 && <List changes={changes} />;
}

/** Says that a customer has logged in, and which lines of the customer's own cart were added (R-CHK-01). */
export function Welcome({ checkout: { customer, cart } }: { readonly checkout: CheckoutResponse }) {
  const { t } = useCheckoutScreen();
  const who = customer === null || customer.guest ? null : customer.email;
  const [known, setKnown] = useState({ who, lines: cart.line_items, added: null as readonly string[] | null });
  if (known.who !== who || (known.added === null && known.lines !== cart.line_items)) {
    const added = cart.line_items.filter(({ id }) => !known.lines.some((line) => line.id === id));
    setKnown({
      who,
      lines: cart.line_items,
      added: known.who === who || who === null ? null : added.map(({ label }) => label),
    });
  }
  if (known.added === null || customer === null) return null;
  return (
    <div className="checkout__notice" role="status">
      <p className="checkout__notice-title">{t("checkout.welcome", { name: customer.first_name })}</p>
      {known.added.length > 0 && <p>{t("checkout.cart_merged", { products: known.added.join(", ") })}</p>}
    </div>
  );
}

/** The cart's errors (R-CART-06), loaded when there are any. */
export function CartFaults({ cart }: { readonly cart: CartResponse }) {
  const List = useOnDemand(cart.errors.length > 0, () => import("./CartFaults").then((part) => part.CartFaults));
  return List && <List cart={cart} />;
}

/** The outcome of a click on the order button, next to the button (FORM-8). */
export function OrderProblem({ ordering: { phase, askAgain } }: { readonly ordering: Ordering }) {
  const { t } = useCheckoutScreen();
  const box = useRef<HTMLDivElement>(null);
  const isShown = phase.kind === "unsure" || (phase.kind === "refused" && !phase.error.is("CART_CHANGED"));
  useEffect(() => {
    if (isShown) box.current?.scrollIntoView({ block: "nearest" });
  }, [isShown]);
  return (
    <>
      <p className="checkout__progress" role="status">
        {phase.kind === "sending" && t(phase.again ? "checkout.still_ordering" : "checkout.ordering")}
      </p>
      <div role="alert" ref={box}>
        {phase.kind === "unsure" && (
          <div className="error-summary">
            <p className="error-summary__title">{t("checkout.unsure_title")}</p>
            <p>{t("checkout.unsure_text")}</p>
            <button type="button" className="checkout__change" onClick={askAgain}>
              {t("checkout.ask_again")}
            </button>
          </div>
        )}
        {phase.kind === "refused" && isShown && (
          <div className="error-summary">
            <p className="error-summary__title">{t("checkout.not_ordered")}</p>
            {phase.error.details(t("checkout.failed")).map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        )}
      </div>
    </>
  );
}
