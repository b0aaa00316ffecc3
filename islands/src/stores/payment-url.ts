// The payment pages to which visitors may be redirected.

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The URL of a payment page if it is allowed: https, of this site, or of this machine; otherwise `null`. */
export function paymentUrl(text: string | null, origin: string): string | null {
  if (text === null || !URL.canParse(text, origin)) return null;
  const url = new URL(text, origin);
  const local = url.protocol === "http:" && LOOPBACK.test(url.hostname);
  return url.protocol === "https:" || url.origin === origin || local ? url.href : null;
}
