// Whether this visitor may order here: allowed by the page's locale, or because they are logged in (R-HEAD-02).
import { useEffect } from "react";
import { isCustomer } from "../stores/customer-hint";
import type { SessionStore } from "../stores/session";
import { useStore } from "./use-store";

/** Reads the session only if the page itself is closed to consumers. */
export function useOrderingAllowed(allowedOnPage: boolean, session: SessionStore): boolean {
  const { session: known } = useStore(session);
  useEffect(() => {
    if (!allowedOnPage) void session.load();
  }, [allowedOnPage, session]);
  return allowedOnPage || known?.ordering_allowed === true;
}

/** Whether a customer was logged in in this browser session; a hint only. */
export function wasLoggedIn(): boolean {
  return isCustomer(document.cookie);
}
