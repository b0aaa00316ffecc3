// The checkout screen: which of its states there is.
import { useEffect } from "react";
import { LoadingBar } from "../../ui/loading-bar";
import { OrderingClosed } from "../../ui/ordering-closed";
import { useOrderingAllowed } from "../../ui/use-ordering-allowed";
import { useStore } from "../../ui/use-store";
import { useCheckoutScreen } from "./context";
import { Steps } from "./Steps";
import { Empty, Failed, Loading, SessionNotice, Slow } from "./states";

export function Checkout() {
  const { checkout, props, session, t, bar } = useCheckoutScreen();
  const open = useOrderingAllowed(props.ordering_allowed, session);
  const { status } = useStore(checkout);
  useEffect(() => {
    if (open && status === "unknown") void checkout.load();
  }, [open, status, checkout]);
  const working = status === "loading" || status === "saving";
  useEffect(() => {
    if (working) bar.start();
    else bar.finish({ error: status === "failed" });
  }, [working, status, bar]);

  return (
    <>
      <LoadingBar bar={bar} />
      <h1 className="order__title">{t("checkout.title")}</h1>
      {open ? (
        <Content />
      ) : (
        <OrderingClosed title={t("checkout.closed_title")} text={t("checkout.closed_text")} ways={props.ways} />
      )}
    </>
  );
}

function Content() {
  const { checkout } = useCheckoutScreen();
  const state = useStore(checkout);
  const working = state.status === "loading" || state.status === "saving";
  if (state.checkout === null) return state.status === "failed" ? <Failed failure={state.failure} /> : <Loading />;
  return (
    <>
      <SessionNotice notice={state.checkout.cart.notice} />
      {state.status === "failed" && <Failed failure={state.failure} />}
      <Slow working={working} />
      <ContentOf state={state} />
    </>
  );
}

function ContentOf({ state }: { readonly state: ReturnType<ReturnType<typeof useCheckoutScreen>["checkout"]["get"]> }) {
  const { memory } = useCheckoutScreen();
  const { checkout } = state;
  if (checkout === null) return null;
  // An order that was sent empties the cart; what became of it is asked for among the steps.
  if (checkout.cart.line_items.length === 0 && memory.attempt() === null) return <Empty />;
  return <Steps state={state} checkout={checkout} />;
}
