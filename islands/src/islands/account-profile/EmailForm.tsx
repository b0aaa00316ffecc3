// Changes the e-mail address, if the shop lets customers do that (R-ACCT-04).
import { useState } from "react";
import { useArea } from "../../account-area/context";
import { FormFrame } from "../../account-area/FormFrame";
import { useForm } from "../../account-area/use-form";
import { Field, PasswordField } from "../../ui/field";
import { useProfileScreen } from "./context";

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
const NOTHING = { email: "", email_confirmation: "", password: "" };
type Values = typeof NOTHING;

export function EmailForm({ onDone }: { readonly onDone: () => void }) {
  const { t, api, resource } = useProfileScreen();
  const { say, tell } = useArea();
  const [values, setValues] = useState(NOTHING);
  const same = values.email.trim().toLowerCase() === values.email_confirmation.trim().toLowerCase();
  const form = useForm({
    id: "email",
    values,
    faults: {
      ...(!EMAIL.test(values.email.trim()) && { email: t("account_profile.need_email") }),
      ...(!same && { email_confirmation: t("account_profile.need_same_email") }),
      ...(values.password === "" && { password: t("account_profile.need_current_password") }),
    },
    fallback: t("account_profile.not_saved"),
    send: async () => {
      const { email, email_confirmation, password } = values;
      const body = { email: email.trim(), email_confirmation: email_confirmation.trim(), password };
      const account = await api.changeEmail({ body });
      const { value } = resource.get();
      if (value !== null) resource.take({ ...value, account });
      tell(t("account_profile.email_changed"));
      onDone();
    },
  });
  const field = (name: keyof Values, label: string) => ({
    name: `email-${name}`,
    texts: { label, error: form.errorOf(`email-${name}`), errorWord: say("account_area.error_word") },
    value: values[name],
    onChange: (next: string) => setValues({ ...values, [name]: next }),
  });
  return (
    <FormFrame
      form={form}
      title={t("account_profile.change_email")}
      button={t("account_profile.save")}
      onCancel={onDone}
    >
      <Field
        {...field("email", t("account_profile.new_email"))}
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
      />
      <Field
        {...field("email_confirmation", t("account_profile.new_email_again"))}
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
      />
      <PasswordField
        {...field("password", t("account_profile.current_password"))}
        show={t("account_profile.show_password")}
        hide={t("account_profile.hide_password")}
        autoComplete="current-password"
      />
    </FormFrame>
  );
}
