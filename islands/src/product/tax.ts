// The text about the tax in a price.
import type { Offer } from "../api/schema.gen";
import type { Translate } from "../i18n";
import type { ProductKey } from "../islands/product/messages";

/** `incl. VAT` */
export function taxWords(state: Offer["tax_status"], t: Translate<ProductKey>): string {
  switch (state) {
    case "gross":
      return t("product.tax_gross");
    case "net":
      return t("product.tax_net");
    default:
      return t("product.tax_free");
  }
}
