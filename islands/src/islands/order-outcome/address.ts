// Parses the page's URL.

/**
 * An order by its id, which needs its session; by the code of its link, for which a guest must enter details; or by
 * neither.
 */
export type OrderKey = { readonly id: string | null; readonly code: string | null };

const ID = /^[0-9a-f]{32}$/;
const CODE = /^[A-Za-z0-9_-]{16,64}$/;

/** The paths of Shopware's mails about an order and about its downloads, below a language's domain (R-ROUTE-14). */
const MAILED = /\/account\/order\/(?:download\/([^/]+)\/[^/]+|([^/]+))$/;

/** The order of a mail's link, with the path of this screen for it; `null` if the page was not opened from a mail. */
export function mailedOrder(pattern: string, path: string, query: string): { readonly path: string } | null {
  const [, order, code] = MAILED.exec(path) ?? [];
  if (order === undefined && code === undefined) return null;
  const named = code ?? new URLSearchParams(query).get("deepLinkCode") ?? order ?? "";
  return { path: pattern.replace(":id", encodeURIComponent(named)) };
}

/** The value of `:id` of the route's pattern in a path. */
export function orderKey(pattern: string, path: string): OrderKey {
  const place = pattern.split("/").indexOf(":id");
  const segment = path.split("/")[place] ?? "";
  if (ID.test(segment)) return { id: segment, code: null };
  return { id: null, code: CODE.test(segment) ? segment : null };
}

/** The code in a typed or pasted link; `null` if there is none. */
export function codeOf(link: string): string | null {
  const [, asked] = /[?&]deepLinkCode=([^&#\s]+)/.exec(link) ?? [];
  if (asked !== undefined && CODE.test(asked)) return asked;
  const segments = link
    .trim()
    .replace(/[?#].*$/, "")
    .split("/");
  return segments.reverse().find((segment) => CODE.test(segment)) ?? null;
}

/** Whether the payment page timed out, according to Shopware's parameters (Shopware §11.2). */
export function saysExpired(query: string): boolean {
  return new URLSearchParams(query).get("error-code") === "CHECKOUT__PAYMENT_TOKEN_EXPIRED";
}
