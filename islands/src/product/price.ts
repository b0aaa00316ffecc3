// Renders a price with its texts, as `templates/components/product/price.html` does (R-PDP-02).
//
// **Invariant:** the same amounts give the same texts and elements as on the page (`prices.fixture.json`). Loaded only
// if a price changed.
import type { Money, Offer, OfferPrice, OfferTier } from "../api/schema.gen";
import type { Translate } from "../i18n";
import type { ProductKey } from "../islands/product/messages";
import { element } from "./dom";

type Words = {
  readonly t: Translate<ProductKey>;
  readonly money: (amount: Money) => string;
  readonly locale: string;
};

/** All digits of the number, as on the page. */
const decimal = (number: number, locale: string) =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }).format(number);
const hidden = (text: string) => element("span", { class: "visually-hidden" }, `${text} `);
const note = (text: string) => element("p", { class: "price__note" }, text);

/** The price of one piece with its notes, then the table of prices by quantity. */
export function priceRows({ unit, tiers }: Offer, words: Words): HTMLElement[] {
  const rows = single(unit, words);
  return tiers.length > 1 ? [...rows, tierTable(tiers, words)] : rows;
}

/** The delivery costs for this price; delivery is free from an amount including tax. */
export function deliveryCost({ unit, tax_status }: Offer, freeFrom: number, { t, money }: Words): string {
  const free = tax_status === "gross" && unit.price.minor >= freeFrom;
  const price = money({ ...unit.price, minor: freeFrom });
  return t(free ? "product.delivery_free" : "product.delivery_extra", { price });
}

function single(price: OfferPrice, words: Words): HTMLElement[] {
  const { t, money, locale } = words;
  const amount = element("p", { class: "price__amount" });
  const { list_price, reference_price } = price;
  if (list_price !== null) amount.append(hidden(t("product.now")));
  amount.append(money(price.price));
  if (list_price !== null) amount.append(" ", hidden(t("product.list_price")), struck(money(list_price)));
  const rows: HTMLElement[] = [amount];
  const lowest = lowestPrice(price, words);
  if (lowest !== null) rows.push(note(lowest));
  if (reference_price !== null) {
    const { amount, unit } = reference_price;
    const counted = amount === 1 ? unit : `${decimal(amount, locale)} ${unit}`;
    rows.push(note(t("product.reference_price", { price: money(reference_price.price), unit: counted })));
  }
  return rows;
}

function tierTable(tiers: readonly OfferTier[], words: Words): HTMLElement {
  const { t, money } = words;
  const row = (scope: string, label: string, amount: HTMLElement) =>
    element("tr", {}, element("th", { class: "price__tier-label", scope }, label), amount);
  const amountClass = { class: "price__tier-amount" };
  const each = element("th", { ...amountClass, scope: "col" }, t("product.tier_each"));
  const rows = tiers.map((tier) =>
    row("row", tierLabel(tier, words), element("td", amountClass, money(tier.unit.price))),
  );
  return element(
    "table",
    { class: "price__tiers" },
    element("caption", { class: "visually-hidden" }, t("product.tiers_caption")),
    element("thead", {}, row("col", t("product.tier_quantity"), each)),
    element("tbody", {}, ...rows),
  );
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
