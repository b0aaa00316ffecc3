// Where an order is paid.
import type { OrderPayment } from "../api/schema.gen";

/** Whether the order is owed and there is no page to pay it on. */
export function isPaidElsewhere({ state, way }: Pick<OrderPayment, "state" | "way">): boolean {
  return (state === "unpaid" || state === "pending") && way !== null && way !== "page" && way !== "nothing";
}

/** Whether the order is unpaid and is paid on a page. */
export function waitsForPage({ state, way }: Pick<OrderPayment, "state" | "way">): boolean {
  return state === "unpaid" && way === "page";
}
