// Logging in without leaving the checkout, or losing what was typed in it (R-CHK-01, CHK-3).
import { type ReactNode, useId, useMemo, useState } from "react";
import { AuthProvider } from "../../auth/context";
import { LoginForm } from "../../auth/LoginForm";
import { useCheckoutScreen } from "./context";

type Props = { readonly email: string; readonly onDone: () => void };

export function LoginInPlace({ email, onDone }: Props) {
  const { t, props } = useCheckoutScreen();
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="checkout__login">
      <p>
        {t("checkout.have_account")}{" "}
        <button
          type="button"
          className="checkout__change"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {t("auth.log_in")}
        </button>
      </p>
      <div id={id} hidden={!open}>
        {open && (
          <section className="checkout__login-form" aria-label={t("auth.log_in")}>
            <AuthEnvironment>
              <LoginForm email={email} forgotPath={props.forgot_path} focus onDone={onDone} />
            </AuthEnvironment>
          </section>
        )}
      </div>
    </div>
  );
}

/** The login runs between the checkout's own requests, which then shows the customer's cart and addresses. */
export function AuthEnvironment({ children }: { readonly children: ReactNode }) {
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
