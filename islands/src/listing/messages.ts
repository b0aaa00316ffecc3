// The texts that list components may use.
import type listingMessages from "../../../locales/nl/islands/listing.json";

export type ListingKey = keyof typeof listingMessages;
