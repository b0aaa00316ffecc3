// What a product page hands to its buy box, and the texts it may use.
import type buyBoxMessages from "../../../../locales/nl/islands/buy-box.json";
import type { QuantityLimits } from "../../api/schema.gen";
import type { Way } from "../../ui/ordering-closed";

export type BuyBoxKey = keyof typeof buyBoxMessages;

export type BuyBoxProps = {
  /** 32 hex digits. */
  readonly product_id: string;
  readonly name: string;
  /** As formatted by the generator; it stands in the button. */
  readonly price_text: string;
  /** What may be bought; the generator says 100 where the product sets no highest quantity (R-CART-03). */
  readonly limits: QuantityLimits;
  readonly ordering_allowed: boolean;
  readonly stock_state: "inStock" | "limitedStock" | "outOfStock";
  readonly cart_path: string;
  /** Ways on where ordering is closed; none where it is open. */
  readonly ways?: readonly Way[];
};
