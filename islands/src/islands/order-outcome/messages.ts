// The texts that this island may use.
import type outcomeMessages from "../../../../locales/nl/islands/order-outcome.json";

export type OutcomeKey = keyof typeof outcomeMessages;
