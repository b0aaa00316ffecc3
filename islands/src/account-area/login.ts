// The link to the login screen and back (R-ROUTE-11, ORDER-6).
import type { ApiError } from "../api/request";
import { withReturnPath } from "../auth/return-path";
import type { AccountPlaces } from "../props.gen";

/** Whether a request failed because the customer is not logged in. */
export function isLoggedOut(error: ApiError): boolean {
  return ["LOGIN_REQUIRED", "SESSION_EXPIRED"].some((code) => error.is(code));
}

/** The URL of the login screen, which returns to `here`; `null` if there is no login screen. */
export function loginHref({ login_path }: Pick<AccountPlaces, "login_path">, here: string): string | null {
  return login_path === null ? null : withReturnPath(login_path, here);
}
