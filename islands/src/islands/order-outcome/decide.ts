// Determines the state to show: from the order, and only if that is inconclusive from how the visitor came here.
import type { Order, OrderPayment, OrderState, PaymentState } from "../../api/schema.gen";
import { isPaidElsewhere } from "../../payment/ways";
import type { OrderOutcomeProps } from "../../props.gen";

export type Outcome =
  /** Placed; the page redirects to the payment page. */
  | "leaving"
  /** Placed; no payment is due now. */
  | "placed"
  /** Placed; paid outside of the shop, by transfer or on delivery. */
  | "arranged"
  /** Placed and not paid; no payment was attempted. */
  | "owed"
  | "paid"
  /** Authorized: charged on delivery. */
  | "authorized"
  /** Started at the provider with unknown result: it can be continued there, or paid in another way. */
  | "begun"
  /** The visitor returned from the provider, which has not confirmed the payment yet: it must not be paid again. */
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

/**
 * The state of a payment; `pending` is `begun` if it can be continued, and `arranged` if it is paid outside of the
 * shop.
 */
export type Standing = PaymentState | "authorized" | "begun" | "arranged";

/** The payment state of an order. Providers set `pending` before the visitor has seen their page. */
export function standingOf({ payment, payment_status }: Pick<Order, "payment" | "payment_status">): Standing {
  if (payment.state === "paid" && payment_status?.code === "authorized") return "authorized";
  if (payment.state === "pending" && (payment.transfer !== null || isPaidElsewhere(payment))) return "arranged";
  if (payment.state === "pending" && (payment.can_be_paid || payment.page !== null)) return "begun";
  return payment.state;
}

export type Facts = {
  readonly screen: OrderOutcomeProps["screen"];
  readonly order: OrderState;
  readonly payment: Standing;
  /** How it is paid. */
  readonly way: OrderPayment["way"];
  /** `null` in a tab that neither placed nor paid the order. */
  readonly begun: Begun | null;
  /** Whether the return URL reports that the payment timed out. */
  readonly expired: boolean;
  /**
   * Milliseconds since the order was placed, or since this tab went to the payment page; `null` if neither is known.
   */
  readonly age: number | null;
  /** Milliseconds since this screen was opened. */
  readonly waited: number;
};

/** How long after the return a payment that can be continued counts as being confirmed, in milliseconds. */
export const CONFIRMING_MS = 2 * 60_000;

/** How long the shop may not know about a payment that the payment page reported as made, in milliseconds. */
export const SETTLING_MS = 60 * 60_000;

export function outcomeOf(facts: Facts): Outcome {
  if (facts.order === "cancelled") return "cancelled";
  switch (facts.payment) {
    case "paid":
    case "authorized":
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
    case "begun":
      return goingOn(facts);
    case "arranged":
      // The provider's page shows the account number too: a visitor with a payment page is redirected there.
      return facts.screen === "placed" && facts.begun === "waiting" ? "leaving" : "arranged";
  }
}

/** The state of a pending payment: it is being confirmed only after the return from the provider. */
function goingOn({ screen, begun, expired, waited }: Facts): Outcome {
  switch (screen) {
    case "paid":
      return waited < CONFIRMING_MS ? "pending" : "begun";
    case "unpaid":
      return expired ? "expired" : "begun";
    case "placed":
      return begun === "waiting" ? "leaving" : "begun";
  }
}

/** The state if the shop knows of no payment. */
function open({ screen, way, begun, expired, age }: Facts): Outcome {
  if (way === "nothing") return "placed";
  if (way !== null && way !== "page") return "arranged";
  // An answer without a payment page does not settle a payment that has one: the order is still unpaid.
  if (way === null && begun === "nothing-to-pay") return "placed";
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
  return ["owed", "begun", "unpaid", "declined", "stopped", "expired"].includes(outcome);
}
