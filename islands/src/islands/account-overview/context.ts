// The dependencies of all parts of the overview: texts, money format, and the data.
import { createContext, useContext } from "react";
import type { Resource } from "../../account-area/resource";
import type { AccountOverviewResponse, Money } from "../../api/schema.gen";
import type { Translate } from "../../i18n";
import type { AccountOverviewProps } from "../../props.gen";
import type { OverviewKey } from "./messages";

export type OverviewScreen = {
  readonly props: AccountOverviewProps;
  readonly t: Translate<OverviewKey>;
  readonly money: (amount: Money) => string;
  readonly resource: Resource<AccountOverviewResponse>;
};

const ScreenContext = createContext<OverviewScreen | null>(null);
export const OverviewScreenProvider = ScreenContext.Provider;

export function useOverviewScreen(): OverviewScreen {
  const screen = useContext(ScreenContext);
  if (screen === null) throw new Error("a part of the overview was rendered outside of its screen");
  return screen;
}
