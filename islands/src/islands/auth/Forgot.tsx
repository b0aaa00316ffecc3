// A forgotten password: the answer is the same whether the address is known or not (ORDER-6).
import { useState } from "react";
import { isEmail } from "../../address/address";
import { useAuth } from "../../auth/context";
import { throttled } from "../../auth/LoginForm";
import { AuthForm, useTime, useWait } from "../../auth/parts";
import { Field } from "../../ui/field";
import { useForm } from "../../ui/use-form";
import { useAuthScreen } from "./context";
import { Done, Title, Way } from "./states";

export function Forgot() {
  const { t } = useAuth();
  const { props } = useAuthScreen();
  const [sent, setSent] = useState<string | null>(null);
  if (sent === null)
    return (
      <>
        <Title>{props.title}</Title>
        <p className="auth__lead">{t("auth.forgot_lead")}</p>
        <ForgotForm onSent={setSent} />
        <div className="auth__other">
          <Way href={props.login_path}>{t("auth.back_to_login")}</Way>
        </div>
      </>
    );
  return (
    <Done title={t("auth.look_in_mail")}>
      <p>{t("auth.recovery_sent", { email: sent })}</p>
      <p>{t("auth.mail_not_there")}</p>
      <Way href={props.forgot_path}>{t("auth.new_mail")}</Way>
      <Way href={props.login_path}>{t("auth.back_to_login")}</Way>
    </Done>
  );
}

function ForgotForm({ onSent }: { readonly onSent: (email: string) => void }) {
  const { t } = useAuth();
  const { api } = useAuthScreen();
  const [email, setEmail] = useState("");
  const wait = useWait();
  const time = useTime();
  const form = useForm({
    values: email,
    faults: isEmail(email) ? ({} as Record<string, string>) : { "forgot-email": t("auth.need_email") },
    fieldOf: ({ source }) => (source?.pointer === "/email" ? "forgot-email" : undefined),
    entered: (now) => now,
    failed: t("auth.failed"),
    explain: (error) =>
      throttled(error)?.map((seconds) => ({ text: t("auth.too_many_mails", { time: time(seconds) }) })),
    send: async () => {
      try {
        await api.recoverPassword(email.trim());
      } catch (error) {
        throttled(error)?.forEach(wait.start);
        throw error;
      }
      onSent(email.trim());
    },
  });
  return (
    <AuthForm form={form} button={t("auth.send_mail")} busyButton={t("auth.sending")} wait={wait.left}>
      <Field
        name="forgot-email"
        type="email"
        inputMode="email"
        texts={{ label: t("auth.email"), error: form.errorOf("forgot-email"), errorWord: t("auth.error_word") }}
        value={email}
        required
        autoComplete="email"
        maxLength={254}
        onChange={setEmail}
      />
    </AuthForm>
  );
}
