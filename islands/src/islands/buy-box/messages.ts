// The texts that this island may use.
import type buyBoxMessages from "../../../../locales/nl/islands/buy-box.json";

export type BuyBoxKey = keyof typeof buyBoxMessages;
