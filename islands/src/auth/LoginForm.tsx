// Login with e-mail address and password. The reason of a failure is never detailed (ORDER-6).
import { useEffect, useState } from "react";
import { isEmail } from "../address/address";
import type { ApiError } from "../api/request";
import { Field, PasswordField } from "../ui/field";
import { useForm } from "../ui/use-form";
import { useAuth } from "./context";
import { AuthForm, useTime, useWait } from "./parts";

export type LoginFormProps = {
  /** The address that the visitor has already entered on this page (FORM-11). */
  readonly email?: string;
  readonly forgotPath: string | null;
  /** Whether to focus the first empty field: the visitor has just opened this form. */
  readonly focus?: boolean;
  readonly onDone: () => void;
};

export function LoginForm({ email: known = "", forgotPath, focus = false, onDone }: LoginFormProps) {
  const { t } = useAuth();
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState("");
  useEffect(() => {
    if (focus) document.getElementById(known === "" ? "login-email" : "login-password")?.focus();
  }, [focus, known]);
  const wait = useWait();
  const form = useLogin({ email, password }, wait.start, onDone);
  const errorWord = t("auth.error_word");
  return (
    <AuthForm form={form} button={t("auth.log_in")} busyButton={t("auth.logging_in")} wait={wait.left}>
      <Field
        name="login-email"
        type="email"
        inputMode="email"
        texts={{ label: t("auth.email"), error: form.errorOf("login-email"), errorWord }}
        value={email}
        required
        autoComplete="username"
        maxLength={254}
        onChange={setEmail}
      />
      <PasswordField
        name="login-password"
        texts={{ label: t("auth.password"), error: form.errorOf("login-password"), errorWord }}
        value={password}
        autoComplete="current-password"
        show={t("auth.show_password")}
        hide={t("auth.hide_password")}
        onChange={setPassword}
      />
      {forgotPath !== null && (
        <p className="auth-form__aside">
          <a href={forgotPath}>{t("auth.forgot")}</a>
        </p>
      )}
    </AuthForm>
  );
}

type Credentials = { readonly email: string; readonly password: string };

function useLogin(values: Credentials, onWait: (seconds: number) => void, onDone: () => void) {
  const { t, account } = useAuth();
  const time = useTime();
  const faults: Record<string, string> = {};
  if (!isEmail(values.email)) faults["login-email"] = t("auth.need_email");
  if (values.password === "") faults["login-password"] = t("auth.need_password");
  return useForm({
    values,
    faults,
    // A refusal concerns both fields together.
    fieldOf: () => undefined,
    entered: () => undefined,
    failed: t("auth.failed"),
    explain: (error) => throttled(error)?.map((seconds) => ({ text: t("auth.throttled", { time: time(seconds) }) })),
    send: async () => {
      try {
        await account.logIn({ email: values.email.trim(), password: values.password });
      } catch (error) {
        throttled(error)?.forEach(onWait);
        throw error;
      }
      onDone();
    },
  });
}

/** The seconds to wait, as the only item of a list, if there were too many attempts. */
export function throttled(error: unknown): readonly number[] | undefined {
  const { status, retryAfter } = error as Partial<ApiError>;
  return status === 429 && retryAfter !== undefined ? [retryAfter] : undefined;
}
