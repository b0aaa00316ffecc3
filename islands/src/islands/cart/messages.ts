// The texts that this island may use.
import type cartMessages from "../../../../locales/nl/islands/cart.json";

export type CartKey = keyof typeof cartMessages;
