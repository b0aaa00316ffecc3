// Texts of stock and delivery, as the generator writes them (`site::pages::product`).
import type { Offer } from "../api/schema.gen";
import type { Translate } from "../i18n";
import type { ProductKey } from "../islands/product/messages";

type T = Translate<ProductKey>;

export function stockWords({ stock_state, available_stock }: Offer, t: T): string {
  switch (stock_state) {
    case "inStock":
      // In stock with 0 pieces means that it is made or ordered on demand; the delivery time gives the details.
      return available_stock === 0 ? t("product.to_order") : t("product.in_stock");
    case "limitedStock":
      return t("product.limited_stock", { count: available_stock });
    default:
      return t("product.out_of_stock");
  }
}

/** Longer restock times are said in weeks. */
const MOST_DAYS = 14;

/** A product that cannot be bought has no delivery time. */
export function deliveryWords({ stock_state, restock_days, delivery_time }: Offer, t: T): string {
  if (stock_state === "outOfStock") return "";
  if (restock_days !== null && restock_days > MOST_DAYS)
    return t("product.restock_weeks", { count: Math.ceil(restock_days / 7) });
  if (restock_days !== null) return t("product.restock_days", { count: restock_days });
  return delivery_time === null ? "" : t("product.delivery_time", { time: delivery_time });
}
