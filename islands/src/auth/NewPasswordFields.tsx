// A new password and its confirmation; the rule is shown before input (ADDR-12).
import type { Translate } from "../i18n";
import { PasswordField } from "../ui/field";
import type { AuthKey } from "./messages";
import type { NewPassword } from "./password";

type Props = {
  /** Prefix of the field ids. */
  readonly name: string;
  readonly t: Translate<AuthKey>;
  readonly value: NewPassword;
  /** The minimum length; `null` until it is known. */
  readonly least: number | null;
  readonly errorOf: (field: string) => string | undefined;
  readonly onChange: (value: NewPassword) => void;
};

export function NewPasswordFields({ name, t, value, least, errorOf, onChange }: Props) {
  const shared = {
    autoComplete: "new-password",
    show: t("auth.show_password"),
    hide: t("auth.hide_password"),
  } as const;
  const errorWord = t("auth.error_word");
  return (
    <>
      <PasswordField
        {...shared}
        name={`${name}-password`}
        texts={{
          label: t("auth.new_password"),
          hint: least === null ? undefined : t("auth.password_rule", { count: least }),
          error: errorOf(`${name}-password`),
          errorWord,
        }}
        value={value.password}
        onChange={(password) => onChange({ ...value, password })}
      />
      <PasswordField
        {...shared}
        name={`${name}-confirmation`}
        texts={{ label: t("auth.repeat_password"), error: errorOf(`${name}-confirmation`), errorWord }}
        value={value.confirmation}
        onChange={(confirmation) => onChange({ ...value, confirmation })}
      />
    </>
  );
}
