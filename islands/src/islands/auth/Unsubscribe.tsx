// Ends a subscription to the newsletter (R-ROUTE-14): the answer is the same whether the address is subscribed or not. The
// address is typed, never read from the URL.
import { useState } from "react";
import { isEmail } from "../../address/address";
import { unsubscribeNewsletter } from "../../api/newsletter.gen";
import { useAuth } from "../../auth/context";
import { throttled } from "../../auth/LoginForm";
import { AuthForm, useTime, useWait } from "../../auth/parts";
import { Field } from "../../ui/field";
import { useForm } from "../../ui/use-form";
import { useAuthScreen } from "./context";
import { Done, Title, Way } from "./states";

const FIELD = "unsubscribe-email";

export function Unsubscribe() {
  const { t } = useAuth();
  const { props } = useAuthScreen();
  const [ended, setEnded] = useState<"sent" | "kept" | null>(null);
  if (ended === null)
    return (
      <>
        <Title>{t("auth.newsletter_end")}</Title>
        <p className="auth__lead">{t("auth.newsletter_end_lead")}</p>
        <UnsubscribeForm onEnded={setEnded} />
      </>
    );
  return (
    <Done title={t("auth.newsletter_ended")}>
      <p>{t(ended === "sent" ? "auth.newsletter_ended_text" : "auth.newsletter_ended_later")}</p>
      <Way href={props.home_path}>{t("auth.to_shop")}</Way>
    </Done>
  );
}

function UnsubscribeForm({ onEnded }: { readonly onEnded: (outcome: "sent" | "kept") => void }) {
  const { t } = useAuth();
  const [email, setEmail] = useState("");
  const wait = useWait();
  const time = useTime();
  const form = useForm({
    values: email,
    faults: isEmail(email) ? ({} as Record<string, string>) : { [FIELD]: t("auth.need_email") },
    fieldOf: ({ source }) => (source?.pointer === "/email" ? FIELD : undefined),
    entered: (now) => now,
    failed: t("auth.failed"),
    explain: (error) =>
      throttled(error)?.map((seconds) => ({ text: t("auth.too_many_mails", { time: time(seconds) }) })),
    send: async () => {
      try {
        onEnded((await unsubscribeNewsletter({ body: { email: email.trim() } })).outcome);
      } catch (error) {
        throttled(error)?.forEach(wait.start);
        throw error;
      }
    },
  });
  return (
    <AuthForm form={form} button={t("auth.newsletter_end_button")} busyButton={t("auth.sending")} wait={wait.left}>
      <Field
        name={FIELD}
        type="email"
        inputMode="email"
        texts={{ label: t("auth.email"), error: form.errorOf(FIELD), errorWord: t("auth.error_word") }}
        value={email}
        required
        autoComplete="email"
        maxLength={254}
        onChange={setEmail}
      />
    </AuthForm>
  );
}
