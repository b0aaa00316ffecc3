// The dependencies of all screens of this island: props, session, URL, and navigation.
import { createContext, useContext } from "react";
import type { AddressFormResponse, CheckoutResponse } from "../../api/schema.gen";
import type { Translate } from "../../i18n";
import type { AuthProps } from "../../props.gen";
import type { SessionStore } from "../../stores/session";
import type { AddressKey, AuthKey } from "./messages";

export type AuthScreenContext = {
  readonly props: AuthProps;
  readonly t: Translate<AuthKey | AddressKey>;
  readonly session: SessionStore;
  /** The query of the page's URL: parameters from mails and other pages. */
  readonly query: URLSearchParams;
  /** The path to return to; `null` if there is none. */
  readonly back: string | null;
  /** Whether a customer was logged in at the last request of this browser. */
  readonly customer: boolean;
  readonly api: {
    readonly getAddressForm: () => Promise<AddressFormResponse>;
    readonly getCheckout: () => Promise<CheckoutResponse>;
    readonly recoverPassword: (email: string) => Promise<unknown>;
    readonly checkRecovery: (hash: string) => Promise<{ readonly usable: boolean }>;
    readonly resetPassword: (hash: string, password: string, confirmation: string) => Promise<unknown>;
  };
  /**
   * Navigates to another page, so that Back does not return to this one; `saying` is shown there as a flash message
   * (R-ACCT-07).
   */
  readonly leave: (path: string, saying?: string) => void;
};

const Screen = createContext<AuthScreenContext | null>(null);
export const AuthScreenProvider = Screen.Provider;

export function useAuthScreen(): AuthScreenContext {
  const screen = useContext(Screen);
  if (screen === null) throw new Error("a screen of the account was rendered without its context");
  return screen;
}
