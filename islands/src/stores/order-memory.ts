// Data that must survive a reload, a change of language and the visit to the payment page: the form's input (CHK-13),
// and an order that was sent (R-CHK-08).
//
// **Invariants:** stored for this tab only; one person's input is never shown to another; removed with the order.
import type { LookUpOrderRequest, PaymentOutcome } from "../api/schema.gen";

/** An order that was sent and has no response yet: the same request again returns the same order. */
export type Attempt = {
  readonly idempotency_key: string;
  readonly cart_hash: string;
  readonly reference: string | null;
  readonly comment: string | null;
  /** Whether the right of withdrawal is waived for downloads. */
  readonly waive_withdrawal: boolean;
  /** Whether an old device is taken away with the delivery. */
  readonly old_device?: boolean | null;
  /** When it was first sent: milliseconds since 1970. */
  readonly at: number;
};

/** An order that was placed, for the next screen. */
export type Placed = {
  readonly order_id: string;
  readonly order_number: string;
  readonly redirect_url: string | null;
  /** The outcome of starting the payment. */
  readonly payment: PaymentOutcome;
  /** Whether the visitor was sent to the payment page; after that they are never sent there again without a click. */
  readonly left: boolean;
};

/** A visit to the payment page. */
export type Departure = {
  readonly order_id: string;
  /** When it started: milliseconds since 1970. */
  readonly at: number;
  /**
   * The input that unlocked the order of a link, so that it is not asked for again after the payment; `null` for an
   * order of the session.
   */
  readonly lookup: LookUpOrderRequest | null;
};

/** After this many milliseconds an order without a response is not sent again without a click. */
export const ATTEMPT_MS = 10 * 60_000;

const DRAFT = "vitrine-checkout";
const ATTEMPT = "vitrine-order";
const PLACED = "vitrine-placed";
const DEPARTURE = "vitrine-departure";

export type Memory<Draft> = {
  readonly draft: () => Draft | null;
  readonly keepDraft: (draft: Draft) => void;
  readonly attempt: () => Attempt | null;
  readonly keepAttempt: (attempt: Attempt | null) => void;
  readonly placed: () => Placed | null;
  /** Stores the order and removes the input for it. */
  readonly keepPlaced: (placed: Placed) => void;
  readonly departure: () => Departure | null;
  readonly keepDeparture: (departure: Departure | null) => void;
};

/** `storage` throws if the browser has disabled storage; then nothing is stored. */
export function createMemory<Draft>(storage: () => Storage): Memory<Draft> {
  const read = <Value>(key: string): Value | null => {
    try {
      return JSON.parse(storage().getItem(key) ?? "null") as Value | null;
    } catch {
      return null;
    }
  };
  const write = (key: string, value: unknown) => {
    try {
      if (value === null) storage().removeItem(key);
      else storage().setItem(key, JSON.stringify(value));
    } catch {
      // Storage is disabled or full: the form works, but its input is not kept.
    }
  };
  return {
    draft: () => read<Draft>(DRAFT),
    keepDraft: (draft) => write(DRAFT, draft),
    attempt: () => read<Attempt>(ATTEMPT),
    keepAttempt: (attempt) => write(ATTEMPT, attempt),
    placed: () => read<Placed>(PLACED),
    keepPlaced: (placed) => {
      write(PLACED, placed);
      write(ATTEMPT, null);
      write(DRAFT, null);
    },
    departure: () => read<Departure>(DEPARTURE),
    keepDeparture: (departure) => write(DEPARTURE, departure),
  };
}
