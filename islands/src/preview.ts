// Follows the CMS in the preview of a draft: fetches the page again when an editor typed, and changes what differs in place.
//
// **Invariant:** only the CMS's own pages are listened to, and their messages only name a token; what did not change stays
// as it is, with its scroll position, focus, open panels and started islands.
import { follow } from "./preview/follow";
import { Morph } from "./preview/morph";
import { fetchPreview } from "./preview/page";

const BAR = ".preview-bar";
/** The parameters of the query that make a preview. */
const PARAMETERS = ["preview", "live-preview", "token"];
/** How soon a page asks again that was not ready. */
const AGAIN_MS = 1_000;

const bar = document.querySelector<HTMLElement>(BAR);
// As it was sent: this script comes before the modules that change the page.
const morph = new Morph(document);
const query = new URLSearchParams(location.search);

const refresh = follow(async () => {
  const page = await fetchPreview(`${location.pathname}?${query}`);
  const next = page.querySelector<HTMLElement>(BAR);
  if (next === null) return;
  againSoon(next);
  morph.to(page);
});

function againSoon(from: HTMLElement | null): void {
  if (from?.dataset.preview === "starting") setTimeout(refresh, AGAIN_MS);
}

function told({ origin, source, data }: MessageEvent): void {
  if (source !== parent || origin !== bar?.dataset.previewOrigin) return;
  const { name, token } = (data ?? {}) as { name?: unknown; token?: unknown };
  if (name !== "statamic.preview.updated") return;
  if (typeof token === "string" && /^[A-Za-z0-9]{16,64}$/.test(token)) query.set("token", token);
  void refresh();
}

/** Links to other pages of the shop stay in the preview, whoever put them into the page. */
function keep({ target }: Event): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.closest(BAR) || link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
  if (link.getAttribute("href")?.startsWith("#") || link.hasAttribute("download")) return;
  const kept = new URLSearchParams(link.search);
  for (const name of PARAMETERS) {
    const value = query.get(name);
    if (value !== null) kept.set(name, value);
  }
  link.search = kept.toString();
}

if (parent !== window) {
  addEventListener("message", told);
  // The public page may not be framed. The link itself stays when the page changes.
  for (const link of document.querySelectorAll<HTMLAnchorElement>(`${BAR} a`)) link.target = "_blank";
}
for (const event of ["click", "auxclick"]) addEventListener(event, keep, { capture: true });
againSoon(bar);
