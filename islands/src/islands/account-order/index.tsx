// Replaces the fallback with the order of the page's URL.
import { AreaProvider, createArea } from "../../account-area/context";
import { orderIdIn } from "../../account-area/orders";
import { createResource } from "../../account-area/resource";
import { cancelOrder, getOrder, reorder } from "../../api/orders.gen";
import { pay } from "../../api/payment";
import { ApiError } from "../../api/request";
import { browserClock } from "../../clock";
import { formatMoney } from "../../format";
import { createTranslate, pageLocale } from "../../i18n";
import type { IslandContext } from "../../island";
import type { AccountOrderProps } from "../../props.gen";
import { itemCount } from "../../stores/item-count";
import { createMemory } from "../../stores/order-memory";
import { paymentUrl } from "../../stores/payment-url";
import { createToasts } from "../../stores/toasts";
import { mountReact } from "../../ui/mount-react";
import { Toasts } from "../../ui/toasts";
import { AccountOrder } from "./AccountOrder";
import { type OrderScreen, OrderScreenProvider } from "./context";

export default function mount(root: HTMLElement, { props, messages }: IslandContext): void {
  const toasts = createToasts(browserClock);
  const own = props as AccountOrderProps;
  const area = createArea(own.places, messages, toasts);
  const locale = pageLocale();
  const id = orderIdIn(own.places.order_path, location.pathname);
  if (id !== null) leadToOrder(own.order_paths, id);
  const memory = createMemory<never>(() => sessionStorage);
  const screen: OrderScreen = {
    props: own,
    t: createTranslate(messages, locale),
    money: (amount) => formatMoney(amount, locale),
    api: { payOrder: pay, reorder, cancelOrder },
    resource: createResource(async () => {
      // An invalid id is not requested.
      if (id === null) throw new ApiError(404, [{ code: "ORDER_NOT_FOUND", title: "", detail: "" }]);
      return await getOrder({ path: { id } });
    }),
    count: itemCount(),
    path: location.pathname,
    toPayment: (url, orderId) => {
      const allowed = paymentUrl(url, location.origin);
      if (allowed === null) return false;
      // The screens after a payment start waiting from this time.
      memory.keepDeparture({ order_id: orderId, at: browserClock.now(), lookup: null });
      location.assign(allowed);
      return true;
    },
    print: () => print(),
  };
  mountReact(
    root,
    <AreaProvider value={area}>
      <OrderScreenProvider value={screen}>
        <AccountOrder />
        <Toasts toasts={toasts} closeLabel={area.say("account_area.close")} />
      </OrderScreenProvider>
    </AreaProvider>,
  );
}

/**
 * R-I18N-04: the language links lead to this order. The static page is shared by all orders and cannot contain its id.
 */
function leadToOrder(paths: AccountOrderProps["order_paths"], id: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-locale-link]")) {
    const path = paths[link.dataset.localeLink ?? ""];
    if (path !== undefined) link.href = path.replace(":order", id);
  }
}
