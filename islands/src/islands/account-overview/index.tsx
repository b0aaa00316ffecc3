// Replaces the fallback with the overview.
import { AreaProvider, createArea } from "../../account-area/context";
import { createResource } from "../../account-area/resource";
import { getAccount } from "../../api/account.gen";
import { getAddresses } from "../../api/addresses.gen";
import { listOrders } from "../../api/orders.gen";
import { formatMoney } from "../../format";
import { createTranslate, pageLocale } from "../../i18n";
import type { IslandContext } from "../../island";
import type { AccountOverviewProps } from "../../props.gen";
import { mountReact } from "../../ui/mount-react";
import { AccountOverview } from "./AccountOverview";
import { type Overview, type OverviewScreen, OverviewScreenProvider } from "./context";

export default function mount(root: HTMLElement, { props, messages }: IslandContext): void {
  const own = props as AccountOverviewProps;
  const locale = pageLocale();
  const screen: OverviewScreen = {
    props: own,
    t: createTranslate(messages, locale),
    money: (amount) => formatMoney(amount, locale),
    resource: createResource(readOverview),
  };
  mountReact(
    root,
    <AreaProvider value={createArea(own.places, messages)}>
      <OverviewScreenProvider value={screen}>
        <AccountOverview />
      </OverviewScreenProvider>
    </AreaProvider>,
  );
}

async function readOverview(): Promise<Overview> {
  const [account, book, orders] = await Promise.all([getAccount(), getAddresses(), listOrders({ query: {} })]);
  return { account, book, orders };
}
