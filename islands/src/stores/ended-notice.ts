// The notice that a session or cart has ended. The API sends it in one response only, to any caller; the header shows
// it (`islands/cart-count`), whose script may be loaded later.
import type { Notice } from "../api/schema.gen";

declare global {
  /** The notice, until the header takes it. */
  var vitrineEnded: Notice | undefined;
}

/** Passes the notice of a response to the header. */
export function handToHeader(notice: Notice | null): void {
  if (!notice) return;
  window.vitrineEnded = notice;
  dispatchEvent(new Event("answered"));
}
