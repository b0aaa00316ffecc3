// This tab's data of an order: that it was placed here, and that its payment page was opened from here.
//
// **Invariant:** the browser goes to a payment page automatically at most once.
import type { LookUpOrderRequest, Order } from "../../api/schema.gen";
import type { Clock } from "../../clock";
import type { Memory } from "../../stores/order-memory";
import { paymentUrl } from "../../stores/payment-url";
import type { Begun } from "./decide";

export type ThisTab = {
  /** The payment page of an order that was just placed; `null` if there is none, or its URL is not allowed. */
  readonly waiting: (orderId: string | null) => string | null;
  readonly begun: (orderId: string | null) => Begun | null;
  /** When its payment page was last opened from here: milliseconds since 1970. */
  readonly leftAt: (orderId: string | null) => number | null;
  /** The input that unlocked the order before its payment page was opened. */
  readonly lookup: (orderId: string | null) => LookUpOrderRequest | null;
  /** The order number, if it was placed here. */
  readonly number: (orderId: string | null) => string | null;
  /** Stores that the visitor chose to stay on the page. */
  readonly stay: (orderId: string) => void;
  /** Stores that the visitor follows a link to the payment page. */
  readonly depart: (orderId: string, lookup?: LookUpOrderRequest | null) => void;
  /** Goes to the payment page; `false` if its URL is not allowed. */
  readonly leave: (url: string, orderId: string, lookup?: LookUpOrderRequest | null) => boolean;
  /** Stores that nothing has to be paid now. */
  readonly settle: (order: Pick<Order, "id" | "number">) => void;
};

export type TabEnvironment = {
  readonly memory: Pick<Memory<never>, "placed" | "keepPlaced" | "departure" | "keepDeparture">;
  readonly clock: Clock;
  readonly origin: string;
  readonly go: (url: string) => void;
};

export function createThisTab({ memory, clock, origin, go }: TabEnvironment): ThisTab {
  const placed = (orderId: string | null) => {
    const last = memory.placed();
    return last !== null && last.order_id === orderId ? last : null;
  };
  const departure = (orderId: string | null) => {
    const last = memory.departure();
    return last !== null && last.order_id === orderId ? last : null;
  };
  const stay = (orderId: string) => {
    const last = placed(orderId);
    if (last !== null && !last.left) memory.keepPlaced({ ...last, left: true });
  };
  const depart = (orderId: string, lookup: LookUpOrderRequest | null = null) => {
    stay(orderId);
    memory.keepDeparture({ order_id: orderId, at: clock.now(), lookup });
  };
  const waiting = (orderId: string | null) => {
    const last = placed(orderId);
    return last === null || last.left ? null : paymentUrl(last.redirect_url, origin);
  };
  return {
    waiting,
    begun: (orderId) => {
      if (departure(orderId) !== null) return "left";
      if (placed(orderId)?.payment === "none") return "nothing-to-pay";
      return waiting(orderId) === null ? null : "waiting";
    },
    leftAt: (orderId) => departure(orderId)?.at ?? null,
    lookup: (orderId) => departure(orderId)?.lookup ?? null,
    number: (orderId) => placed(orderId)?.order_number ?? null,
    stay,
    depart,
    leave: (url, orderId, lookup = null) => {
      const allowed = paymentUrl(url, origin);
      if (allowed === null) return false;
      depart(orderId, lookup);
      go(allowed);
      return true;
    },
    settle: ({ id, number }) => {
      memory.keepPlaced({ order_id: id, order_number: number, redirect_url: null, payment: "none", left: false });
      memory.keepDeparture(null);
    },
  };
}
