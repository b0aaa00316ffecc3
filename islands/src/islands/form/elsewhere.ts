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
    .then((page) => foundIn(page, form.getAttribute("action"), root))
    .catch(() => undefined);
  form.removeEventListener("submit", hold);
  if (found) begin(found);
  if (sent && found) form.requestSubmit();
  else if (sent) form.submit();
}

/** The form of a page with the same action; its words for what came of it are put into `root`. */
function foundIn(page: Document, action: string | null, root: HTMLElement): Found | undefined {
  const same = [...page.forms].filter((one) => one.getAttribute("action") === action);
  for (const one of same) {
    const whole = one.closest("[data-island]");
    const json = whole?.querySelector('script[type="application/json"]')?.textContent;
    if (!whole || !json) continue;
    for (const outcome of ["sent", "kept-here"]) takeWords(outcome, whole, root);
    return JSON.parse(json) as Found;
  }
  return undefined;
}

/** Each element of an outcome becomes a paragraph, its heading a strong one. */
function takeWords(outcome: string, whole: Element, root: HTMLElement): void {
  const of = (around: Element) => around.querySelector(`[data-shown$=".${outcome}"]`);
  const paragraphs = [...(of(whole)?.children ?? [])].map((words) => {
    const paragraph = document.createElement("p");
    const holder = /^H\d$/.test(words.tagName) ? document.createElement("strong") : paragraph;
    holder.textContent = words.textContent?.trim() ?? "";
    if (holder !== paragraph) paragraph.append(holder);
    return paragraph;
  });
  of(root)?.replaceChildren(...paragraphs);
}
