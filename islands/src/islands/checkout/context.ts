// The dependencies of all parts of the checkout: texts, money format, the stores, stored input, and navigation.
import { createContext, useContext } from "react";
import type { AddressKey } from "../../address/messages";
import type { Money } from "../../api/schema.gen";
import type { AuthKey } from "../../auth/messages";
import type { SessionCareProps } from "../../auth/SessionCare";
import type { Clock } from "../../clock";
import type { Translate } from "../../i18n";
import type { CheckoutProps } from "../../props.gen";
import type { Account } from "../../stores/account";
import type { CheckoutStore } from "../../stores/checkout";
import type { LoadingBar } from "../../stores/loading-bar";
import type { Memory } from "../../stores/order-memory";
import type { SessionStore } from "../../stores/session";
import type { Draft } from "./draft";
import type { CheckoutKey } from "./messages";

export type CheckoutScreen = {
  readonly props: CheckoutProps;
  readonly t: Translate<CheckoutKey | AddressKey | AuthKey>;
  readonly money: (amount: Money) => string;
  /** Whether the order button shows the total after its text (CHK-7). */
  readonly amountOnButton: boolean;
  readonly checkout: CheckoutStore;
  readonly account: Account;
  readonly session: SessionStore;
  /** The dependencies of the warning before a customer's session ends. */
  readonly care: Pick<SessionCareProps, "written" | "renew">;
  readonly bar: LoadingBar;
  readonly memory: Memory<Draft>;
  readonly clock: Clock;
  /** Makes a new idempotency key: R-CHK-08. */
  readonly newKey: () => string;
  /** Navigates to another page of the shop, so that Back does not return to this one. */
  readonly leave: (path: string) => void;
};

const Screen = createContext<CheckoutScreen | null>(null);
export const CheckoutScreenProvider = Screen.Provider;

export function useCheckoutScreen(): CheckoutScreen {
  const screen = useContext(Screen);
  if (screen === null) throw new Error("a part of the checkout was rendered outside of its screen");
  return screen;
}
