// The texts that this island may use.
import type withdrawalMessages from "../../../../locales/nl/islands/withdrawal.json";

export type WithdrawalKey = keyof typeof withdrawalMessages;
