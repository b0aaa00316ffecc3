// A new password through the link of a mail. A used or expired link offers a new mail.
import { useCallback, useEffect, useState } from "react";
import { ApiError } from "../../api/request";
import { useAuth } from "../../auth/context";
import { NewPasswordFields } from "../../auth/NewPasswordFields";
import { AuthForm } from "../../auth/parts";
import { passwordFaults, usePasswordMinimum } from "../../auth/password";
import { useForm } from "../../ui/use-form";
import { useAuthScreen } from "./context";
import { Done, Failed, Loading, Title, Way } from "./states";

export function Reset() {
  const { t } = useAuth();
  const { props, query, leave } = useAuthScreen();
  const hash = query.get("hash") ?? "";
  const [link, setLink, check] = useLink(hash);
  if (link === null) return <Loading />;
  if (link instanceof ApiError) return <Failed maintenance={link.maintenance} onRetry={check} />;
  if (!link.usable)
    return (
      <Done title={t("auth.link_over")}>
        <p>{t("auth.link_over_text")}</p>
        <Way href={props.forgot_path}>{t("auth.new_mail")}</Way>
      </Done>
    );
  return (
    <>
      <Title>{props.title}</Title>
      <p className="auth__lead">{t("auth.reset_lead")}</p>
      <ResetForm
        hash={hash}
        onOver={() => setLink({ usable: false })}
        onDone={() => leave(props.login_path ?? props.home_path, t("auth.password_reset"))}
      />
    </>
  );
}

/** Whether the link of the mail is valid; `null` until that is known. */
function useLink(hash: string) {
  const { api } = useAuthScreen();
  const [link, setLink] = useState<{ readonly usable: boolean } | ApiError | null>(null);
  const check = useCallback(() => {
    setLink(null);
    api
      .checkRecovery(hash)
      .then(setLink, (error: unknown) =>
        setLink(error instanceof ApiError ? error : new ApiError(0, [], { cause: error })),
      );
  }, [api, hash]);
  useEffect(() => (hash === "" ? setLink({ usable: false }) : check()), [hash, check]);
  return [link, setLink, check] as const;
}

type FormProps = { readonly hash: string; readonly onOver: () => void; readonly onDone: () => void };

function ResetForm({ hash, onOver, onDone }: FormProps) {
  const { t } = useAuth();
  const { api } = useAuthScreen();
  const [value, setValue] = useState({ password: "", confirmation: "" });
  const least = usePasswordMinimum();
  const faults = Object.entries(passwordFaults(value, least)).map(([field, key]) => [
    `reset-${field}`,
    t(key, { count: least ?? 0 }),
  ]);
  const form = useForm({
    values: value,
    faults: Object.fromEntries(faults) as Record<string, string>,
    fieldOf: ({ source }) => (source?.pointer.startsWith("/new_password") ? "reset-password" : undefined),
    entered: (now) => now.password,
    failed: t("auth.failed"),
    send: async () => {
      try {
        await api.resetPassword(hash, value.password, value.confirmation);
      } catch (error) {
        if (error instanceof ApiError && error.is("LINK_NOT_USABLE")) return onOver();
        throw error;
      }
      onDone();
    },
  });
  return (
    <AuthForm form={form} button={t("auth.save_password")} busyButton={t("auth.saving")}>
      <NewPasswordFields name="reset" t={t} value={value} least={least} errorOf={form.errorOf} onChange={setValue} />
    </AuthForm>
  );
}
