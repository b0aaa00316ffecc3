// A form in one line whose rules and words are on the page of the whole form: it is on every page and must be short.
//
// **Invariant:** a form that is sent before they have come is sent once they have; without them it is sent as a browser
// does, and the API answers with that page.
import { fetchPage } from "../../fetch-page";
import type { IslandContext } from "../../island";

type Found = Pick<IslandContext, "props" | "messages">;

/** Calls `begin` with what the page at `from` has for this form. */
export async function wait(root: HTMLElement, from: string, begin: (found: Found) => void): Promise<void> {
  const form = root.querySelector("form");
  if (form === null) return;
  let sent = false;
  const hold = (event: Event) => {
    event.preventDefault();
    sent = true;
  };
  form.addEventListener("submit", hold);
  const found = await fetchPage(from)
    .then((page) => foundIn(page, form.getAttribute("action")))
    .catch(() => undefined);
  form.removeEventListener("submit", hold);
  if (found) begin(found);
  if (sent && found) form.requestSubmit();
  else if (sent) form.submit();
}

/** The form of a page with the same action. */
function foundIn(page: Document, action: string | null): Found | undefined {
  const same = [...page.forms].filter((one) => one.getAttribute("action") === action);
  const data = same.map((one) => one.closest("[data-island]")?.querySelector('script[type="application/json"]'));
  const json = data.find(Boolean)?.textContent;
  return json ? (JSON.parse(json) as Found) : undefined;
}
