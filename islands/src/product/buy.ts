// Updates the buy box before its island is loaded, and the bar with its button: the current price, and no button for a
// product that is sold out.
//
// **Invariant:** a mounted island is not changed; it reads the same store (`stores/offer.ts`).
import type { Offer } from "../api/schema.gen";
import { formatMoney } from "../format";
import type { Translate } from "../i18n";
import type { ProductKey } from "../islands/product/messages";

export function showOfferToBuy(
  page: HTMLElement,
  { offer, priceChanged }: { readonly offer: Offer | null; readonly priceChanged: boolean },
  { t, locale }: { readonly t: Translate<ProductKey>; readonly locale: string },
): void {
  const box = page.querySelector<HTMLElement>('[data-island="buy-box"]');
  const bar = page.querySelector<HTMLElement>("[data-buy-bar]");
  // A mounted island has replaced the fallback together with its data.
  const fallback = box?.querySelector(":scope > script") ? box : null;
  const form = fallback?.querySelector(".buy-box__form");
  if (offer === null || offer.stock_state === "outOfStock") {
    const soldOut = document.createElement("p");
    soldOut.className = "buy-box__sold-out";
    soldOut.textContent = t("product.out_of_stock");
    form?.replaceWith(soldOut);
    bar?.remove();
    // Loads the island, which shows the alternatives.
    if (form) fallback?.dispatchEvent(new Event("focusin"));
    return;
  }
  for (const place of priceChanged ? [form, bar] : []) {
    const shown = place?.querySelector(".buy-box__price");
    if (shown) shown.textContent = formatMoney(offer.unit.price, locale);
  }
  // The product was sold out when the page was built: only the island contains the form.
  if (fallback?.querySelector(".buy-box__sold-out")) fallback.dispatchEvent(new Event("focusin"));
}
