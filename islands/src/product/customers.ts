// A page that is closed to guests, for visitors who may order anyway (R-HEAD-02).
import { getSession } from "../api/session.gen";
import { handToHeader } from "../stores/ended-notice";

/**
 * Loads the buy box if this visitor may order. Reads the session without the session store, which is loaded with the
 * buy box.
 */
export async function openToCustomers(page: HTMLElement): Promise<void> {
  const { ordering_allowed, notice } = await getSession();
  handToHeader(notice);
  // Makes the loader load an island that waits for an interaction.
  if (ordering_allowed) page.querySelector('[data-island="buy-box"]')?.dispatchEvent(new Event("focusin"));
}
