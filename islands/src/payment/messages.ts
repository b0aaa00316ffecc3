// The texts of the payment instructions, for every island that shows them.
import type paymentMessages from "../../../locales/nl/islands/payment.json";

export type PaymentTextKey = keyof typeof paymentMessages;

/** The heading of the other payment methods. */
export const OTHER_WAY = "payment.other_way" satisfies PaymentTextKey;

/** The button that selects a method without a payment page. */
export const CHOOSE = {
  choose: "payment.choose",
  choosing: "payment.choosing",
} as const satisfies Record<string, PaymentTextKey>;
