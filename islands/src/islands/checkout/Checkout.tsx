// The checkout screen: shows one of its states.
import { useEffect } from "react";
import type { CheckoutResponse } from "../../api/schema.gen";
import type { CheckoutState } from "../../stores/checkout";
import { LoadingBar } from "../../ui/loading-bar";
import { OrderingClosed } from "../../ui/ordering-closed";
import { useOnDemand } from "../../ui/use-on-demand";
import { useOrderingAllowed } from "../../ui/use-ordering-allowed";
import { useStore } from "../../ui/use-store";
import { useCheckoutScreen } from "./context";
import { CartFaults, OrderProblem, SinceLast } from "./notes";
import { Steps } from "./Steps";
import { Failed, Loading, SessionNotice, Slow } from "./states";
import { useOrder } from "./use-order";

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
      <Care />
      <h1 className="order__title">{t("checkout.title")}</h1>
      {open ? (
        <Content />
      ) : (
        <OrderingClosed title={t("checkout.closed_title")} text={t("checkout.closed_text")} ways={props.ways} />
      )}
    </>
  );
}

/** Only a customer's session is renewed; this part also reports that it has ended. */
function Care() {
  const { checkout, props, session, care } = useCheckoutScreen();
  useStore(session);
  useStore(checkout);
  const Part = useOnDemand(care.written() !== null, () => import("./AuthEnvironment").then((module) => module.Care));
  return Part && <Part {...care} session={session} forgotPath={props.forgot_path} />;
}

function Content() {
  const { checkout } = useCheckoutScreen();
  const state = useStore(checkout);
  const working = state.status === "loading" || state.status === "saving";
  if (state.checkout === null) return state.status === "failed" ? <Failed failure={state.failure} /> : <Loading />;
  const { blockers, cart } = state.checkout;
  // A problem that no choice can resolve is shown first.
  const inactive = blockers.find(({ code }) => code === "account-inactive");
  return (
    <>
      <SessionNotice notice={cart.notice} />
      {inactive && (
        <div className="checkout__notice" role="alert">
          {inactive.message}
        </div>
      )}
      {state.status === "failed" && <Failed failure={state.failure} />}
      <Slow working={working} />
      <ContentOf state={state} checkout={state.checkout} />
    </>
  );
}

type ContentOfProps = { readonly state: CheckoutState; readonly checkout: CheckoutResponse };

function ContentOf({ state, checkout }: ContentOfProps) {
  const ordering = useOrder();
  const { cart } = checkout;
  const Empty = useOnDemand(cart.line_items.length === 0, () => import("./Empty").then((module) => module.Empty));
  if (cart.line_items.length > 0) return <Steps state={state} checkout={checkout} ordering={ordering} />;
  // A placed order empties the cart, so its state takes precedence over that of an empty cart.
  const { kind } = ordering.phase;
  const settled = kind === "idle" || kind === "refused";
  return (
    <div className="checkout__state">
      {settled && <SinceLast changes={state.changes} />}
      {settled && <CartFaults cart={cart} />}
      <OrderProblem ordering={ordering} />
      {settled && Empty && <Empty />}
    </div>
  );
}
