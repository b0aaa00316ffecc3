// The way to the log-in screen and back (R-ROUTE-11, ORDER-6).
import type { ApiError } from "../api/request";
import { withWayBack } from "../auth/way-back";
import type { AccountPlaces } from "../props.gen";

/** Whether a request failed because nobody is logged in, or no longer. */
export function isLoggedOut(error: ApiError): boolean {
  return ["LOGIN_REQUIRED", "SESSION_EXPIRED"].some((code) => error.is(code));
}

/** The log-in screen, which leads back to `here`; `null` while there is none. */
export function loginHref({ login_path }: Pick<AccountPlaces, "login_path">, here: string): string | null {
  return login_path === null ? null : withWayBack(login_path, here);
}
