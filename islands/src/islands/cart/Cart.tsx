// The cart screen: shows one of its states, with notes.
import { useEffect } from "react";
import { OrderingClosed } from "../../ui/ordering-closed";
import { Toasts } from "../../ui/toasts";
import { useOrderingAllowed, wasLoggedIn } from "../../ui/use-ordering-allowed";
import { useStore } from "../../ui/use-store";
import { CartContents } from "./CartContents";
import { useCartScreen } from "./context";
import { Empty, Failed, Loading } from "./states";

export function Cart() {
  const { cart, count, overview, props, session, t, toasts } = useCartScreen();
  const open = useOrderingAllowed(props.ordering_allowed, session);
  const { status } = useStore(cart);
  const items = useStore(count);

  useEffect(() => {
    if (!open || status !== "unknown") return;
    // With a count of 0 there is no cart to read, but its end may have to be reported. A visitor who was logged in may
    // be a business customer, with quick order and product numbers.
    const mayHold = items > 0 || document.cookie.includes("vitrine-ended=") || wasLoggedIn();
    if (mayHold) void overview.load();
  }, [open, status, items, overview]);

  useEffect(
    () =>
      cart.onQuantityFailure((error, item) => {
        for (const detail of error.details(t("cart.quantity_failed", { name: item.label })))
          toasts.show(detail, "error");
      }),
    [cart, t, toasts],
  );

  if (!open) {
    return <OrderingClosed title={t("cart.closed_title")} text={t("cart.closed_text")} ways={props.ways} />;
  }
  return (
    <div className="cart">
      <Content />
      <Toasts toasts={toasts} closeLabel={t("cart.close_toast")} />
    </div>
  );
}

function Content() {
  const { cart, count } = useCartScreen();
  const state = useStore(cart);
  const items = useStore(count);
  // A cart that was loaded before stays visible; during maintenance only the message is shown (R-SESS-03).
  if (state.status === "failed" && (state.cart === null || state.failure?.maintenance)) {
    return <Failed failure={state.failure} />;
  }
  if (state.cart !== null) return <CartContents state={state} contents={state.cart} />;
  return items === 0 ? <Empty /> : <Loading />;
}
