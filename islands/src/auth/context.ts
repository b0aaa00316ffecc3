// The dependencies of the login and registration forms: texts, API calls, a clock.
import { createContext, useContext } from "react";
import type { Clock } from "../clock";
import type { Translate } from "../i18n";
import type { Account } from "../stores/account";
import type { AuthKey } from "./messages";

export type AuthEnvironment = {
  readonly t: Translate<AuthKey>;
  readonly account: Account;
  readonly clock: Clock;
};

const Environment = createContext<AuthEnvironment | null>(null);
export const AuthProvider = Environment.Provider;

export function useAuth(): AuthEnvironment {
  const environment = useContext(Environment);
  if (environment === null) throw new Error("a form of the account was rendered without its environment");
  return environment;
}
