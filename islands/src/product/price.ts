// Renders a price with its texts, as `templates/components/product/price.html` does (R-PDP-02).
//
// **Invariant:** the same amounts give the same texts and elements as on the page (`prices.fixture.json`). Loaded only
// if a price changed.
import type { Money, Offer, OfferPrice, OfferTier } from "../api/schema.gen";
import type { Translate } from "../i18n";
import type { ProductKey } from "../islands/product/messages";
import { element } from "./dom";

type Words = { readonly t: Translate<ProductKey>; readonly money: (amount: Money) => string };

const hidden = (text: string) => element("span", { class: "visually-hidden" }, `${text} `);
const note = (text: string) => element("p", { class: "price__note" }, text);

/** The rows of a price: one without a label, or one per tier. */
export function priceRows({ unit, tiers }: Offer, words: Words): HTMLElement[] {
  const [only, second] = tiers;
  if (only === undefined || second === undefined) {
    const label = only === undefined ? "" : `${tierLabel(only, words)} `;
    return single(only?.unit ?? unit, label, words);
  }
  return [tierTable(tiers, words), ...tiers.flatMap((tier) => tierNotes(tier, words))];
}

/** The delivery costs for this price; delivery is free from an amount including tax. */
export function deliveryCost({ unit, tax_status }: Offer, freeFrom: number, { t, money }: Words): string {
  const free = tax_status === "gross" && unit.price.minor >= freeFrom;
  const price = money({ ...unit.price, minor: freeFrom });
  return t(free ? "product.delivery_free" : "product.delivery_extra", { price });
}

function single(price: OfferPrice, label: string, words: Words): HTMLElement[] {
  const { t, money } = words;
  const amount = element("p", { class: "price__amount" });
  const { list_price, reference_price } = price;
  if (list_price !== null) amount.append(hidden(t("product.now")));
  amount.append(label + money(price.price));
  if (list_price !== null) amount.append(" ", hidden(t("product.list_price")), struck(money(list_price)));
  const rows: HTMLElement[] = [amount];
  const lowest = lowestPrice(price, words);
  if (lowest !== null) rows.push(note(lowest));
  if (reference_price !== null) {
    const { price: reference, unit } = reference_price;
    rows.push(note(t("product.reference_price", { price: money(reference), unit })));
  }
  return rows;
}

function tierTable(tiers: readonly OfferTier[], words: Words): HTMLElement {
  const { t, money } = words;
  const rows = tiers.map((tier) => {
    const { price, list_price } = tier.unit;
    const cell = element("td", { class: "price__tier-amount" });
    if (list_price !== null) {
      cell.append(hidden(t("product.list_price")), struck(money(list_price)), " ", hidden(t("product.now")));
    }
    cell.append(money(price));
    return element("tr", {}, element("th", { class: "price__tier-label", scope: "row" }, tierLabel(tier, words)), cell);
  });
  const caption = element("caption", { class: "visually-hidden" }, t("product.tiers_caption"));
  return element("table", { class: "price__tiers" }, caption, element("tbody", {}, ...rows));
}

function tierNotes(tier: OfferTier, words: Words): HTMLElement[] {
  const lowest = lowestPrice(tier.unit, words);
  return lowest === null ? [] : [note(`${tierLabel(tier, words)}: ${lowest}`)];
}

/** The last tier shows its lower bound, every other one its upper bound. */
function tierLabel({ from, to }: OfferTier, { t }: Words): string {
  return to === null ? t("product.tier_from", { quantity: from }) : t("product.tier_to", { quantity: to });
}

function lowestPrice({ lowest_price }: OfferPrice, { t, money }: Words): string | null {
  return lowest_price === null ? null : t("product.lowest_price", { price: money(lowest_price) });
}

function struck(amount: string): HTMLElement {
  return element("s", { class: "price__list" }, amount);
}
