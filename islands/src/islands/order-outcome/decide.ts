// Which state an order is shown in: what the order says, and only where that leaves it open, how the visitor came here.
import type { OrderState, PaymentState } from "../../api/schema.gen";
import type { OrderOutcomeProps } from "../../props.gen";

export type Outcome =
  /** Placed; the page goes to the payment page by itself. */
  | "leaving"
  /** Placed; nothing is to be paid now. */
  | "placed"
  /** Placed and not paid; nobody tried to. */
  | "owed"
  | "paid"
  /** The provider has not said yet whether it is paid: it must not be paid again. */
  | "pending"
  /** Not paid, for no reason that is known. */
  | "unpaid"
  /** Not paid: it failed or was declined. */
  | "declined"
  /** Not paid: the visitor stopped it. */
  | "stopped"
  /** Not paid: there was no time left. */
  | "expired"
  /** The order was cancelled. */
  | "cancelled"
  | "refunded"
  /** Nobody can say: it must not be paid again before somebody can. */
  | "unknown";

/** What this tab knows of an order: whether its payment page waits to be opened, was opened, or there is none to open. */
export type Begun = "waiting" | "left" | "nothing-to-pay";

export type Facts = {
  readonly screen: OrderOutcomeProps["screen"];
  readonly order: OrderState;
  readonly payment: PaymentState;
  /** `null` in a tab that neither placed nor paid it. */
  readonly begun: Begun | null;
  /** Whether the address of the return says that the time to pay was over. */
  readonly expired: boolean;
  /** Milliseconds since it was placed, or since this tab went to the payment page; `null` if neither is known. */
  readonly age: number | null;
};

/** So long after the payment page said that it was paid, the shop may not have heard of it. */
export const SETTLING_MS = 60 * 60_000;

export function outcomeOf(facts: Facts): Outcome {
  if (facts.order === "cancelled") return "cancelled";
  switch (facts.payment) {
    case "paid":
    case "pending":
    case "refunded":
    case "unknown":
      return facts.payment;
    case "failed":
      return "declined";
    case "cancelled":
      return "stopped";
    case "unpaid":
      return open(facts);
  }
}

/** The shop has heard nothing of a payment. */
function open({ screen, begun, expired, age }: Facts): Outcome {
  if (begun === "nothing-to-pay") return "placed";
  switch (screen) {
    case "paid":
      return age === null || age < SETTLING_MS ? "pending" : "unpaid";
    case "unpaid":
      return expired ? "expired" : "unpaid";
    case "placed":
      if (begun === "waiting") return "leaving";
      return begun === "left" ? "unpaid" : "owed";
  }
}

/** Whether the screen asks for the payment, where the order allows it. */
export function asksForPayment(outcome: string): boolean {
  return ["owed", "unpaid", "declined", "stopped", "expired"].includes(outcome);
}
