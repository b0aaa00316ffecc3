// The dependencies of all parts of an order: texts, money format, the order, and the calls that change it.
import { createContext, useContext } from "react";
import type { Resource } from "../../account-area/resource";
import type { cancelOrder, payOrder, reorder } from "../../api/orders.gen";
import type { Money, OrderResponse } from "../../api/schema.gen";
import type { Translate } from "../../i18n";
import type { AccountOrderProps } from "../../props.gen";
import type { ItemCount } from "../../stores/item-count";
import type { OrderKey } from "./messages";

export type OrderScreen = {
  readonly props: AccountOrderProps;
  readonly t: Translate<OrderKey>;
  readonly money: (amount: Money) => string;
  readonly api: {
    readonly payOrder: typeof payOrder;
    readonly reorder: typeof reorder;
    readonly cancelOrder: typeof cancelOrder;
  };
  readonly resource: Resource<OrderResponse>;
  readonly count: Pick<ItemCount, "publish">;
  /** The path that the page was opened with. */
  readonly path: string;
  /** Goes to the payment page; `false` if its URL is not allowed. */
  readonly toPayment: (url: string, orderId: string) => boolean;
  readonly print: () => void;
};

const ScreenContext = createContext<OrderScreen | null>(null);
export const OrderScreenProvider = ScreenContext.Provider;

export function useOrderScreen(): OrderScreen {
  const screen = useContext(ScreenContext);
  if (screen === null) throw new Error("a part of an order was rendered outside of its screen");
  return screen;
}
