// What every part of the screens after an order needs: texts, money, the order, what this tab remembers of it, and the page's props.
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
  /** What the address says of the order. */
  readonly key: OrderKey;
  /** Whether the address says that the time to pay was over. */
  readonly expired: boolean;
  /** The title of the page, until more is known. */
  readonly title: string;
  readonly order: OrderStore;
  readonly session: SessionStore;
  readonly tab: ThisTab;
  /** Ends with the way to the payment page. */
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
