// Commerce events of an opened page, read from what it shows: its structured data and its cards.
import type { CommerceEvent, CommerceItem } from "../props.gen";
import { pageCurrency } from "./events";

/** Maximum number of products of a list. */
const MOST = 50;

export function eventsOfPage(page: Document): CommerceEvent[] {
  const product = ofProduct(page);
  if (product) return [product];
  const list = ofList(page);
  return list ? [list] : [];
}

type Product = {
  readonly "@type": string;
  readonly name?: string;
  readonly sku?: string;
  readonly offers?: { readonly price?: string; readonly priceCurrency?: string };
};

function ofProduct(page: Document): CommerceEvent | null {
  for (const { textContent } of page.querySelectorAll('script[type="application/ld+json"]')) {
    const data = JSON.parse(textContent) as Product;
    if (data["@type"] !== "Product" || data.sku === undefined) continue;
    const { price, priceCurrency: currency = pageCurrency() } = data.offers ?? {};
    const item = itemOf(data.sku, data.name ?? "", price);
    return { event: "view_item", ecommerce: { currency, value: item.price ?? 0, items: [item] } };
  }
  return null;
}

function ofList(page: Document): CommerceEvent | null {
  const list = page.querySelector('[data-island="listing"]');
  const items = [...(list?.querySelectorAll<HTMLElement>("[data-item]") ?? [])].slice(0, MOST).map((card) => {
    const [price, ...number] = (card.dataset.item ?? "").split(" ");
    return itemOf(number.join(" "), card.querySelector("a")?.textContent?.trim() ?? "", price);
  });
  if (items.length === 0) return null;
  const title = page.querySelector("h1")?.textContent?.trim() ?? "";
  return { event: "view_item_list", ecommerce: { item_list_name: title, items } };
}

function itemOf(item_id: string, item_name: string, price: string | undefined): CommerceItem {
  const known = price === undefined ? {} : { price: Number(price) };
  return { item_id, item_name, ...known, quantity: 1 };
}
