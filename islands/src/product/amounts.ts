// The amounts of an offer in the format of `data-price`. The generator writes the same text into the page (`amounts` in
// site/src/view/price.rs).
//
// **Invariant:** two prices have the same text exactly if their amounts are displayed the same; the name of the unit is
// ignored. The text is compared, never parsed.
import type { Offer, OfferPrice } from "../api/schema.gen";

/** `EUR gross 129500`, or with tiers `EUR gross 1-3:9000 4-:8000`. */
export function amountsOf({ unit, tiers, tax_status }: Offer): string {
  const rows =
    tiers.length === 0
      ? [rowAmounts(unit)]
      : tiers.map(({ from, to, unit: price }) => `${from}-${to ?? ""}:${rowAmounts(price)}`);
  return [unit.price.currency, tax_status, ...rows].join(" ");
}

function rowAmounts({ price, list_price, lowest_price, reference_price }: OfferPrice): string {
  return [price.minor, list_price?.minor, lowest_price?.minor, reference_price?.price.minor].join().replace(/,+$/, "");
}
