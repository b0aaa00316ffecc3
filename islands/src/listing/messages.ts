// The texts that the parts of lists may use.
import type listingMessages from "../../../locales/nl/islands/listing.json";

export type ListingKey = keyof typeof listingMessages;
