// The texts that this island may use.
import type outcomeMessages from "../../../../locales/nl/islands/order-outcome.json";
import type { PaymentTextKey } from "../../payment/messages";

export type OutcomeKey = keyof typeof outcomeMessages | PaymentTextKey;
