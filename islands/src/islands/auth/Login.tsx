// The login, with a link to the registration next to it.
import { useAuth } from "../../auth/context";
import { LoginForm } from "../../auth/LoginForm";
import { withReturnPath } from "../../auth/return-path";
import { useAuthScreen } from "./context";
import { Title, Way } from "./states";

export function Login() {
  const { t } = useAuth();
  const { props, back, leave } = useAuthScreen();
  return (
    <div className="auth__pair">
      <div>
        <Title>{props.title}</Title>
        {back !== null && <p className="auth__lead">{t("auth.login_first")}</p>}
        <LoginForm
          forgotPath={props.forgot_path}
          onDone={() => leave(back ?? props.account_path, t("auth.logged_in"))}
        />
      </div>
      {props.register_path !== null && (
        <section className="auth__other" aria-labelledby="auth-new">
          <h2 className="auth__subtitle" id="auth-new">
            {t("auth.new_here")}
          </h2>
          <p>{t("auth.new_here_text")}</p>
          <Way href={withReturnPath(props.register_path, back)}>{t("auth.to_register")}</Way>
        </section>
      )}
    </div>
  );
}
