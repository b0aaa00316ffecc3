// The texts that this island may use.
import type cartCountMessages from "../../../../locales/nl/islands/cart-count.json";

export type CartCountKey = keyof typeof cartCountMessages;
