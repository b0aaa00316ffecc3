// Shows the screen of this page; a logged-in customer is redirected to the account (R-ROUTE-11).
import { useEffect, useState } from "react";
import { useOnDemand } from "../../ui/use-on-demand";
import { useAuthScreen } from "./context";
import { Forgot } from "./Forgot";
import { Login } from "./Login";
import { Register } from "./Register";
import { Failed, Loading } from "./states";

const SCREENS = {
  login: Login,
  register: Register,
  "forgot-password": Forgot,
  "reset-password": Landing,
  "confirm-registration": Landing,
  "newsletter-confirm": Landing,
  "newsletter-unsubscribe": Landing,
} as const;

/** Landing pages of mails. */
const LANDINGS = {
  "reset-password": "Reset",
  "confirm-registration": "Confirm",
  "newsletter-confirm": "Newsletter",
  "newsletter-unsubscribe": "Unsubscribe",
} as const;

export function Auth() {
  // A newsletter subscription belongs to no account.
  return useAuthScreen().props.screen.startsWith("newsletter-") ? <Landing /> : <Guarded />;
}

/** Landing pages of mails are loaded on demand: the login does not need them. */
function Landing() {
  const { screen } = useAuthScreen().props;
  const [failed, setFailed] = useState(false);
  const Shown = useOnDemand(
    !failed,
    () => import("./landings").then((landings) => landings[LANDINGS[screen as keyof typeof LANDINGS]]),
    () => setFailed(true),
  );
  if (Shown !== null) return <Shown />;
  return failed ? <Failed maintenance={false} onRetry={() => setFailed(false)} /> : <Loading />;
}

function Guarded() {
  const { props, customer } = useAuthScreen();
  const known = useGuard();
  const Screen = SCREENS[props.screen];
  // If a customer was logged in, no form is shown that might have to be removed at once; and nothing is confirmed
  // before the customer is known.
  const waits = customer || props.screen === "confirm-registration";
  return waits && !known ? <Loading /> : <Screen />;
}

/** Redirects a customer. Returns whether it is known that no customer is logged in. */
function useGuard(): boolean {
  const { session, leave, back, props } = useAuthScreen();
  const [known, setKnown] = useState(false);
  useEffect(() => {
    let here = true;
    void session.load().then(() => {
      if (!here) return;
      if (session.get().session?.customer?.logged_in === true) leave(back ?? props.account_path);
      else setKnown(true);
    });
    return () => {
      here = false;
    };
  }, [session, leave, back, props]);
  return known;
}
