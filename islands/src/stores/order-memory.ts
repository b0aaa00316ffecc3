// What outlives a reload, a switch of language and the way to the payment page: what was typed (CHK-13), and an order that was sent (R-CHK-08).
//
// **Invariants:** of this tab alone; nothing that one person typed is shown to another; gone with the order.
import type { LookUpOrderRequest, PaymentOutcome } from "../api/schema.gen";

/** An order that was sent and not answered yet: sent again as it was, it gives the same order. */
export type Attempt = {
  readonly idempotency_key: string;
  readonly cart_hash: string;
  readonly comment: string | null;
  /** When it was first sent: milliseconds since 1970. */
  readonly at: number;
};

/** An order that was placed, for the screen that follows. */
export type Placed = {
  readonly order_id: string;
  readonly order_number: string;
  readonly redirect_url: string | null;
  /** What became of the payment when it was begun with the order. */
  readonly payment: PaymentOutcome;
  /** Whether the visitor has been sent to the payment page: then nobody is sent there again without asking. */
  readonly left: boolean;
};

/** A way to the payment page that was taken. */
export type Departure = {
  readonly order_id: string;
  /** When: milliseconds since 1970. */
  readonly at: number;
  /** What was typed to see the order of a link, so that it is not asked for again on the way back; `null` for an order of the session. */
  readonly lookup: LookUpOrderRequest | null;
};

/** After this long an order that was never answered is not sent again without a press. */
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
  /** Keeps the order, and forgets what was typed for it. */
  readonly keepPlaced: (placed: Placed) => void;
  readonly departure: () => Departure | null;
  readonly keepDeparture: (departure: Departure | null) => void;
};

/** `storage` throws where the browser keeps nothing; then nothing is remembered. */
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
      // Storage is switched off or full: the form works, and forgets.
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
