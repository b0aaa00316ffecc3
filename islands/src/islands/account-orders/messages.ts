// The texts that this island may use.
import type ordersMessages from "../../../../locales/nl/islands/account-orders.json";

export type OrdersKey = keyof typeof ordersMessages;
