// Provides the login forms' dependencies within the checkout; loaded together with them.
import { type ReactNode, useMemo } from "react";
import { AuthProvider } from "../../auth/context";
import { LoginForm } from "../../auth/LoginForm";
import { SessionCare, type SessionCareProps } from "../../auth/SessionCare";
import { useCheckoutScreen } from "./context";

type LoginProps = { readonly email: string; readonly onDone: () => void };

export function Login({ email, onDone }: LoginProps) {
  const { props } = useCheckoutScreen();
  return (
    <AuthEnvironment>
      <LoginForm email={email} forgotPath={props.forgot_path} focus onDone={onDone} />
    </AuthEnvironment>
  );
}

export function Care(props: SessionCareProps) {
  return (
    <AuthEnvironment>
      <SessionCare {...props} />
    </AuthEnvironment>
  );
}

/**
 * The login runs between the checkout's own requests, so that the next one returns the customer's cart and addresses.
 */
function AuthEnvironment({ children }: { readonly children: ReactNode }) {
  const { t, account, checkout, clock } = useCheckoutScreen();
  const value = useMemo(
    () => ({
      t,
      clock,
      account: {
        ...account,
        logIn: (credentials: Parameters<typeof account.logIn>[0]) => checkout.become(() => account.logIn(credentials)),
      },
    }),
    [t, clock, account, checkout],
  );
  return <AuthProvider value={value}>{children}</AuthProvider>;
}
