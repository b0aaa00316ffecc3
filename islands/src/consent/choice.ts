// What a visitor chose, as a cookie records it: for which version, when, and what (R-UI-08, law §10).
//
// **Invariant:** a record of another version, or older than the configured months, is no choice.
import type { ConsentProps } from "../props.gen";

const COOKIE = "vitrine-consent";

export type Choice = {
  /** Measuring: `analytics_storage`. */
  readonly analytics: boolean;
  /** Advertising: `ad_storage`, `ad_user_data` and `ad_personalization`. */
  readonly marketing: boolean;
};

type Asked = Pick<ConsentProps, "version" | "months">;

/** The recorded choice; `null` if the visitor has to be asked. `now` in milliseconds since 1970. */
export function readChoice(cookies: string, { version, months }: Asked, now: number): Choice | null {
  const [, of, seconds, kinds = ""] = /(?:^|; )vitrine-consent=([^~;]*)~(\d+)~([am]*)(?:;|$)/.exec(cookies) ?? [];
  const at = Number(seconds) * 1000;
  if (of !== version || at > now || now >= until(at, months)) return null;
  return { analytics: kinds.includes("a"), marketing: kinds.includes("m") };
}

/** The cookie that records a choice. */
export function choiceCookie(
  { analytics, marketing }: Choice,
  { version, months }: Asked,
  now: number,
  protocol: string,
): string {
  const value = `${version}~${Math.floor(now / 1000)}~${analytics ? "a" : ""}${marketing ? "m" : ""}`;
  const expires = new Date(until(now, months)).toUTCString();
  return `${COOKIE}=${value}; Expires=${expires}; Path=/; SameSite=Lax${protocol === "https:" ? "; Secure" : ""}`;
}

function until(at: number, months: number): number {
  const date = new Date(at);
  return date.setUTCMonth(date.getUTCMonth() + months);
}

export function isGranted({ analytics, marketing }: Choice): boolean {
  return analytics || marketing;
}

/**
 * Whether this page may load nothing of another host: screens (cart, checkout, account, search) have a policy of their
 * own (rule 23).
 */
export function isScreen(): boolean {
  return document.querySelector('meta[http-equiv="Content-Security-Policy"]') !== null;
}
