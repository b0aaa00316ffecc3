// The dependencies of all parts of the order list: texts, money format, the data, and the page's URL.
import { createContext, useContext } from "react";
import type { Resource } from "../../account-area/resource";
import type { Money, OrdersResponse } from "../../api/schema.gen";
import type { Translate } from "../../i18n";
import type { AccountOrdersProps } from "../../props.gen";
import type { OrdersKey } from "./messages";

export type OrdersScreen = {
  readonly props: AccountOrdersProps;
  readonly t: Translate<OrdersKey>;
  readonly money: (amount: Money) => string;
  readonly resource: Resource<OrdersResponse>;
  /** Shows the part of the list at this URL, with a history entry. */
  readonly go: (href: string) => void;
};

const ScreenContext = createContext<OrdersScreen | null>(null);
export const OrdersScreenProvider = ScreenContext.Provider;

export function useOrdersScreen(): OrdersScreen {
  const screen = useContext(ScreenContext);
  if (screen === null) throw new Error("a part of the list of orders was rendered outside of its screen");
  return screen;
}
