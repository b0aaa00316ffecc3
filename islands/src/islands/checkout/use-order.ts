// Sends the order so that it is placed once: by double click, reload and lost answer too (R-CHK-08).
//
// **Invariant:** what was sent is on record before it goes out, and is sent again with the same key until the shop has said what became of it.
import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "../../api/request";
import type { Attempt } from "../../stores/order-memory";
import { ATTEMPT_MS } from "../../stores/order-memory";
import { useCheckoutScreen } from "./context";

export type OrderPhase =
  | { readonly kind: "idle" }
  /** On its way; `again`: for so long that it was sent another time. */
  | { readonly kind: "sending"; readonly again: boolean }
  | { readonly kind: "refused"; readonly error: ApiError }
  /** Nobody knows what became of it. */
  | { readonly kind: "unsure" }
  | { readonly kind: "placed" };

/** Before an order without an answer is sent again. */
export const RETRY_MS = 2000;
/** After so many tries the visitor decides. */
export const MAX_TRIES = 6;

export type Ordering = {
  readonly phase: OrderPhase;
  /** Orders the cart of this hash; what is on its way or unsettled goes first. */
  readonly order: (cartHash: string, comment: string) => void;
  /** Asks again what became of the order. */
  readonly askAgain: () => void;
};

export function useOrder(): Ordering {
  const { checkout, memory, clock, newKey, leave, props } = useCheckoutScreen();
  const [phase, setPhase] = useState<OrderPhase>(() =>
    isUnsettled(memory.attempt(), clock.now()) ? { kind: "sending", again: true } : { kind: "idle" },
  );
  const busy = useRef(false);
  const stop = useRef(() => {});

  const send = useCallback(
    async (attempt: Attempt, tries: number): Promise<void> => {
      setPhase({ kind: "sending", again: tries > 1 });
      try {
        const { idempotency_key, cart_hash, comment } = attempt;
        const placed = await checkout.order({ idempotency_key, cart_hash, comment, accept_terms: true });
        const { order_id, order_number, payment } = placed;
        const { outcome, redirect_url } = payment;
        memory.keepPlaced({ order_id, order_number, redirect_url, payment: outcome, left: false });
        setPhase({ kind: "placed" });
        leave(props.success_path.replace(":id", order_id));
      } catch (error) {
        const failure = error instanceof ApiError ? error : new ApiError(0, [], { cause: error });
        if (isSettled(failure)) {
          memory.keepAttempt(null);
          busy.current = false;
          setPhase({ kind: "refused", error: failure });
        } else if (tries < MAX_TRIES) {
          setPhase({ kind: "sending", again: true });
          stop.current = clock.after(RETRY_MS, () => void send(attempt, tries + 1));
        } else {
          busy.current = false;
          setPhase({ kind: "unsure" });
        }
      }
    },
    [checkout, memory, clock, leave, props],
  );

  const begin = useCallback(
    (attempt: Attempt) => {
      if (busy.current) return;
      busy.current = true;
      memory.keepAttempt(attempt);
      void send(attempt, 1);
    },
    [memory, send],
  );

  const askAgain = useCallback(() => {
    const attempt = memory.attempt();
    if (attempt !== null) begin(attempt);
  }, [memory, begin]);

  useEffect(() => {
    const attempt = memory.attempt();
    // The page was left before the answer came.
    if (isUnsettled(attempt, clock.now())) begin(attempt);
    return () => stop.current();
  }, [memory, clock, begin]);

  const order = useCallback(
    (cart_hash: string, comment: string) => {
      // An older order that was never answered keeps its name: the shop knows whether it was placed.
      const idempotency_key = memory.attempt()?.idempotency_key ?? newKey();
      begin({ idempotency_key, cart_hash, comment: comment.trim() || null, at: clock.now() });
    },
    [memory, clock, newKey, begin],
  );
  return { phase, order, askAgain };
}

/** Whether it was sent lately and nobody knows what became of it. */
function isUnsettled(attempt: Attempt | null, now: number): attempt is Attempt {
  return attempt !== null && now - attempt.at < ATTEMPT_MS;
}

/** Whether it is certain that nothing was ordered. */
function isSettled(error: ApiError): boolean {
  if (error.maintenance || error.status === 429) return true;
  return error.refused && error.status !== 408 && !error.is("ORDER_IN_PROGRESS");
}
