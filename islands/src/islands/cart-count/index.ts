// The number of items beside the words of the cart link in the header, in every tab the same (R-CART-01), and what opens the panel of that link (R-HEAD-06).
// No React: every page loads this. All of the panel is fetched when it opens; until then, and where it cannot come, the link is a link.
import { createTranslate, pageLocale } from "../../i18n";
import type { IslandContext } from "../../island";
import { itemCount } from "../../stores/item-count";
import type { CartCountKey } from "./messages";

export default function mount(root: HTMLElement, context: IslandContext): void {
  const t = createTranslate<CartCountKey>(context.messages, pageLocale());
  // Seen is the number, read out is "2 items": both go on from the link's own words, so its name begins with what is seen.
  const [value, spoken] = root.querySelectorAll<HTMLElement>("[data-cart-count],[data-cart-items]");
  if (!value || !spoken) return;
  const count = itemCount();
  const show = () => {
    const items = count.get();
    value.hidden = items === 0;
    value.textContent = items === 0 ? "" : String(items);
    spoken.textContent = items === 0 ? "" : ` ${t("cart_count.items", { count: items })}`;
  };
  count.subscribe(show);
  show();

  const panel = (otherwise: () => void) =>
    import("./panel").then((it) => it.act(root, context)).then(listen, otherwise);
  const listen = (link: HTMLAnchorElement | null) =>
    link?.addEventListener("click", (event) => {
      // On the cart's own page the link leads there; with these keys to a page beside this one.
      if (event.ctrlKey || event.metaKey || event.shiftKey || link.pathname === location.pathname) return;
      event.preventDefault();
      link.ariaBusy = "true";
      panel(() => location.assign(link.href));
    });
  listen(root.closest("a"));
  const confirm = () => {
    // The buy box has said it, too.
    if (count.added.get()) panel(show);
  };
  count.added.subscribe(confirm);
  confirm();
  // A page that is closed to guests has no link; who has a cart, or was logged in before, may order all the same (R-HEAD-02).
  if (root.hidden && /vitrine-c(art|ustomer)=[1-9]/.test(document.cookie)) panel(show);
}
