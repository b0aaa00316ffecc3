// Loads and decodes the main image of the chosen variant before its page opens, so that the previous image stays
// visible until then.
import { fetchPage } from "../fetch-page";

/** Maximum delay in milliseconds: after that the page opens without its image, so that the click is not ignored. */
const LONGEST_MS = 1500;

const begun = new Map<string, Promise<void>>();

/** Hovering an option this long, in milliseconds, usually leads to a click. */
const INTENT_MS = 80;

/** Preloads the image of a hovered or focused option, from now on. */
export function watch(group: Element): void {
  const resting = () => group.querySelector<HTMLAnchorElement>("li a:is(:hover, :focus):not([aria-current])")?.href;
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

/** Starts loading the first image of the page at `href`, once. Never rejects: the page works without it. */
function fetchPicture(href: string): Promise<void> {
  const known = begun.get(href);
  if (known !== undefined) return known;
  const decoded = decode(href).catch(() => {
    begun.delete(href);
  });
  begun.set(href, decoded);
  return decoded;
}

/** Calls `go` as soon as the main image of the option can be shown, unless another option is clicked meanwhile. */
export async function openBy(choice: HTMLAnchorElement, go: () => void): Promise<void> {
  for (const link of document.querySelectorAll(".options a[aria-busy]")) link.ariaBusy = null;
  choice.ariaBusy = "true";
  await Promise.race([fetchPicture(choice.href), new Promise<void>((late) => setTimeout(late, LONGEST_MS))]);
  if (choice.ariaBusy) go();
}

/** The page preloads its first image; the browser selects the same size here. */
async function decode(href: string): Promise<void> {
  const preload = (await fetchPage(href)).querySelector<HTMLLinkElement>("link[rel=preload][as=image]");
  if (preload === null) return;
  const picture = new Image();
  picture.sizes = preload.imageSizes;
  picture.srcset = preload.imageSrcset;
  picture.src = preload.href;
  await picture.decode();
}
