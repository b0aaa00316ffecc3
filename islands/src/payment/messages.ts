// The texts of how an order without a payment page is paid, which every island that shows one is given.
import type paymentMessages from "../../../locales/nl/islands/payment.json";

export type PaymentTextKey = keyof typeof paymentMessages;

/** The heading of an order's other methods. */
export const OTHER_WAY = "payment.other_way" satisfies PaymentTextKey;

/** The button that chooses a method without a page. */
export const CHOOSE = {
  choose: "payment.choose",
  choosing: "payment.choosing",
} as const satisfies Record<string, PaymentTextKey>;
