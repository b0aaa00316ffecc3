// Replaces the fallback with the overview.
import { AreaProvider, createArea } from "../../account-area/context";
import { isLoggedOut } from "../../account-area/login";
import { createResource } from "../../account-area/resource";
import { getAccountOverview } from "../../api/account.gen";
import type { AccountOverviewResponse } from "../../api/schema.gen";
import { getSession } from "../../api/session.gen";
import { formatMoney } from "../../format";
import { createTranslate, pageLocale } from "../../i18n";
import type { IslandContext } from "../../island";
import type { AccountOverviewProps } from "../../props.gen";
import { asApiError } from "../../stores/call-queue";
import { sessionStore } from "../../stores/session";
import { mountReact } from "../../ui/mount-react";
import { AccountOverview } from "./AccountOverview";
import { type OverviewScreen, OverviewScreenProvider } from "./context";

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

/** The answer also says who the visitor is; if it is refused, the session does. */
function readOverview(): Promise<AccountOverviewResponse> {
  const answer = getAccountOverview();
  const visitor = answer.then(
    ({ visitor }) => visitor,
    (failure) => (isLoggedOut(asApiError(failure)) ? getSession() : null),
  );
  void sessionStore().loadWith(visitor);
  return answer;
}
