// The number of items beside the words of the cart link in the header, in every tab the same (R-CART-01). No React: every page loads this.

import type cartCountMessages from "../../../../locales/nl/islands/cart-count.json";
import { createTranslate, pageLocale } from "../../i18n";
import type { IslandContext } from "../../island";
import { itemCount } from "../../stores/item-count";

export default function mount(root: HTMLElement, { messages }: IslandContext): void {
  const t = createTranslate<keyof typeof cartCountMessages>(messages, pageLocale());
  // Seen is the number, read out is "2 items": both go on from the link's own words, so its name begins with what is seen.
  const value = root.querySelector<HTMLElement>("[data-cart-count]") ?? addSpan(root, "cart-count__value");
  value.dataset.cartCount = "";
  value.ariaHidden = "true";
  const spoken = addSpan(root, "visually-hidden");
  const count = itemCount();
  const show = () => {
    const items = count.get();
    value.hidden = items === 0;
    value.textContent = items === 0 ? "" : String(items);
    spoken.textContent = items === 0 ? "" : ` ${t("cart_count.items", { count: items })}`;
  };
  count.subscribe(show);
  show();
}

function addSpan(root: HTMLElement, className: string): HTMLElement {
  const span = document.createElement("span");
  span.className = className;
  return root.appendChild(span);
}
