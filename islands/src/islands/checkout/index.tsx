// Replaces the fallback with the checkout.
import type { AddressKey } from "../../address/messages";
import type { AuthKey } from "../../auth/messages";
import { browserClock } from "../../clock";
import { formatMoney } from "../../format";
import { createTranslate, pageLocale } from "../../i18n";
import type { IslandContext } from "../../island";
import type { CheckoutProps } from "../../props.gen";
import { account } from "../../stores/account";
import { checkoutStore } from "../../stores/checkout";
import { createLoadingBar } from "../../stores/loading-bar";
import { createMemory } from "../../stores/order-memory";
import { sessionStore } from "../../stores/session";
import { sessionCare } from "../../stores/session-care";
import { mountReact } from "../../ui/mount-react";
import { Checkout } from "./Checkout";
import { type CheckoutScreen, CheckoutScreenProvider } from "./context";
import type { Draft } from "./draft";
import type { CheckoutKey } from "./messages";

export default function mount(root: HTMLElement, { props, messages }: IslandContext): void {
  const locale = pageLocale();
  const screen: CheckoutScreen = {
    props: props as CheckoutProps,
    t: createTranslate<CheckoutKey | AddressKey | AuthKey>(messages, locale),
    money: (amount) => formatMoney(amount, locale),
    amountOnButton: !locale.startsWith("de"),
    checkout: checkoutStore(),
    account: account(),
    session: sessionStore(),
    care: sessionCare,
    bar: createLoadingBar(browserClock),
    memory: createMemory<Draft>(() => sessionStorage),
    clock: browserClock,
    newKey: () => crypto.randomUUID(),
    leave: (path) => location.replace(path),
  };
  mountReact(
    root,
    <CheckoutScreenProvider value={screen}>
      <Checkout />
    </CheckoutScreenProvider>,
  );
}
