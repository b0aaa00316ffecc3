// What the page's address says of an order, and which addresses the page goes on to.

/** An order by its id, which a session may read; by the code of its link, for which a guest must say whose it is; or by neither. */
export type OrderKey = { readonly id: string | null; readonly code: string | null };

const ID = /^[0-9a-f]{32}$/;
const CODE = /^[A-Za-z0-9_-]{16,64}$/;

/** What stands in a path in the place of `:id` of the route's pattern. */
export function orderKey(pattern: string, path: string): OrderKey {
  const place = pattern.split("/").indexOf(":id");
  const segment = path.split("/")[place] ?? "";
  if (ID.test(segment)) return { id: segment, code: null };
  return { id: null, code: CODE.test(segment) ? segment : null };
}

/** The code in what was typed or pasted for a link; `null` if there is none. */
export function codeOf(link: string): string | null {
  const segments = link
    .trim()
    .replace(/[?#].*$/, "")
    .split("/");
  return segments.reverse().find((segment) => CODE.test(segment)) ?? null;
}

/** Whether the payment page ended by its own clock, as Shopware tells it (Shopware §11.2). */
export function saysExpired(query: string): boolean {
  return new URLSearchParams(query).get("error-code") === "CHECKOUT__PAYMENT_TOKEN_EXPIRED";
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** An address of a payment page that the browser may be sent to: encrypted, of this site, or of this machine; `null` for any other. */
export function paymentUrl(text: string | null, origin: string): string | null {
  if (text === null || !URL.canParse(text, origin)) return null;
  const url = new URL(text, origin);
  const local = url.protocol === "http:" && LOOPBACK.test(url.hostname);
  return url.protocol === "https:" || url.origin === origin || local ? url.href : null;
}
