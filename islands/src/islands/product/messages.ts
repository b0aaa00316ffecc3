// The texts that this island may use.
import type productMessages from "../../../../locales/nl/islands/product.json";

export type ProductKey = keyof typeof productMessages;
