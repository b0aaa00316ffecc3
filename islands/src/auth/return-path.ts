// The page to return to after the login (ORDER-6): the query parameter `redirect`.
//
// **Invariant:** only a path of this shop; everything else is ignored (rule 4).

export const RETURN_PARAMETER = "redirect";

/** The path with its query, resolved against the page's own origin; `null` if it is on another host or not a page. */
export function localPath(text: string | null, origin: string): string | null {
  if (text === null || !text.startsWith("/") || text.length > 2000) return null;
  let url: URL;
  try {
    url = new URL(text, origin);
  } catch {
    return null;
  }
  // A path that starts with two slashes would be resolved as a host.
  if (url.origin !== origin || url.pathname.startsWith("//") || /^\/api(\/|$)/.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

export function returnPath(location: Pick<Location, "search" | "origin">): string | null {
  return localPath(new URLSearchParams(location.search).get(RETURN_PARAMETER), location.origin);
}

/** A path of the shop with `back` as its return path. */
export function withReturnPath(path: string, back: string | null): string {
  return back === null ? path : `${path}?${new URLSearchParams({ [RETURN_PARAMETER]: back })}`;
}
