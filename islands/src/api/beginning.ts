// Requests that may create a session run one at a time across all tabs of a browser: two parallel requests without a
// cookie would each create a session, and the second cookie would replace the first one with its cart.
import { readItemCount } from "../stores/item-count";
import { ApiError, TIMEOUT_MS } from "./request";

/**
 * Runs a request. While there is no sign of a session, it waits for requests of this kind in other tabs, so that it is
 * sent with their cookie. Rejects with an `ApiError` if that takes too long; the request is then not sent.
 */
export async function beginning<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  // Locks exist only in secure contexts (https, loopback). A cart with items has a session.
  if (navigator.locks === undefined || readItemCount(document.cookie) > 0) return call();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let begun = false;
  const run = () => {
    begun = true;
    return call();
  };
  return navigator.locks.request("vitrine-session", { signal }, run).catch((cause: unknown) => {
    if (begun) throw cause;
    if (signal.aborted) throw new ApiError(0, [], { cause });
    // A browser that blocks cookies refuses locks too; the API reports why the request cannot work.
    return call();
  });
}
