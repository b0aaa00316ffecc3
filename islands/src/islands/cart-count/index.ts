// The number of items in the header's cart link, the same in every tab (R-CART-01), and opening the cart panel
// (R-HEAD-06).
// Without React, because every page loads it. The panel is loaded when it opens; until then, and if that fails, the
// link works as a link.
import { createTranslate, pageLocale } from "../../i18n";
import type { IslandContext } from "../../island";
import { itemCount } from "../../stores/item-count";
import type { CartCountKey } from "./messages";

export default function mount(root: HTMLElement, context: IslandContext): void {
  const t = createTranslate<CartCountKey>(context.messages, pageLocale());
  // The number is visible, "2 items" is for screen readers: both follow the link's text, so the accessible name starts
  // with the visible label.
  const [value, spoken] = root.querySelectorAll<HTMLElement>("[data-cart-count],[data-cart-items]");
  if (!value || !spoken) return;
  const count = itemCount();
  const show = () => {
    const items = count.get();
    value.hidden = !items;
    value.textContent = `${items || ""}`;
    spoken.textContent = items ? ` ${t("cart_count.items", { count: items })}` : "";
  };
  count.subscribe(show);
  show();

  const load = () => import("./panel");
  const panel = (otherwise: () => void) =>
    load()
      .then((it) => it.act(root, context))
      .then(listen, otherwise);
  const listen = (link: HTMLAnchorElement | null) =>
    link?.addEventListener("click", (event) => {
      // On the cart page the link works as usual; the same with keys that open a new tab or window.
      if (event.ctrlKey || event.metaKey || event.shiftKey || link.pathname === location.pathname) return;
      event.preventDefault();
      link.ariaBusy = "true";
      panel(() => location.assign(link.href));
    });
  listen(root.closest("a"));
  const confirm = () => {
    // Without the panel only the number changes: the buy box shows the confirmation too.
    if (count.added.get()) panel(show);
  };
  count.added.subscribe(confirm);
  confirm();
  // The session has ended: a response says so, or a cookie does, which may be from an earlier page.
  const ended = () => {
    if (window.vitrineEnded || /-ended/.test(document.cookie)) load().then((it) => it.tell(context));
  };
  addEventListener("answered", ended);
  ended();
  // A page that is closed to guests has no link; a visitor with a cart, or who was logged in before, may still order
  // (R-HEAD-02).
  if (root.hidden && /vitrine-c(art|ustomer)=[1-9]/.test(document.cookie)) panel(show);
}
