// How far a consumer can withdraw from a cart or an order, by its line items (law §4).
import type { LineItem } from "../api/schema.gen";

/** Of all of it, of a part of it, of nothing, or not known. */
export type WithdrawalOf = "all" | "part" | "none" | "unknown";

type Item = Pick<LineItem, "kind" | "digital" | "withdrawal_right"> & { readonly children: readonly Item[] };

/**
 * A download counts as excluded: it is ordered only with the consent that ends the right. Discounts do not count, and a
 * container without a product of its own counts by its parts.
 */
export function withdrawalOf(items: readonly Item[]): WithdrawalOf {
  const rights = new Set(items.flatMap(rightsOf));
  if (rights.has("unknown")) return "unknown";
  if (!rights.has("excluded")) return "all";
  return rights.has("granted") ? "part" : "none";
}

function rightsOf({ kind, digital, withdrawal_right, children }: Item): readonly LineItem["withdrawal_right"][] {
  if (kind === "promotion") return [];
  const inner = children.flatMap(rightsOf);
  if (digital) return ["excluded", ...inner];
  return withdrawal_right === "unknown" && inner.length > 0 ? inner : [withdrawal_right, ...inner];
}
