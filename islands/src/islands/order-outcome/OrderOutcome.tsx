// The screens after an order: they show the order's actual state, whichever URL was opened.
import { useEffect, useMemo, useRef, useState } from "react";
import type { OrderResponse } from "../../api/schema.gen";
import type { OrderScreenState } from "../../stores/order";
import { paymentUrl } from "../../stores/payment-url";
import { useStore } from "../../ui/use-store";
import { useOutcomeScreen } from "./context";
import { asksForPayment, outcomeOf, standingOf } from "./decide";
import { Leaving } from "./Leaving";
import { LookUp } from "./LookUp";
import { Next } from "./Next";
import { OfAccount } from "./OfAccount";
import { Instructions, OtherWay, Payment } from "./Payment";
import { Summary } from "./Summary";
import { CheckAgain, Loading, type Shown, Texts, Title } from "./states";

/** The delays between checks of an unconfirmed payment, in milliseconds. */
export const CHECK_DELAYS_MS = [3_000, 5_000, 10_000, 20_000, 30_000, 60_000];

export function OrderOutcome() {
  const { order } = useOutcomeScreen();
  const state = useStore(order);
  const arrival = useArrivals();
  const shown = useShown(state, arrival);
  useCountdownOf(shown);
  useChecks(shown, state);
  const { answer } = state;
  return (
    <div className="outcome" data-outcome={shown}>
      <div className="outcome__state">
        <Title shown={shown} answer={answer} failure={state.failure} />
        <Texts shown={shown} answer={answer} />
        {shown === "loading" && <Loading />}
        {shown === "locked" && <LookUp />}
        {shown === "account" && <OfAccount code={state.code} />}
        {shown === "leaving" && <Leaving />}
        {answer !== null && shown === "arranged" && <Instructions order={answer.order} />}
        {looksAgain(shown, answer) && (
          <CheckAgain busy={state.busy === "reading"} page={shown === "pending" ? null : pageOf(answer)} />
        )}
        {answer !== null && shown === "arranged" && <OtherWay state={state} answer={answer} />}
        {answer !== null && asksForPayment(shown) && (shown !== "begun" || answer.order.payment.can_be_paid) && (
          <Payment state={state} answer={answer} first={shown === "owed"} />
        )}
        {answer !== null && !paysFirst(shown) && <Next order={answer.order} shown={shown} />}
      </div>
      {answer !== null && <Summary order={answer.order} />}
    </div>
  );
}

/** Whether another check may change the state. */
function looksAgain(shown: Shown, answer: OrderResponse | null): boolean {
  if (shown === "arranged") return answer?.order.payment.state === "pending";
  return shown === "unknown" || shown === "pending" || shown === "begun";
}

/** The provider's page to continue the payment; `null` if its URL is not allowed. */
const pageOf = (answer: OrderResponse | null) => paymentUrl(answer?.order.payment.page ?? null, location.origin);

/** Whether the payment is the only remaining step; then nothing else is shown next to it. */
const paysFirst = (shown: Shown) => shown === "leaving" || asksForPayment(shown);

/** Reads the order when the page is opened, and when it is restored from the back/forward cache (CHK-11). */
function useArrivals(): number {
  const { order, countdown } = useOutcomeScreen();
  const [arrivals, setArrivals] = useState(0);
  useEffect(() => {
    void order.load();
    const again = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      countdown.stop();
      setArrivals((count) => count + 1);
      void order.load();
    };
    addEventListener("pageshow", again);
    return () => removeEventListener("pageshow", again);
  }, [order, countdown]);
  return arrivals;
}

function useShown({ phase, answer, payment }: OrderScreenState, arrival: number): Shown {
  const { props, key, tab, expired, clock } = useOutcomeScreen();
  const id = answer?.order.id ?? key.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: this tab's data is read again on restore
  const [begun, leftAt] = useMemo(() => [tab.begun(id), tab.leftAt(id)], [tab, id, arrival]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: restoring the page counts as a new return
  const opened = useMemo(() => clock.now(), [clock, arrival]);
  if (answer === null) {
    if (begun === "waiting" && props.screen === "placed") return "leaving";
    return phase === "locked" || phase === "account" || phase === "loading" ? phase : "unknown";
  }
  const { order } = answer;
  const since = Math.max(leftAt ?? 0, order.placed_at === null ? 0 : Date.parse(order.placed_at));
  return outcomeOf({
    screen: props.screen,
    order: order.state,
    payment: standingOf(order),
    way: order.payment.way,
    begun: payment?.outcome === "none" ? "nothing-to-pay" : begun,
    expired,
    age: since > 0 ? clock.now() - since : null,
    waited: clock.now() - opened,
  });
}

function useCountdownOf(shown: Shown): void {
  const { countdown } = useOutcomeScreen();
  useEffect(() => {
    if (shown === "leaving") countdown.start();
    else if (shown !== "loading") countdown.stop();
  }, [shown, countdown]);
}

/** Checks again automatically a few times, with growing delays. */
function useChecks(shown: Shown, { busy }: OrderScreenState): void {
  const { order, clock } = useOutcomeScreen();
  const looks = useRef(0);
  useEffect(() => {
    const wait = CHECK_DELAYS_MS[looks.current];
    if (shown !== "pending" || busy !== null || wait === undefined) return;
    return clock.after(wait, () => {
      looks.current += 1;
      void order.load({ quiet: true });
    });
  }, [shown, busy, order, clock]);
}
