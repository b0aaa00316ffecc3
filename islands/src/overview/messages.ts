// The texts that this island may use: its own, and those of shared list components.
import type ownMessages from "../../../locales/nl/islands/overview.json";
import type { ListingKey } from "../listing/messages";

export type OverviewKey = keyof typeof ownMessages | ListingKey;
