// Calls that may begin a session, one at a time in all tabs of a browser: of two that were sent without a cookie each begins a session of its own, and the
// cookie of the second takes the place of the first, with the cart.
import { readItemCount } from "../stores/item-count";
import { ApiError, TIMEOUT_MS } from "./request";

/**
 * Runs a call. While nothing says that there is a session, it waits for the calls of this kind in other tabs, so that it carries the cookie that they
 * brought. Rejects with an `ApiError` when that takes too long; the call is not made then.
 */
export async function beginning<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  // Only pages of a secure context (https, loopback) have locks. A cart that holds something has a session.
  if (navigator.locks === undefined || readItemCount(document.cookie) > 0) return call();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let begun = false;
  const run = () => {
    begun = true;
    return call();
  };
  return navigator.locks.request("vitrine-session", { signal }, run).catch((cause: unknown) => {
    throw begun ? cause : new ApiError(0, [], { cause });
  });
}
