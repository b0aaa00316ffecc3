// Replaces the fallback with the state of the order.
import { browserClock } from "../../clock";
import { formatMoney } from "../../format";
import { createTranslate, pageLocale } from "../../i18n";
import type { IslandContext } from "../../island";
import type { OrderOutcomeProps } from "../../props.gen";
import { createCountdown } from "../../stores/countdown";
import { isCustomer } from "../../stores/customer-hint";
import { orderStore } from "../../stores/order";
import { createMemory } from "../../stores/order-memory";
import { sessionStore } from "../../stores/session";
import { mountReact } from "../../ui/mount-react";
import { mailedOrder, orderKey, saysExpired } from "./address";
import { type OutcomeScreen, OutcomeScreenProvider } from "./context";
import type { OutcomeKey } from "./messages";
import { OrderOutcome } from "./OrderOutcome";
import { createThisTab } from "./this-tab";

/** The delay in seconds before the redirect to the payment page (R-CHK-05). */
const SECONDS = 5;

export default function mount(root: HTMLElement, { props, messages }: IslandContext): void {
  const locale = pageLocale();
  const own = props as OrderOutcomeProps;
  const mailed = mailedOrder(own.pattern, location.pathname, location.search);
  // From here on the page has the URL of its screen: for reloads, language links, and the return from a login.
  if (mailed !== null) history.replaceState(history.state, "", mailed.path);
  const key = orderKey(own.pattern, location.pathname);
  const tab = createThisTab({
    memory: createMemory<never>(() => sessionStorage),
    clock: browserClock,
    origin: location.origin,
    go: (url) => location.assign(url),
  });
  const screen: OutcomeScreen = {
    props: own,
    t: createTranslate<OutcomeKey>(messages, locale),
    money: (amount) => formatMoney(amount, locale),
    key,
    expired: saysExpired(location.search),
    title: root.querySelector("h1")?.textContent ?? "",
    order: orderStore({ ...key, lookup: tab.lookup(key.id), leave: tab.leave, settle: tab.settle }),
    session: sessionStore(),
    customer: isCustomer(document.cookie),
    tab,
    countdown: createCountdown(browserClock, SECONDS, () => {
      const page = tab.waiting(key.id);
      if (page !== null && key.id !== null) tab.leave(page, key.id);
    }),
    clock: browserClock,
    print: () => print(),
  };
  mountReact(
    root,
    <OutcomeScreenProvider value={screen}>
      <OrderOutcome />
    </OutcomeScreenProvider>,
  );
}
