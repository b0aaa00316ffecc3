// Says beside a button that its action failed, and why if the API says so (TOAST-1).
import type { ApiError } from "../api/request";
import { useArea } from "./context";
import { isLoggedOut, loginHref } from "./login";

export function Failure({ failure }: { readonly failure: ApiError | null }) {
  const { say, places, here } = useArea();
  const login = failure !== null && isLoggedOut(failure) ? loginHref(places, here()) : null;
  return (
    <div role="alert">
      {failure !== null && (
        <div className="account-area__failure">
          <p>{say("account_area.something_wrong")}</p>
          {login === null ? (
            failure.details("").map((text) => text !== "" && <p key={text}>{text}</p>)
          ) : (
            <p>
              {say("account_area.logged_out")} <a href={login}>{say("account_area.log_in")}</a>
            </p>
          )}
        </div>
      )}
    </div>
  );
}
