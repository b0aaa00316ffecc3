// Registration as a private person or for a company (R-ACCT-01). Data that a guest entered for an order is filled in
// (FORM-11).
import { useState } from "react";
import { AddressFields, type AddressLists } from "../../address/AddressFields";
import type { RegisteredResponse } from "../../api/schema.gen";
import { useAuth } from "../../auth/context";
import { NewPasswordFields } from "../../auth/NewPasswordFields";
import { AuthForm } from "../../auth/parts";
import { usePasswordMinimum } from "../../auth/password";
import {
  enteredIn,
  type Registration,
  registerRequest,
  registrationFaults,
  registrationFieldOf,
} from "../../auth/registration";
import { Checkbox, Field } from "../../ui/field";
import { RadioCards } from "../../ui/radio-cards";
import { useForm } from "../../ui/use-form";
import { useAuthScreen } from "./context";

type Props = {
  readonly beginning: Registration;
  readonly lists: AddressLists;
  readonly privacyPath: string | null;
  readonly onDone: (outcome: RegisteredResponse["outcome"], email: string) => void;
};

type PartProps = {
  readonly value: Registration;
  readonly onChange: (value: Registration) => void;
  readonly errorOf: (field: string) => string | undefined;
};

/** The company field is next to the account type. */
const WITHOUT = ["company"] as const;

export function RegisterForm({ beginning, lists, privacyPath, onDone }: Props) {
  const { t } = useAuthScreen();
  const { account } = useAuth();
  const [value, setValue] = useState(beginning);
  const least = usePasswordMinimum();
  const faults = registrationFaults(value, lists.countries, least);
  const form = useForm({
    values: value,
    faults: Object.fromEntries(Object.entries(faults).map(([field, key]) => [field, t(key, { count: least ?? 0 })])),
    fieldOf: registrationFieldOf,
    entered: enteredIn,
    failed: t("auth.failed"),
    send: async () => onDone(await account.register(registerRequest(value, lists.countries)), value.email.trim()),
  });
  const part: PartProps = { value, onChange: setValue, errorOf: form.errorOf };
  return (
    <AuthForm form={form} button={t("auth.register")} busyButton={t("auth.registering")}>
      <Kind {...part} />
      <Contact {...part} />
      <fieldset className="auth-form__group">
        <legend className="auth-form__legend">{t("auth.your_address")}</legend>
        <AddressFields
          name="register"
          address={value.address}
          lists={lists}
          t={t}
          without={WITHOUT}
          errorOf={form.errorOf}
          onChange={(address) => setValue({ ...value, address })}
        />
      </fieldset>
      <fieldset className="auth-form__group">
        <legend className="auth-form__legend">{t("auth.choose_password")}</legend>
        <div className="fields">
          <NewPasswordFields
            name="register"
            t={t}
            value={value.passwords}
            least={least}
            errorOf={form.errorOf}
            onChange={(passwords) => setValue({ ...value, passwords })}
          />
        </div>
      </fieldset>
      <Privacy {...part} path={privacyPath} />
    </AuthForm>
  );
}

function Kind({ value, onChange }: PartProps) {
  const { t } = useAuthScreen();
  return (
    <RadioCards
      name="register-kind"
      legend={t("auth.kind")}
      options={[
        { value: "private", label: t("auth.private") },
        { value: "business", label: t("auth.business"), note: t("auth.business_note") },
      ]}
      value={value.account_type}
      errorWord={t("auth.error_word")}
      onChange={(kind) => onChange({ ...value, account_type: kind === "business" ? "business" : "private" })}
    />
  );
}

function Contact({ value, onChange, errorOf }: PartProps) {
  const { t } = useAuthScreen();
  const errorWord = t("auth.error_word");
  return (
    <>
      <Field
        name="register-email"
        type="email"
        inputMode="email"
        texts={{ label: t("auth.email"), error: errorOf("register-email"), errorWord }}
        value={value.email}
        required
        autoComplete="email"
        maxLength={254}
        onChange={(email) => onChange({ ...value, email })}
      />
      {value.account_type === "business" && <Company value={value} onChange={onChange} errorOf={errorOf} />}
    </>
  );
}

function Company({ value, onChange, errorOf }: PartProps) {
  const { t } = useAuthScreen();
  const errorWord = t("auth.error_word");
  return (
    <>
      <Field
        name="register-company"
        texts={{ label: t("address.company"), error: errorOf("register-company"), errorWord }}
        value={value.address.company}
        required
        autoComplete="organization"
        maxLength={255}
        onChange={(company) => onChange({ ...value, address: { ...value.address, company } })}
      />
      <Field
        name="register-vat_id"
        texts={{
          label: t("auth.vat_id"),
          hint: t("auth.vat_id_hint"),
          error: errorOf("register-vat_id"),
          optional: t("address.optional"),
          errorWord,
        }}
        value={value.vat_id}
        autoComplete="off"
        maxLength={30}
        onChange={(vat_id) => onChange({ ...value, vat_id })}
      />
    </>
  );
}

function Privacy({ value, onChange, errorOf, path }: PartProps & { readonly path: string | null }) {
  const { t } = useAuthScreen();
  const name = t("auth.privacy_name");
  const [before = "", after = ""] = t("auth.privacy", { name }).split(name);
  return (
    <Checkbox
      name="register-privacy"
      label={
        <>
          {before}
          {path === null ? (
            name
          ) : (
            <a href={path} target="_blank" rel="noopener">
              {name}
              <span className="visually-hidden"> {t("auth.new_tab")}</span>
            </a>
          )}
          {after}
        </>
      }
      checked={value.privacy}
      required
      error={errorOf("register-privacy")}
      errorWord={t("auth.error_word")}
      onChange={(privacy) => onChange({ ...value, privacy })}
    />
  );
}
