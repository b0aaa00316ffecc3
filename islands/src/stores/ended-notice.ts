// The notice of a session or cart that has ended. The API tells it in one answer alone, whoever asked, and the header shows it
// (`islands/cart-count`), whose script may come later.
import type { Notice } from "../api/schema.gen";

declare global {
  /** The notice, until the header takes it. */
  var vitrineEnded: Notice | undefined;
}

/** Hands the notice of an answer to the header. */
export function handToHeader(notice: Notice | null): void {
  if (!notice) return;
  window.vitrineEnded = notice;
  dispatchEvent(new Event("answered"));
}
