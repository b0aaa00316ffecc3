// The cart screen: which of its states there is, and the notes that go with it.
import { useEffect } from "react";
import { OrderingClosed } from "../../ui/ordering-closed";
import { Toasts } from "../../ui/toasts";
import { useOrderingAllowed } from "../../ui/use-ordering-allowed";
import { useStore } from "../../ui/use-store";
import { CartContents } from "./CartContents";
import { useCartScreen } from "./context";
import { Empty, Failed, Loading } from "./states";

export function Cart() {
  const { cart, count, props, session, t, toasts } = useCartScreen();
  const open = useOrderingAllowed(props.ordering_allowed, session);
  const { status } = useStore(cart);
  const items = useStore(count);

  useEffect(() => {
    // Without a count there is no cart to ask for.
    if (!open || status !== "unknown" || items === 0) return;
    // Who buys for a business sees product numbers. One call after the other: a session that ran out is renewed once, and the cart says so.
    void cart.load().then(session.load);
  }, [open, status, items, cart, session]);

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
  // What was read stays; a shop that is closed for maintenance says that alone (R-SESS-03).
  if (state.status === "failed" && (state.cart === null || state.failure?.maintenance)) {
    return <Failed failure={state.failure} />;
  }
  if (state.cart !== null) return <CartContents state={state} contents={state.cart} />;
  return items === 0 && state.status === "unknown" ? <Empty /> : <Loading />;
}
