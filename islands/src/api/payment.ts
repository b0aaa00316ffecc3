// Requests in which the shop waits for a payment provider, up to half a minute.
import { payOrder, placeOrder } from "./orders.gen";

/** The deadline of their response, in milliseconds. */
export const SLOW_TIMEOUT_MS = 40_000;

const timeout = SLOW_TIMEOUT_MS;

export const placeAndPay: typeof placeOrder = (input) => placeOrder({ timeout, ...input });
export const pay: typeof payOrder = (input) => payOrder({ timeout, ...input });
