// Contact and shipping address in one form, because the shop takes them together (CHK-2, CHK-3).
import { useState } from "react";
import { AddressFields } from "../../address/AddressFields";
import { addressInput } from "../../address/address";
import type { CheckoutResponse } from "../../api/schema.gen";
import { NewPasswordFields } from "../../auth/NewPasswordFields";
import { type NewPassword, passwordFaults } from "../../auth/password";
import type { Account } from "../../stores/account";
import type { CheckoutStore } from "../../stores/checkout";
import { AddressLines } from "../../ui/address-lines";
import { ErrorSummary } from "../../ui/error-summary";
import { Checkbox, Field } from "../../ui/field";
import { Tooltip } from "../../ui/tooltip";
import { type Form, useForm } from "../../ui/use-form";
import { AddressBook } from "./AddressBook";
import { useCheckoutScreen } from "./context";
import { accountRequest, type Draft, faultsOf, fieldOf, guestRequest, isBusiness } from "./draft";
import { LoginInPlace } from "./LoginInPlace";
import { NewTabLink } from "./NewTabLink";
import { Section } from "./Section";
import { SubmitButton } from "./SubmitButton";

export type DetailsProps = {
  readonly checkout: CheckoutResponse;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  readonly open: boolean;
  readonly takesFocus: boolean;
  readonly onChange: () => void;
  readonly onDone: () => void;
};

export function Details({ checkout, draft, onDraft, open, takesFocus, onChange, onDone }: DetailsProps) {
  const { t, props } = useCheckoutScreen();
  const [other, setOther] = useState(false);
  // Never part of the draft, which this tab keeps.
  const [passwords, setPasswords] = useState<NewPassword | null>(null);
  const [mailed, setMailed] = useState<string | null>(null);
  const account = draft.owner === "account";
  const book = account && checkout.addresses.length > 0;
  const form = useDetailsForm(checkout, draft, book && !other, account ? null : passwords, setMailed, onDone);
  const state = open ? "open" : "done";
  return (
    <>
      {open && !account && props.login_path !== null && <LoginInPlace email={draft.email} onDone={onDone} />}
      {mailed !== null && !open && (
        <div className="checkout__notice" role="status">
          <p>{t("checkout.account_mail", { email: mailed })}</p>
        </div>
      )}
      <form className="checkout__form" noValidate onSubmit={form.submit}>
        {open && (
          <ErrorSummary
            title={t("checkout.problem")}
            titlePrefix={t("checkout.title_error")}
            faults={form.summary}
            attempt={form.attempt}
          />
        )}
        <Section
          number={1}
          title={t("checkout.contact")}
          state={account ? "done" : state}
          takesFocus={takesFocus}
          summary={<p>{draft.email}</p>}
          onChange={account ? undefined : onChange}
        >
          <Contact draft={draft} onDraft={onDraft} error={form.errorOf("email")} />
        </Section>
        <Section
          number={2}
          title={t("checkout.address")}
          state={state}
          takesFocus={takesFocus && account}
          summary={<AddressSummary checkout={checkout} />}
          onChange={onChange}
        >
          {book ? (
            <AddressBook
              checkout={checkout}
              draft={draft}
              onDraft={onDraft}
              errorOf={form.errorOf}
              other={other}
              onOther={setOther}
            />
          ) : (
            <Addresses checkout={checkout} draft={draft} onDraft={onDraft} errorOf={form.errorOf} />
          )}
          {!account && <AccountToo value={passwords} onChange={setPasswords} errorOf={form.errorOf} />}
          <SubmitButton label={t("checkout.to_delivery")} busy={form.sending} busyLabel={t("checkout.saving")} />
        </Section>
      </form>
    </>
  );
}

type ContactProps = Pick<DetailsProps, "draft" | "onDraft"> & { readonly error: string | undefined };

function Contact({ draft, onDraft, error }: ContactProps) {
  const { t } = useCheckoutScreen();
  return (
    <div className="fields">
      <p className="checkout__legend">{t("checkout.required_legend")}</p>
      <Field
        name="email"
        type="email"
        inputMode="email"
        texts={{
          label: t("checkout.email"),
          hint: t("checkout.email_hint"),
          error,
          errorWord: t("checkout.error_word"),
        }}
        value={draft.email}
        required
        autoComplete="email"
        maxLength={254}
        onChange={(email) => onDraft({ ...draft, email })}
      />
    </div>
  );
}

export type AddressesProps = Pick<DetailsProps, "checkout" | "draft" | "onDraft"> & {
  readonly errorOf: (field: string) => string | undefined;
};

/** The appointment for the delivery is made at one telephone number. */
const NOT_BILLED = ["phone"] as const;

function Addresses({ checkout, draft, onDraft, errorOf }: AddressesProps) {
  const { t } = useCheckoutScreen();
  const shared = { lists: checkout, t, errorOf };
  return (
    <>
      <AddressFields
        {...shared}
        name="delivery"
        address={draft.delivery}
        onChange={(delivery) => onDraft({ ...draft, delivery })}
      />
      <Checkbox
        name="same"
        label={t("checkout.billing_same")}
        checked={draft.same}
        errorWord={t("checkout.error_word")}
        onChange={(same) => onDraft({ ...draft, same, billing: same ? draft.billing : startBilling(draft) })}
      />
      {!draft.same && (
        <fieldset className="checkout__billing">
          <legend className="checkout__subheading">{t("checkout.billing_address")}</legend>
          <AddressFields
            {...shared}
            name="billing"
            without={NOT_BILLED}
            address={draft.billing}
            onChange={(billing) => onDraft({ ...draft, billing })}
          />
        </fieldset>
      )}
      {isBusiness(draft) && <VatId draft={draft} onDraft={onDraft} error={errorOf("vat_id")} />}
      <PrivacyNote />
    </>
  );
}

/** Input that was already given is not asked for again (FORM-11). */
function startBilling({ billing, delivery }: Draft): Draft["billing"] {
  const { country_id, first_name, last_name, salutation_id } = delivery;
  return billing.last_name === "" ? { ...billing, country_id, first_name, last_name, salutation_id } : billing;
}

function VatId({ draft, onDraft, error }: ContactProps) {
  const { t, clock } = useCheckoutScreen();
  return (
    <div className="checkout__vat">
      <Field
        name="vat_id"
        texts={{
          label: t("checkout.vat_id"),
          optional: t("address.optional"),
          error,
          errorWord: t("checkout.error_word"),
        }}
        value={draft.vat_id}
        autoComplete="off"
        maxLength={30}
        onChange={(vat_id) => onDraft({ ...draft, vat_id })}
      />
      <Tooltip label={t("checkout.vat_id_why")} clock={clock}>
        {t("checkout.vat_id_text")}
      </Tooltip>
    </div>
  );
}

type AccountTooProps = {
  /** `null` if no account is wanted. */
  readonly value: NewPassword | null;
  readonly onChange: (value: NewPassword | null) => void;
  readonly errorOf: (field: string) => string | undefined;
};

/** R-CHK-01: who has typed all this registers by a password, and by nothing else. */
function AccountToo({ value, onChange, errorOf }: AccountTooProps) {
  const { t } = useCheckoutScreen();
  return (
    <div className="checkout__account">
      <Checkbox
        name="account-too"
        label={
          <>
            {t("checkout.make_account")}
            <span className="checkout__account-hint">{t("checkout.make_account_hint")}</span>
          </>
        }
        checked={value !== null}
        errorWord={t("checkout.error_word")}
        onChange={(wanted) => onChange(wanted ? { password: "", confirmation: "" } : null)}
      />
      {value !== null && (
        <div className="fields">
          <NewPasswordFields name="account" t={t} value={value} errorOf={errorOf} onChange={onChange} />
        </div>
      )}
    </div>
  );
}

function PrivacyNote() {
  const { t, props } = useCheckoutScreen();
  return (
    <p className="checkout__note">
      {t("checkout.privacy_note")} <NewTabLink label={t("checkout.privacy_name")} href={props.privacy_path} />.
    </p>
  );
}

/** The company and its VAT ids, as they stand on the invoice. */
function Company({ checkout: { customer } }: Pick<DetailsProps, "checkout">) {
  const { t } = useCheckoutScreen();
  if (customer?.account_type !== "business") return null;
  return (
    <p className="checkout__company">
      {customer.company !== null && (
        <>
          <span className="visually-hidden">{t("address.company")} </span>
          <strong>{customer.company}</strong>
        </>
      )}
      {customer.vat_ids.map((id) => (
        <span key={id} className="checkout__vat-id">
          {t("checkout.vat_id_of", { id })}
        </span>
      ))}
    </p>
  );
}

function AddressSummary({ checkout }: Pick<DetailsProps, "checkout">) {
  const { t } = useCheckoutScreen();
  const { shipping_address, billing_address } = checkout;
  const other = billing_address !== null && billing_address.id !== shipping_address?.id;
  return (
    <>
      <Company checkout={checkout} />
      {shipping_address && <AddressLines address={shipping_address} />}
      {other && (
        <>
          <p className="checkout__subheading">{t("checkout.billing_address")}</p>
          <AddressLines address={billing_address} />
        </>
      )}
    </>
  );
}

/**
 * @param chosen an address of the address book is chosen, so nothing is to be sent
 * @param passwords for the account that a guest wants too
 * @param onMailed called with the e-mail address that a mail went to, which has to be confirmed first
 */
function useDetailsForm(
  checkout: CheckoutResponse,
  draft: Draft,
  chosen: boolean,
  passwords: NewPassword | null,
  onMailed: (email: string) => void,
  onDone: () => void,
): Form {
  const { t, checkout: store, account } = useCheckoutScreen();
  const { countries } = checkout;
  const faults = chosen ? {} : faultsOf(draft, countries);
  const withPassword = Object.entries(passwords === null ? {} : passwordFaults(passwords));
  return useForm({
    values: { draft, passwords },
    faults: {
      ...Object.fromEntries(Object.entries(faults).map(([field, key]) => [field, t(key)])),
      ...Object.fromEntries(withPassword.map(([field, key]) => [`account-${field}`, t(key)])),
    },
    fieldOf: (detail, sent) => fieldOf(detail, sent.draft.same),
    entered: (values, field) => enteredIn(values.draft, values.passwords, field),
    failed: t("checkout.failed_details"),
    send: async () => {
      if (chosen) return onDone();
      if (draft.owner === "account") await store.deliverTo(addressInput(draft.delivery, countries));
      else if (passwords === null) await store.enter(guestRequest(draft, countries));
      else if (!(await registerHere(store, account, draft, passwords, countries))) onMailed(draft.email.trim());
      onDone();
    },
  });
}

/** Returns whether the account can be used already; one whose e-mail address has to be confirmed first orders as a guest. */
async function registerHere(
  store: CheckoutStore,
  account: Account,
  draft: Draft,
  passwords: NewPassword,
  countries: CheckoutResponse["countries"],
): Promise<boolean> {
  let confirmed = false;
  await store.become(async () => {
    confirmed = (await account.register(accountRequest(draft, passwords, countries))) === "logged-in";
  });
  if (!confirmed) await store.enter(guestRequest(draft, countries));
  return confirmed;
}

function enteredIn(draft: Draft, passwords: NewPassword | null, field: string): unknown {
  const [name, key] = field.split("-");
  if (name === "account") return passwords?.[key as keyof NewPassword];
  if (key === undefined) return draft[name as "email" | "vat_id"];
  return draft[name as "delivery" | "billing"][key as keyof Draft["delivery"]];
}
