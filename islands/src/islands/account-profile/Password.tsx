// Changes the password: current, new, confirmation (R-ACCT-04). It ends the sessions of other devices (ORDER-5).
import { useState } from "react";
import { useArea } from "../../account-area/context";
import { FormFrame } from "../../account-area/FormFrame";
import { useForm } from "../../account-area/use-form";
import { usePasswordMinimum } from "../../auth/password";
import { PasswordField } from "../../ui/field";
import { useProfileScreen } from "./context";
import { Part } from "./Part";

const NOTHING = { password: "", new_password: "", new_password_confirmation: "" };
type Values = typeof NOTHING;

export function Password() {
  const { t } = useProfileScreen();
  const [open, setOpen] = useState(false);
  const least = usePasswordMinimum();
  const [closed, setClosed] = useState(0);
  const close = () => {
    setOpen(false);
    setClosed((count) => count + 1);
  };
  return (
    <Part title={t("account_profile.password")} closed={closed}>
      {open ? (
        <PasswordForm least={least} onDone={close} />
      ) : (
        <>
          <p>{t("account_profile.password_text")}</p>
          <div className="account-area__ways">
            <button type="button" className="account-area__press" onClick={() => setOpen(true)}>
              {t("account_profile.change_password")}
            </button>
          </div>
        </>
      )}
    </Part>
  );
}

type PasswordFormProps = {
  /** The minimum length; `null` until it is known. */
  readonly least: number | null;
  readonly onDone: () => void;
};

function PasswordForm({ least, onDone }: PasswordFormProps) {
  const { t, api, session } = useProfileScreen();
  const { say, tell } = useArea();
  const [values, setValues] = useState(NOTHING);
  const form = useForm({
    id: "password",
    values,
    faults: {
      ...(values.password === "" && { password: t("account_profile.need_current_password") }),
      ...([...values.new_password].length < (least ?? 1) && {
        new_password: t("account_profile.need_new_password", { count: least ?? 1 }),
      }),
      ...(values.new_password !== values.new_password_confirmation && {
        new_password_confirmation: t("account_profile.need_same_password"),
      }),
    },
    fallback: t("account_profile.not_saved"),
    send: async () => {
      const answer = await api.changePassword({ body: values });
      await session.take(answer.session);
      tell(t("account_profile.password_changed"));
      onDone();
    },
  });
  const field = (name: keyof Values, label: string, hint?: string) => ({
    name: `password-${name}`,
    texts: { label, hint, error: form.errorOf(`password-${name}`), errorWord: say("account_area.error_word") },
    value: values[name],
    onChange: (next: string) => setValues({ ...values, [name]: next }),
    show: t("account_profile.show_password"),
    hide: t("account_profile.hide_password"),
  });
  const rule = least === null ? undefined : t("account_profile.password_rule", { count: least });
  return (
    <FormFrame
      form={form}
      title={t("account_profile.change_password")}
      button={t("account_profile.save_password")}
      onCancel={onDone}
    >
      <PasswordField {...field("password", t("account_profile.current_password"))} autoComplete="current-password" />
      <PasswordField {...field("new_password", t("account_profile.new_password"), rule)} autoComplete="new-password" />
      <PasswordField
        {...field("new_password_confirmation", t("account_profile.new_password_again"))}
        autoComplete="new-password"
      />
    </FormFrame>
  );
}
