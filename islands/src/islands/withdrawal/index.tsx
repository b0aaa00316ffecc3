// Enhances the static form: the steps follow each other in place, and errors are shown immediately.
import { getAccount } from "../../api/account.gen";
import { listOrders } from "../../api/orders.gen";
import { withdraw } from "../../api/withdrawals.gen";
import { createTranslate, pageLocale } from "../../i18n";
import type { IslandContext } from "../../island";
import type { WithdrawalProps } from "../../props.gen";
import { isCustomer } from "../../stores/customer-hint";
import { sessionStore } from "../../stores/session";
import { mountReact } from "../../ui/mount-react";
import type { WithdrawalKey } from "./messages";
import type { KnownCustomer, WithdrawalScreen } from "./screen";
import { begin } from "./statement";
import { Withdrawal } from "./Withdrawal";

export default function mount(root: HTMLElement, { props, messages, values }: IslandContext): void {
  const screen: WithdrawalScreen = {
    props: props as WithdrawalProps,
    t: createTranslate<WithdrawalKey>(messages, pageLocale()),
    first: begin(values, location.hash),
    send: (body) => withdraw({ body }),
    customer,
    print: () => print(),
  };
  mountReact(root, <Withdrawal screen={screen} />);
}

/** Requested only if a customer may be logged in: a guest needs no session for this (law §4a). */
async function customer(): Promise<KnownCustomer | null> {
  if (!isCustomer(document.cookie)) return null;
  const session = sessionStore();
  await session.load();
  if (session.get().session?.customer?.logged_in !== true) return null;
  const [{ profile }, { orders }] = await Promise.all([getAccount(), listOrders({})]);
  // Only consumers have the right: the form offers no orders of a business customer.
  const offered = profile.account_type === "business" ? [] : orders;
  return {
    name: `${profile.first_name} ${profile.last_name}`,
    email: profile.email,
    orders: offered.map(({ number, placed_at }) => ({ number, placedAt: placed_at })),
  };
}
