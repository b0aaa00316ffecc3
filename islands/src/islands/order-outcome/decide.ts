// Determines the state to show: from the order, and only if that is inconclusive from how the visitor came here.
import type { OrderState, PaymentState } from "../../api/schema.gen";
import type { OrderOutcomeProps } from "../../props.gen";

export type Outcome =
  /** Placed; the page goes to the payment page automatically. */
  | "leaving"
  /** Placed; nothing has to be paid now. */
  | "placed"
  /** Placed and not paid; no payment was tried. */
  | "owed"
  | "paid"
  /** The provider has not confirmed the payment yet: it must not be paid again. */
  | "pending"
  /** Not paid, for an unknown reason. */
  | "unpaid"
  /** Not paid: the payment failed or was declined. */
  | "declined"
  /** Not paid: the visitor cancelled the payment. */
  | "stopped"
  /** Not paid: the payment timed out. */
  | "expired"
  /** The order was cancelled. */
  | "cancelled"
  | "refunded"
  /** Unknown: it must not be paid again before the state is known. */
  | "unknown";

/** This tab's knowledge of an order: its payment page is still to be opened, was opened, or is not needed. */
export type Begun = "waiting" | "left" | "nothing-to-pay";

export type Facts = {
  readonly screen: OrderOutcomeProps["screen"];
  readonly order: OrderState;
  readonly payment: PaymentState;
  /** `null` in a tab that neither placed nor paid the order. */
  readonly begun: Begun | null;
  /** Whether the return URL reports that the payment timed out. */
  readonly expired: boolean;
  /**
   * Milliseconds since the order was placed, or since this tab went to the payment page; `null` if neither is known.
   */
  readonly age: number | null;
};

/** How long the shop may not know of a payment that the payment page reported as made, in milliseconds. */
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

/** The state if the shop knows of no payment. */
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

/** Whether the screen offers a payment in this state. */
export function asksForPayment(outcome: string): boolean {
  return ["owed", "unpaid", "declined", "stopped", "expired"].includes(outcome);
}
