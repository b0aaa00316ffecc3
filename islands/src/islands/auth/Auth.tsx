// Shows the screen that the page is, unless a customer is logged in: who is, is sent to the account (R-ROUTE-11).
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
} as const;

export function Auth() {
  // A subscription of the newsletter belongs to no account.
  return useAuthScreen().newsletter ? <Landing /> : <Guarded />;
}

/** The landing pages of mails come when they are opened: logging in does not need them. */
function Landing() {
  const { screen } = useAuthScreen().props;
  const [failed, setFailed] = useState(false);
  const Shown = useOnDemand(
    !failed,
    () => import("./landings").then(({ Confirm, Reset }) => (screen === "reset-password" ? Reset : Confirm)),
    () => setFailed(true),
  );
  if (Shown !== null) return <Shown />;
  return failed ? <Failed maintenance={false} onRetry={() => setFailed(false)} /> : <Loading />;
}

function Guarded() {
  const { props, customer } = useAuthScreen();
  const known = useGuard();
  const Screen = SCREENS[props.screen];
  // A browser in which a customer was logged in shows no form that may be taken away again at once; and nothing is
  // confirmed before it is known who confirms.
  const waits = customer || props.screen === "confirm-registration";
  return waits && !known ? <Loading /> : <Screen />;
}

/** Sends a customer on. Returns whether it is known that no customer is logged in. */
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
