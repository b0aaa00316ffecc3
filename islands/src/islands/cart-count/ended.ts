// Shows on any page that the session or the cart has ended, with a login link that restores a customer's cart.
//
// **Invariant:** shown once; cart and checkout show it themselves. The header's name and number of items are updated.
import type { Notice } from "../../api/schema.gen";
import { createTranslate, pageLocale } from "../../i18n";
import type { IslandContext } from "../../island";
import { itemCount } from "../../stores/item-count";
import { sessionStore } from "../../stores/session";
import type { CartCountKey } from "./messages";
import { element, styled } from "./panel";

let asked = false;

/** Shows the notice of an API response; without one, asks the session once per page. */
export async function tell(context: IslandContext): Promise<void> {
  const notice = window.vitrineEnded;
  window.vitrineEnded = undefined;
  itemCount().refresh();
  document.dispatchEvent(new Event("vitrine-customer"));
  if (notice !== undefined) {
    const root = document.querySelector<HTMLElement>('[data-island="cart-count"]');
    await styled(root?.dataset ?? {});
    return show(notice, context);
  }
  if (asked || document.querySelector('[data-island="cart"],[data-island="checkout"]')) return;
  asked = true;
  const session = sessionStore();
  // A notice in its response ends up here again.
  if (session.get().status === "unknown") await session.load();
  else session.refresh();
}

function show({ message, login }: Notice, { messages }: IslandContext): void {
  const t = createTranslate<CartCountKey>(messages, pageLocale());
  const close = element("button", { type: "button", class: "session-notice__close" }, t("cart_count.close"));
  const box = element("div", { class: "session-notice" });
  // The region exists before it has content, because screen readers announce changes of a region.
  const said = element("p", { role: "status", class: "session-notice__text" });
  close.addEventListener("click", () => box.remove());
  // The style sheet raises the notice above the buy bar, whose height follows its texts.
  const bar = document.querySelector<HTMLElement>("[data-buy-bar]");
  if (bar) new ResizeObserver(() => box.style.setProperty("--buy-bar", `${bar.offsetHeight}px`)).observe(bar);
  box.append(said, close);
  document.querySelector(".session-notice")?.remove();
  document.body.append(box);
  requestAnimationFrame(() => {
    said.append(message);
    if (login && location.pathname !== login.path) {
      said.append(" ", element("a", { href: wayTo(login.path) }, login.label));
    }
  });
}

/** The login returns to this page. */
function wayTo(login: string): string {
  return `${login}?${new URLSearchParams({ redirect: location.pathname + location.search })}`;
}
