// The number of items beside the cart link in the header, in every tab the same (R-CART-01). No React: every page loads this.

import type cartCountMessages from "../../../../locales/nl/islands/cart-count.json";
import { createTranslate, pageLocale } from "../../i18n";
import type { IslandContext } from "../../island";
import { itemCount } from "../../stores/item-count";

export default function mount(root: HTMLElement, { messages }: IslandContext): void {
  const t = createTranslate<keyof typeof cartCountMessages>(messages, pageLocale());
  const link = root.closest("a") ?? root.querySelector("a") ?? root;
  const value = root.querySelector<HTMLElement>("[data-cart-count]") ?? root.appendChild(createValue());
  const count = itemCount();
  const show = () => {
    const items = count.get();
    value.hidden = items === 0;
    value.textContent = items === 0 ? "" : String(items);
    if (items === 0) link.removeAttribute("aria-label");
    else link.setAttribute("aria-label", t("cart_count.label", { count: items }));
  };
  count.subscribe(show);
  show();
}

function createValue(): HTMLElement {
  const value = document.createElement("span");
  value.className = "cart-count__value";
  value.dataset.cartCount = "";
  return value;
}
