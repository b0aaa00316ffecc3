// The texts that this island may use: its own, and those of shared list components.
import type searchMessages from "../../../../locales/nl/islands/search.json";
import type { ListingKey } from "../../listing/messages";

export type SearchKey = keyof typeof searchMessages | ListingKey;
