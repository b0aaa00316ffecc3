// The customer's details (R-ACCT-04): name and salutation can be changed here, the rest only by the shop.
import { type ReactNode, useState } from "react";
import { useArea } from "../../account-area/context";
import { FormFrame } from "../../account-area/FormFrame";
import { useForm } from "../../account-area/use-form";
import type { AccountResponse } from "../../api/schema.gen";
import { Field, Select } from "../../ui/field";
import { useOnDemand } from "../../ui/use-on-demand";
import { useProfileScreen } from "./context";
import { Part } from "./Part";

type Props = { readonly account: AccountResponse };
type Editing = "name" | "email" | null;

export function Details({ account }: Props) {
  const { t, kept } = useProfileScreen();
  const [begun] = useState(() => kept.take(account.profile.customer_number, "name") as NameValues | null);
  const [editing, setEditing] = useState<Editing>(begun === null ? null : "name");
  const [closed, setClosed] = useState(0);
  const close = () => {
    setEditing(null);
    setClosed((count) => count + 1);
  };
  const EmailForm = useOnDemand(
    editing === "email",
    () => import("./EmailForm").then((module) => module.EmailForm),
    () => location.reload(),
  );
  return (
    <Part title={t("account_profile.details")} closed={closed}>
      {editing === "name" && <NameForm account={account} begun={begun} onDone={close} />}
      {editing === "email" && EmailForm && <EmailForm onDone={close} />}
      {editing === null && <Facts account={account} onEdit={setEditing} />}
    </Part>
  );
}

function Facts({ account, onEdit }: Props & { readonly onEdit: (editing: Editing) => void }) {
  const { t } = useProfileScreen();
  const { profile, salutations, change_email_allowed: emailMayChange } = account;
  const business = profile.account_type === "business";
  const said = salutations.find(({ id }) => id === profile.salutation_id)?.key !== "not_specified";
  return (
    <>
      <dl className="account-area__facts">
        <Fact label={t("account_profile.customer_number")} value={profile.customer_number} />
        <Fact
          label={t("account_profile.salutation")}
          value={(said && profile.salutation) || t("account_profile.no_salutation")}
        />
        <Fact label={t("account_profile.first_name")} value={profile.first_name} />
        <Fact label={t("account_profile.last_name")} value={profile.last_name} />
        <Fact label={t("account_profile.email")} value={profile.email} note={!emailMayChange && <AskShop />} />
        {profile.company !== null && <Fact label={t("account_profile.company")} value={profile.company} />}
        {(business || profile.vat_ids.length > 0) && (
          <Fact
            label={t("account_profile.vat_id")}
            value={profile.vat_ids.join(", ") || t("account_profile.no_vat_id")}
            note={<AskShop />}
          />
        )}
        <Fact
          label={t("account_profile.account_type")}
          value={t(business ? "account_profile.business" : "account_profile.private")}
        />
      </dl>
      <div className="account-area__ways">
        <button type="button" className="account-area__press" onClick={() => onEdit("name")}>
          {t("account_profile.change_name")}
        </button>
        {emailMayChange && (
          <button type="button" className="account-area__press" onClick={() => onEdit("email")}>
            {t("account_profile.change_email")}
          </button>
        )}
      </div>
    </>
  );
}

type FactProps = { readonly label: string; readonly value: string; readonly note?: ReactNode };

function Fact({ label, value, note }: FactProps) {
  return (
    <div className="account-area__fact">
      <dt>{label}</dt>
      <dd>
        {value}
        {note}
      </dd>
    </div>
  );
}

/** Contact details, for data that only the shop can change. */
function AskShop() {
  const { t, props } = useProfileScreen();
  const { contact_path: contact } = props.places;
  return (
    <span className="account-area__note account-area__note--own-line">
      {t("account_profile.ask_shop")} {contact !== null && <a href={contact}>{t("account_profile.contact")}</a>}
    </span>
  );
}

type NameValues = {
  readonly salutation_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly company: string;
  readonly vat_id: string;
};
function namesOf({ salutation_id, first_name, last_name, company, vat_ids }: AccountResponse["profile"]): NameValues {
  return {
    salutation_id: salutation_id ?? "",
    first_name,
    last_name,
    company: company ?? "",
    vat_id: vat_ids[0] ?? "",
  };
}

type NameFormProps = Props & { readonly begun: NameValues | null; readonly onDone: () => void };

function NameForm({ account, begun, onDone }: NameFormProps) {
  const { t, api, resource, kept } = useProfileScreen();
  const { say, tell } = useArea();
  const { profile, salutations } = account;
  const [values, setValues] = useState({ ...namesOf(profile), ...begun });
  // A value that the shop no longer accepts is shown with its error while it is being corrected.
  const [refused, setRefused] = useState<readonly ("company" | "vat_id")[]>([]);
  const faults = {
    ...(values.first_name.trim() === "" && { first_name: t("account_profile.need_first_name") }),
    ...(values.last_name.trim() === "" && { last_name: t("account_profile.need_last_name") }),
  };
  const form = useForm({
    id: "name",
    values,
    faults,
    fallback: t("account_profile.not_saved"),
    onLoggedOut: (typed) => kept.keep({ owner: profile.customer_number, form: "name", values: typed }),
    send: async () => {
      const body = {
        salutation_id: values.salutation_id || null,
        first_name: values.first_name.trim(),
        last_name: values.last_name.trim(),
        ...(refused.includes("company") && { company: values.company.trim() || null }),
        ...(refused.includes("vat_id") && { vat_id: values.vat_id.trim() || null }),
      };
      const changed = await api.changeProfile({ body });
      const { value } = resource.get();
      if (value !== null) resource.take({ ...value, account: changed });
      tell(t("account_profile.profile_changed"));
      onDone();
    },
  });
  const found = (["company", "vat_id"] as const).filter(
    (name) => !refused.includes(name) && form.errorOf(`name-${name}`) !== undefined,
  );
  if (found.length > 0) setRefused([...refused, ...found]);
  const field = (name: keyof NameValues, label: string) => ({
    name: `name-${name}`,
    texts: { label, error: form.errorOf(`name-${name}`), errorWord: say("account_area.error_word") },
    value: values[name],
    onChange: (next: string) => setValues({ ...values, [name]: next }),
  });
  return (
    <FormFrame
      form={form}
      title={t("account_profile.change_name")}
      button={t("account_profile.save")}
      onCancel={onDone}
    >
      <Select
        {...field("salutation_id", t("account_profile.salutation"))}
        autoComplete="honorific-prefix"
        options={[
          { value: "", label: t("account_profile.no_salutation") },
          ...salutations
            .filter(({ key }) => key !== "not_specified")
            .map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Field
        {...field("first_name", t("account_profile.first_name"))}
        required
        autoComplete="given-name"
        maxLength={255}
      />
      <Field
        {...field("last_name", t("account_profile.last_name"))}
        required
        autoComplete="family-name"
        maxLength={255}
      />
      {refused.includes("company") && (
        <Field
          {...field("company", t("account_profile.company"))}
          required
          autoComplete="organization"
          maxLength={255}
        />
      )}
      {refused.includes("vat_id") && (
        <Field {...field("vat_id", t("account_profile.vat_id"))} required autoComplete="off" maxLength={30} />
      )}
    </FormFrame>
  );
}
