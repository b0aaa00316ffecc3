// The main picture of a variant that was chosen: fetched and decoded before its page is opened, so that the picture of
// the last variant stays until then.
import { fetchPage } from "../fetch-page";

/** The longest wait in milliseconds: then a page without its picture is better than a press without effect. */
const LONGEST_MS = 1500;

const begun = new Map<string, Promise<void>>();

/** Whoever rests on a choice this long mostly makes it, in milliseconds. */
const INTENT_MS = 80;

/** Fetches the picture of a choice that a pointer or the focus rests on, from now on. */
export function watch(group: Element): void {
  const resting = () => group.querySelector<HTMLAnchorElement>("a:is(:hover, :focus):not([aria-current])")?.href;
  const look = () => {
    const href = resting();
    if (href === undefined) return;
    setTimeout(() => {
      if (resting() === href) void fetchPicture(href);
    }, INTENT_MS);
  };
  for (const event of ["pointerover", "focusin"]) group.addEventListener(event, look);
  look();
}

/** Begins to fetch what the page at `href` shows first, once. Never rejects: without it that page is as good. */
function fetchPicture(href: string): Promise<void> {
  const known = begun.get(href);
  if (known !== undefined) return known;
  const decoded = decode(href).catch(() => {
    begun.delete(href);
  });
  begun.set(href, decoded);
  return decoded;
}

/** Calls `go` as soon as the main picture of the choice can be shown, unless another one is pressed meanwhile. */
export async function openBy(choice: HTMLAnchorElement, go: () => void): Promise<void> {
  for (const link of document.querySelectorAll(".options a[aria-busy]")) link.ariaBusy = null;
  choice.ariaBusy = "true";
  await Promise.race([fetchPicture(choice.href), new Promise<void>((late) => setTimeout(late, LONGEST_MS))]);
  if (choice.ariaBusy) go();
}

/** The page preloads the picture that it shows first; the browser chooses the same size of it here. */
async function decode(href: string): Promise<void> {
  const preload = (await fetchPage(href)).querySelector<HTMLLinkElement>("link[rel=preload][as=image]");
  if (preload === null) return;
  const picture = new Image();
  picture.sizes = preload.imageSizes;
  picture.srcset = preload.imageSrcset;
  picture.src = preload.href;
  await picture.decode();
}
