// What a product page hands to its small script, and the texts it may use.
import type productMessages from "../../../../locales/nl/islands/product.json";
import type { Hours } from "../../product/open-now";

export type ProductKey = keyof typeof productMessages;

export type ProductProps = {
  /** 32 hex digits. */
  readonly product_id: string;
  /** Whether whoever is not logged in may order here. */
  readonly ordering_allowed: boolean;
  /** Hours of the showrooms on the page, in their order; none where none is shown. */
  readonly hours?: readonly Hours[];
};
