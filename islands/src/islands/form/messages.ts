// The texts that this island may use.
import type formMessages from "../../../../locales/nl/islands/form.json";

export type FormKey = keyof typeof formMessages;
