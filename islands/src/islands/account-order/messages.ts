// The texts that this island may use.
import type orderMessages from "../../../../locales/nl/islands/account-order.json";

export type OrderKey = keyof typeof orderMessages;
