// Hints about a customer's session that need no request: the API's readable cookie, and the time of the last write to
// the session, from which its end is computed (ORDER-7).
//
// **Invariant:** a hint and no proof: personal data is shown only after a response of the API. The header follows the
// cookie (`header/account-links`).

const WRITTEN = "vitrine-session-written";

export function isCustomer(cookies: string): boolean {
  return /(?:^|;\s*)vitrine-customer=[1-9]/.test(cookies);
}

/** The time of the last write to the session, in milliseconds since 1970; `null` if unknown. */
export function sessionWritten(storage: () => Pick<Storage, "getItem">): number | null {
  try {
    return Number(storage().getItem(WRITTEN)) || null;
  } catch {
    return null;
  }
}

/** Stores the time of the last write, for all tabs; `null` if no customer is logged in. */
export function keepWritten(storage: () => Pick<Storage, "setItem" | "removeItem">, at: number | null): void {
  try {
    if (at === null) storage().removeItem(WRITTEN);
    else storage().setItem(WRITTEN, String(at));
  } catch {
    // Storage is disabled: there is no warning before the end.
  }
}
