// Warns on every account screen before the session ends, and lets the customer log in again where they are (ORDER-7).
//
// **Invariant:** what the screen shows after that log-in was read for the account that was logged in.
import { useMemo } from "react";
import { AuthProvider } from "../auth/context";
import type { Account } from "../stores/account";
import { sessionCare } from "../stores/session-care";
import { useOnDemand } from "../ui/use-on-demand";
import { useArea } from "./context";

/** `read`: reads what the screen shows. */
export function Care({ read }: { readonly read: () => Promise<void> }) {
  const { account, authTexts: t, clock, places, session } = useArea();
  const SessionCare = useOnDemand(
    sessionCare.written() !== null,
    () => import("../auth/SessionCare").then((module) => module.SessionCare),
    // The screen works without it; what cannot be sent any more leads to the log-in.
    () => undefined,
  );
  const environment = useMemo(() => {
    const logIn: Account["logIn"] = async (credentials) => {
      await account.logIn(credentials);
      // Read before the dialog closes, because somebody else may have logged in.
      await read();
    };
    return { t, clock, account: { ...account, logIn } };
  }, [t, clock, account, read]);
  return (
    SessionCare && (
      <AuthProvider value={environment}>
        <SessionCare {...sessionCare} session={session} forgotPath={places.forgot_path} />
      </AuthProvider>
    )
  );
}
