// The choice of language: stored if the visitor makes one, suggested once, never made automatically (R-I18N-02 to
// R-I18N-04).
//
// **Invariant:** the cookie is written only by a click on a language; there is no redirect.

const COOKIE = "vitrine-locale";
const YEAR_S = 365 * 24 * 60 * 60;

/** The cookie that stores a choice (R-I18N-02). */
export function choiceCookie(code: string, protocol: string): string {
  return `${COOKIE}=${code}; Max-Age=${YEAR_S}; Path=/; SameSite=Lax${protocol === "https:" ? "; Secure" : ""}`;
}

/** The href with the query parameters that may be kept. */
export function withKeptQuery(href: string, query: string, kept: readonly string[]): string {
  const url = new URL(href, location.origin);
  const asked = new URLSearchParams(query);
  for (const name of kept) {
    url.searchParams.delete(name);
    for (const value of asked.getAll(name)) url.searchParams.append(name, value);
  }
  return url.pathname + url.search + url.hash;
}

/** The page's canonical URL with the query parameters that it keeps (R-HEAD-10). */
export function canonicalOf(href: string, query: string, kept: readonly string[]): string {
  return new URL(withKeptQuery(href, query, kept), href).href;
}

export function startLanguages(header: HTMLElement): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("[data-locale-link]")];
  const kept = header.dataset.keptQuery?.split(" ").filter(Boolean) ?? [];
  const canonical = document.querySelector<HTMLLinkElement>("link[rel=canonical]");
  if (canonical !== null) canonical.href = canonicalOf(canonical.href, location.search, kept);
  // The query may change while the page is open, so it is read when the pointer or the focus reaches a link.
  const takeAlong = ({ currentTarget }: Event) => {
    const link = currentTarget as HTMLAnchorElement;
    link.href = withKeptQuery(link.href, location.search, kept);
  };
  for (const link of links) {
    for (const event of ["pointerenter", "focus", "pointerdown", "click"]) link.addEventListener(event, takeAlong);
    link.addEventListener("click", () => {
      // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have the Cookie Store API
      document.cookie = choiceCookie(link.dataset.localeLink ?? "", location.protocol);
    });
  }
  suggest();
}

/** Suggests another language to visitors who have chosen none and whose first language is not the page's. */
function suggest(): void {
  const own = document.documentElement.dataset.locale ?? "";
  if (document.cookie.includes(`${COOKIE}=`) || navigator.language.startsWith(own)) return;
  if (!navigator.languages.some((one) => document.querySelector(`[data-suggest="${one.split("-")[0]}"]`))) return;
  // Few visitors need it, and it is optional, so a failed import is ignored.
  import("./suggestion").then(({ offer }) => offer(own)).catch(() => {});
}
