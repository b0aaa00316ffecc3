// Whether a customer was logged in when the session was last read, and when it was last written: a readable cookie, so
// that a page can show the way to the account before it asks the API, and warn before the session ends.
//
// **Invariant:** a hint and no proof: what is a person's own is shown only after the API has answered. The header
// follows it (`header/account-links`).

/** As long as the backend keeps a session that nobody writes to (Shopware's default), in seconds. */
const LIFETIME_S = 86_400;

/**
 * When the session was last written, in seconds since 1970, as far as this browser knows: 1 if it does not; `null` if no
 * customer is logged in.
 */
export function customerSince(cookies: string): number | null {
  const [, since] = /(?:^|;\s*)vitrine-customer=([1-9]\d{0,11})(?:;|$)/.exec(cookies) ?? [];
  return since === undefined ? null : Number(since);
}

/**
 * Keeps what is known of the session.
 * @param written when the session was written just now, in seconds since 1970; `null` if it was only read
 */
export function keepHint(page: Document, customer: boolean, written: number | null): void {
  const since = customerSince(page.cookie);
  if (customer ? written !== null || since === null : since !== null) {
    page.cookie = `vitrine-customer=${written ?? 1}; Path=/; SameSite=Lax; Max-Age=${customer ? LIFETIME_S : 0}`;
  }
  page.dispatchEvent(new Event("vitrine-customer"));
}
