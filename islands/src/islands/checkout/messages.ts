// The texts that this island may use.
import type checkoutMessages from "../../../../locales/nl/islands/checkout.json";

export type CheckoutKey = keyof typeof checkoutMessages;
