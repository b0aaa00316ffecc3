// Whether an order is paid on a payment page or elsewhere.
import type { OrderPayment } from "../api/schema.gen";

/** Whether the order is unpaid and has no payment page. */
export function isPaidElsewhere({ state, way }: Pick<OrderPayment, "state" | "way">): boolean {
  return (state === "unpaid" || state === "pending") && way !== null && way !== "page" && way !== "nothing";
}

/** Whether the order is unpaid and has a payment page. */
export function waitsForPage({ state, way }: Pick<OrderPayment, "state" | "way">): boolean {
  return state === "unpaid" && way === "page";
}
