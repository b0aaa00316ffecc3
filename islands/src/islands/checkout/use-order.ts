// Sends the order so that it is placed only once, even after a double click, a reload or a lost response (R-CHK-08).
//
// **Invariant:** an order is stored before it is sent, and is resent with the same key until a response says that this
// order was placed or certainly refused. After a lost response, a refusal of the request alone says nothing about the
// order.
import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "../../api/request";
import type { Attempt } from "../../stores/order-memory";
import { ATTEMPT_MS } from "../../stores/order-memory";
import { useCheckoutScreen } from "./context";

export type OrderPhase =
  | { readonly kind: "idle" }
  /** Being sent; `again` if it was sent before. */
  | { readonly kind: "sending"; readonly again: boolean }
  | { readonly kind: "refused"; readonly error: ApiError }
  /** The outcome is unknown. */
  | { readonly kind: "unsure" }
  | { readonly kind: "placed" };

/** The delay in milliseconds before an order without a response is resent. */
export const RETRY_MS = 2000;
/** After this many attempts the visitor must retry. */
export const MAX_TRIES = 6;
/** The same while the API says that the order is being placed: after 30 s it knows the outcome. */
export const MAX_TRIES_IN_PROGRESS = 20;

/** The visitor's additions to the order. */
export type OrderNotes = {
  readonly reference: string;
  readonly comment: string;
  /** Whether an old device is taken away with the delivery; undefined without an answer. */
  readonly old_device?: boolean | undefined;
};

export type Ordering = {
  readonly phase: OrderPhase;
  /** Orders the cart with this hash, reusing the key of an earlier order whose outcome is unknown. */
  readonly order: (cartHash: string, words: OrderNotes, waives: boolean) => void;
  /** Sends the stored order again to learn its outcome. */
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
    async (attempt: Attempt, tries: number, lost: boolean): Promise<void> => {
      setPhase({ kind: "sending", again: tries > 1 });
      try {
        const { at: _, ...wanted } = attempt;
        const placed = await checkout.order({ ...wanted, accept_terms: true });
        const { order_id, order_number, payment } = placed;
        const { outcome, redirect_url } = payment;
        memory.keepPlaced({ order_id, order_number, redirect_url, payment: outcome, left: false });
        setPhase({ kind: "placed" });
        leave(props.success_path.replace(":id", order_id));
      } catch (error) {
        const failure = error instanceof ApiError ? error : new ApiError(0, [], { cause: error });
        const certain = isCertain(failure);
        const refused = lost ? isAboutTheOrder(failure) : certain;
        if (!refused && !certain && tries < mostTries(failure)) {
          setPhase({ kind: "sending", again: true });
          stop.current = clock.after(RETRY_MS, () => void send(attempt, tries + 1, true));
          return;
        }
        busy.current = false;
        if (refused) memory.keepAttempt(null);
        setPhase(refused ? { kind: "refused", error: failure } : { kind: "unsure" });
      }
    },
    [checkout, memory, clock, leave, props],
  );

  const begin = useCallback(
    (attempt: Attempt) => {
      if (busy.current) return;
      busy.current = true;
      // A stored attempt was sent before and has no response.
      const lost = memory.attempt() !== null;
      memory.keepAttempt(attempt);
      void send(attempt, 1, lost);
    },
    [memory, send],
  );

  const askAgain = useCallback(() => {
    const attempt = memory.attempt();
    if (attempt !== null) begin(attempt);
  }, [memory, begin]);

  useEffect(() => {
    const attempt = memory.attempt();
    // The page was left before the response.
    if (isUnsettled(attempt, clock.now())) begin(attempt);
    return () => stop.current();
  }, [memory, clock, begin]);

  const order = useCallback(
    (cart_hash: string, { reference, comment, old_device }: OrderNotes, waive_withdrawal: boolean) => {
      // An earlier order without a response keeps its key, because it may have been placed.
      const idempotency_key = memory.attempt()?.idempotency_key ?? newKey();
      const words = { reference: reference.trim() || null, comment: comment.trim() || null };
      begin({
        idempotency_key,
        cart_hash,
        ...words,
        old_device: old_device ?? null,
        waive_withdrawal,
        at: clock.now(),
      });
    },
    [memory, clock, newKey, begin],
  );
  return { phase, order, askAgain };
}

/** Whether the order was sent recently and its outcome is unknown. */
function isUnsettled(attempt: Attempt | null, now: number): attempt is Attempt {
  return attempt !== null && now - attempt.at < ATTEMPT_MS;
}

/**
 * Whether a refusal is about the order with this key, after one of its responses was lost: the API has looked up that
 * order first, or the key belongs to another session and can order nothing here.
 */
function isAboutTheOrder(error: ApiError): boolean {
  const codes = /^(CART_CHANGED|ORDER_REJECTED|NOT_RECORDED)$/;
  return error.errors.some(({ code, source }) => codes.test(code) || source?.pointer === "/idempotency_key");
}

function mostTries(error: ApiError): number {
  return error.is("ORDER_IN_PROGRESS") ? MAX_TRIES_IN_PROGRESS : MAX_TRIES;
}

/** Whether certainly nothing was ordered by this request. */
function isCertain(error: ApiError): boolean {
  if (error.refused) return error.status !== 408 && !error.is("ORDER_IN_PROGRESS");
  return error.maintenance || error.is("NOT_RECORDED");
}
