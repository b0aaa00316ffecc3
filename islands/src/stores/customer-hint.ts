// What this browser knows of a customer's session without asking: the readable cookie that the API keeps, and when the
// session was last written, from which its end is known (ORDER-7).
//
// **Invariant:** a hint and no proof: what is a person's own is shown only after the API has answered. The header
// follows the cookie (`header/account-links`).

const WRITTEN = "vitrine-session-written";

export function isCustomer(cookies: string): boolean {
  return /(?:^|;\s*)vitrine-customer=[1-9]/.test(cookies);
}

/** When the session was last written, in milliseconds since 1970; `null` if that is not known. */
export function sessionWritten(storage: () => Pick<Storage, "getItem">): number | null {
  try {
    return Number(storage().getItem(WRITTEN)) || null;
  } catch {
    return null;
  }
}

/** Keeps when the session was written, for all tabs; `null` if nobody is logged in. */
export function keepWritten(storage: () => Pick<Storage, "setItem" | "removeItem">, at: number | null): void {
  try {
    if (at === null) storage().removeItem(WRITTEN);
    else storage().setItem(WRITTEN, String(at));
  } catch {
    // Storage is disabled: nobody is warned of the end.
  }
}
