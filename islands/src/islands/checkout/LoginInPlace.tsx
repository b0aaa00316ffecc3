// Login within the checkout, which keeps its input (R-CHK-01, CHK-3).
import { useId, useState } from "react";
import { useOnDemand } from "../../ui/use-on-demand";
import { useCheckoutScreen } from "./context";

type Props = { readonly email: string; readonly onDone: () => void };

export function LoginInPlace({ email, onDone }: Props) {
  const { t, props, leave } = useCheckoutScreen();
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const id = useId();
  const Login = useOnDemand(
    wanted || open,
    () => import("./AuthEnvironment").then((module) => module.Login),
    // The login page makes the same request.
    () => open && props.login_path !== null && leave(props.login_path),
  );
  return (
    <div className="checkout__login">
      <p>
        {t("checkout.have_account")}{" "}
        <button
          type="button"
          className="checkout__change"
          aria-expanded={open}
          aria-controls={id}
          onFocus={() => setWanted(true)}
          onPointerEnter={() => setWanted(true)}
          onClick={() => setOpen(!open)}
        >
          {t("auth.log_in")}
        </button>
      </p>
      <div id={id} hidden={!open}>
        {open && Login !== null && (
          <section className="checkout__login-form" aria-label={t("auth.log_in")}>
            <Login email={email} onDone={onDone} />
          </section>
        )}
      </div>
    </div>
  );
}
