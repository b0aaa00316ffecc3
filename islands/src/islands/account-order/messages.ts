// The texts that this island may use.
import type orderMessages from "../../../../locales/nl/islands/account-order.json";
import type { PaymentTextKey } from "../../payment/messages";

export type OrderKey = keyof typeof orderMessages | PaymentTextKey;
