// Replaces the fallback with the list of orders.
import { AreaProvider, createArea } from "../../account-area/context";
import { createResource } from "../../account-area/resource";
import { listOrders } from "../../api/orders.gen";
import { formatMoney } from "../../format";
import { createTranslate, pageLocale } from "../../i18n";
import type { IslandContext } from "../../island";
import type { AccountOrdersProps } from "../../props.gen";
import { mountReact } from "../../ui/mount-react";
import { AccountOrders } from "./AccountOrders";
import { partIn, queryOf } from "./address";
import { type OrdersScreen, OrdersScreenProvider } from "./context";

export default function mount(root: HTMLElement, { props, messages }: IslandContext): void {
  const own = props as AccountOrdersProps;
  const locale = pageLocale();
  const resource = createResource(() => listOrders({ query: queryOf(partIn(location.search)) }));
  addEventListener("popstate", () => void resource.load());
  const screen: OrdersScreen = {
    props: own,
    t: createTranslate(messages, locale),
    money: (amount) => formatMoney(amount, locale),
    resource,
    go: (href) => {
      history.pushState(null, "", href);
      void resource.load();
    },
  };
  mountReact(
    root,
    <AreaProvider value={createArea(own.places, messages)}>
      <OrdersScreenProvider value={screen}>
        <AccountOrders />
      </OrdersScreenProvider>
    </AreaProvider>,
  );
}
