// The dependencies of all parts of the screens after an order: texts, money format, the order, this tab's data about
// it, and the page's props.
import { createContext, useContext } from "react";
import type { Money } from "../../api/schema.gen";
import type { Clock } from "../../clock";
import type { Translate } from "../../i18n";
import type { OrderOutcomeProps } from "../../props.gen";
import type { Countdown } from "../../stores/countdown";
import type { OrderStore } from "../../stores/order";
import type { SessionStore } from "../../stores/session";
import type { OrderKey } from "./address";
import type { OutcomeKey } from "./messages";
import type { ThisTab } from "./this-tab";

export type OutcomeScreen = {
  readonly props: OrderOutcomeProps;
  readonly t: Translate<OutcomeKey>;
  readonly money: (amount: Money) => string;
  /** The order that the page's URL names. */
  readonly key: OrderKey;
  /** Whether the URL reports that the payment timed out. */
  readonly expired: boolean;
  /** The page's title until the state is known. */
  readonly title: string;
  readonly order: OrderStore;
  readonly session: SessionStore;
  /** Whether a customer is logged in, according to this browser's hint. */
  readonly customer: boolean;
  readonly tab: ThisTab;
  /** Redirects to the payment page when it ends. */
  readonly countdown: Countdown;
  readonly clock: Clock;
  readonly print: () => void;
};

const Screen = createContext<OutcomeScreen | null>(null);
export const OutcomeScreenProvider = Screen.Provider;

export function useOutcomeScreen(): OutcomeScreen {
  const screen = useContext(Screen);
  if (screen === null) throw new Error("a part of an order's screen was rendered outside of it");
  return screen;
}
