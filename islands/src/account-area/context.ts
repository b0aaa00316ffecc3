// What every screen of the account area needs: links, shared texts, notes, and navigation.
import { createContext, useContext } from "react";
import type { AuthKey } from "../auth/messages";
import { browserClock, type Clock } from "../clock";
import { createTranslate, type Messages, pageLocale, type Translate } from "../i18n";
import type { AccountPlaces } from "../props.gen";
import { type Account, account } from "../stores/account";
import { createLoadingBar, type LoadingBar } from "../stores/loading-bar";
import { type SessionStore, sessionStore } from "../stores/session";
import type { Toasts } from "../stores/toasts";
import type { AreaKey } from "./messages";

export type Area = {
  readonly places: AccountPlaces;
  readonly say: Translate<AreaKey>;
  readonly session: SessionStore;
  readonly account: Account;
  /** The texts of the login. */
  readonly authTexts: Translate<AuthKey>;
  readonly clock: Clock;
  readonly bar: LoadingBar;
  /** Shows a confirmation. */
  readonly tell: (text: string) => void;
  /** Path and query of this page. */
  readonly here: () => string;
  /** Navigates to another page of the shop, so that Back does not return to this one. */
  readonly leave: (path: string) => void;
};

/** `toasts`: the container of confirmations, on screens that have one. */
export function createArea(places: AccountPlaces, messages: Messages, toasts?: Toasts): Area {
  return {
    places,
    say: createTranslate<AreaKey>(messages, pageLocale()),
    session: sessionStore(),
    account: account(),
    authTexts: createTranslate<AuthKey>(messages, pageLocale()),
    clock: browserClock,
    bar: createLoadingBar(browserClock),
    tell: (text) => toasts?.show(text, "status"),
    here: () => location.pathname + location.search,
    leave: (path) => location.replace(path),
  };
}

const AreaContext = createContext<Area | null>(null);
export const AreaProvider = AreaContext.Provider;

export function useArea(): Area {
  const area = useContext(AreaContext);
  if (area === null) throw new Error("a part of the account area was rendered outside of it");
  return area;
}
