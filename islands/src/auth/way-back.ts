// Where a visitor was going before they were asked to log in (ORDER-6): the parameter `redirect` of the address.
//
// **Invariant:** only a path of this shop; everything else is as if it were not there (rule 4).

export const WAY_BACK = "redirect";

/** The path with its query, resolved against the page's own origin; `null` if it leads elsewhere or to no page. */
export function localPath(text: string | null, origin: string): string | null {
  if (text === null || !text.startsWith("/") || text.length > 2000) return null;
  let url: URL;
  try {
    url = new URL(text, origin);
  } catch {
    return null;
  }
  // A path that begins with two slashes would be read as a host when it is followed.
  if (url.origin !== origin || url.pathname.startsWith("//") || /^\/api(\/|$)/.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

export function wayBack(location: Pick<Location, "search" | "origin">): string | null {
  return localPath(new URLSearchParams(location.search).get(WAY_BACK), location.origin);
}

/** A path of the shop that leads back to `back` later. */
export function withWayBack(path: string, back: string | null): string {
  return back === null ? path : `${path}?${new URLSearchParams({ [WAY_BACK]: back })}`;
}
