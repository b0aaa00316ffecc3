// Replaces the fallback with the cart screen.
import { getCartOverview } from "../../api/cart.gen";
import { browserClock } from "../../clock";
import { formatMoney } from "../../format";
import { createTranslate, pageLocale } from "../../i18n";
import type { IslandContext } from "../../island";
import type { CartProps } from "../../props.gen";
import { cartStore } from "../../stores/cart";
import { itemCount } from "../../stores/item-count";
import { lastSeen } from "../../stores/seen";
import { sessionStore } from "../../stores/session";
import { createToasts } from "../../stores/toasts";
import { mountReact } from "../../ui/mount-react";
import { Cart } from "./Cart";
import { CartScreenProvider } from "./context";
import type { CartKey } from "./messages";
import { createCartOverview } from "./overview";

export default function mount(root: HTMLElement, { props, messages }: IslandContext): void {
  const locale = pageLocale();
  const cart = cartStore();
  const session = sessionStore();
  const screen = {
    props: props as CartProps,
    t: createTranslate<CartKey>(messages, locale),
    money: (amount: Parameters<typeof formatMoney>[0]) => formatMoney(amount, locale),
    cart,
    session,
    overview: createCartOverview(cart, session, getCartOverview),
    count: itemCount(),
    toasts: createToasts(browserClock),
    seen: lastSeen(),
    go: (href: string) => location.assign(href),
  };
  mountReact(
    root,
    <CartScreenProvider value={screen}>
      <Cart />
    </CartScreenProvider>,
  );
}
