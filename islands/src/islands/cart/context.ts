// The dependencies of all parts of the cart screen: texts, money format, the stores and the page's props.
import { createContext, useContext } from "react";
import type { Money } from "../../api/schema.gen";
import type { Translate } from "../../i18n";
import type { CartProps } from "../../props.gen";
import type { CartStore } from "../../stores/cart";
import type { ItemCount } from "../../stores/item-count";
import type { Seen } from "../../stores/seen";
import type { SessionStore } from "../../stores/session";
import type { Toasts } from "../../stores/toasts";
import type { CartKey } from "./messages";
import type { CartOverview } from "./overview";

export type CartScreen = {
  readonly props: CartProps;
  readonly t: Translate<CartKey>;
  readonly money: (amount: Money) => string;
  readonly cart: CartStore;
  readonly session: SessionStore;
  readonly overview: CartOverview;
  readonly count: Pick<ItemCount, "get" | "subscribe">;
  readonly toasts: Toasts;
  /** The products viewed last, newest first. */
  readonly seen: readonly Seen[];
  /** Navigates to another page. */
  readonly go: (href: string) => void;
};

const Screen = createContext<CartScreen | null>(null);
export const CartScreenProvider = Screen.Provider;

export function useCartScreen(): CartScreen {
  const screen = useContext(Screen);
  if (screen === null) throw new Error("a part of the cart was rendered outside of its screen");
  return screen;
}
