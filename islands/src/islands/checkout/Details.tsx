// Contact and shipping address in one form, because the shop accepts them only together (CHK-2, CHK-3).
import { useState } from "react";
import { AddressFields } from "../../address/AddressFields";
import { addressInput } from "../../address/address";
import type { CheckoutResponse } from "../../api/schema.gen";
import { NewPasswordFields } from "../../auth/NewPasswordFields";
import { type NewPassword, passwordFaults, usePasswordMinimum } from "../../auth/password";
import type { Account } from "../../stores/account";
import type { CheckoutStore } from "../../stores/checkout";
import { AddressLines } from "../../ui/address-lines";
import { ErrorSummary } from "../../ui/error-summary";
import { Checkbox, Field } from "../../ui/field";
import { type Form, useForm } from "../../ui/use-form";
import { useOnDemand } from "../../ui/use-on-demand";
import { AddressProblems, type Edits, editsOf } from "./blocked";
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
  const { t, props, checkout: store } = useCheckoutScreen();
  const [other, setOther] = useState(false);
  // Never part of the draft, which is stored in this tab.
  const [passwords, setPasswords] = useState<NewPassword | null>(null);
  const [mailed, setMailed] = useState<string | null>(null);
  const account = draft.owner === "account";
  const edits = editsOf(checkout);
  const book = account && checkout.addresses.length > 0;
  const least = usePasswordMinimum(passwords !== null);
  const waitFor = (email: string, waiting: string | null) => onDraft({ ...draft, mailed: email, waiting });
  const stopWaiting = () => onDraft({ ...draft, mailed: null, waiting: null });
  const waits = draft.mailed !== null && checkout.customer === null;
  const Confirmation = useOnDemand(
    draft.mailed !== null,
    () => import("./Confirmation").then((module) => module.Confirmation),
    stopWaiting,
  );
  // Without it the address is entered by hand.
  const Book = useOnDemand(
    book,
    () => import("./AddressBook").then((module) => module.AddressBook),
    () => setOther(true),
  );
  const form = useDetailsForm(
    checkout,
    draft,
    book && !other ? edits : null,
    account ? null : passwords,
    least,
    setMailed,
    waitFor,
    onDone,
  );
  const state = open ? "open" : "done";
  if (draft.mailed !== null && Confirmation !== null)
    return (
      <Confirmation
        email={draft.mailed}
        secret={draft.waiting}
        waiting={waits}
        onAgain={async () => {
          const { waiting } = await store.enter(guestRequest(draft, checkout.countries));
          onDraft({ ...draft, waiting });
        }}
        onOther={stopWaiting}
        onConfirmed={() => {
          stopWaiting();
          onDone();
        }}
      />
    );
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
          {!book && (
            <>
              <AddressProblems checkout={checkout} of="delivery" />
              <AddressProblems checkout={checkout} of="billing" />
            </>
          )}
          {book && !(Book === null && other) ? (
            Book !== null && (
              <Book
                checkout={checkout}
                draft={draft}
                onDraft={onDraft}
                errorOf={form.errorOf}
                other={other}
                onOther={setOther}
                edits={edits}
              />
            )
          ) : (
            <Addresses checkout={checkout} draft={draft} onDraft={onDraft} errorOf={form.errorOf} />
          )}
          {!account && <AccountToo value={passwords} least={least} onChange={setPasswords} errorOf={form.errorOf} />}
          <SubmitButton label={t("checkout.to_delivery")} busy={form.sending} busyLabel={t("checkout.saving")} />
        </Section>
      </form>
    </>
  );
}

export type ContactProps = Pick<DetailsProps, "draft" | "onDraft"> & { readonly error: string | undefined };

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

/** The carrier needs only one telephone number to arrange the delivery. */
const NOT_BILLED = ["phone"] as const;

function Addresses({ checkout, draft, onDraft, errorOf }: AddressesProps) {
  const VatId = useOnDemand(isBusiness(draft), () => import("./Business").then((part) => part.VatId));
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
      {isBusiness(draft) && VatId && <VatId draft={draft} onDraft={onDraft} error={errorOf("vat_id")} />}
      <PrivacyNote />
    </>
  );
}

/** Input that was already given is not asked for again (FORM-11). */
function startBilling({ billing, delivery }: Draft): Draft["billing"] {
  const { country_id, first_name, last_name, salutation_id } = delivery;
  return billing.last_name === "" ? { ...billing, country_id, first_name, last_name, salutation_id } : billing;
}

type AccountTooProps = {
  /** `null` if no account is requested. */
  readonly value: NewPassword | null;
  readonly least: number | null;
  readonly onChange: (value: NewPassword | null) => void;
  readonly errorOf: (field: string) => string | undefined;
};

/** R-CHK-01: only the password is missing for a registration. */
function AccountToo({ value, least, onChange, errorOf }: AccountTooProps) {
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
          <NewPasswordFields name="account" t={t} value={value} least={least} errorOf={errorOf} onChange={onChange} />
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

function AddressSummary({ checkout }: Pick<DetailsProps, "checkout">) {
  const { t } = useCheckoutScreen();
  const { customer, shipping_address, billing_address } = checkout;
  const Company = useOnDemand(customer?.account_type === "business", () =>
    import("./Business").then((part) => part.Company),
  );
  const other = billing_address !== null && billing_address.id !== shipping_address?.id;
  return (
    <>
      {Company && <Company checkout={checkout} />}
      {shipping_address && <AddressLines address={shipping_address} />}
      <AddressProblems checkout={checkout} of="delivery" />
      {other && (
        <>
          <p className="checkout__subheading">{t("checkout.billing_address")}</p>
          <AddressLines address={billing_address} />
        </>
      )}
      <AddressProblems checkout={checkout} of="billing" />
    </>
  );
}

/**
 * @param edits which addresses of the address book are edited; `null` if all is entered by hand
 * @param passwords for the account that a guest also wants
 * @param least the minimum length of a password
 * @param onMailed called with the e-mail address of a new account that must be confirmed first
 * @param onConfirm called with the e-mail address that a guest must confirm before continuing
 */
function useDetailsForm(
  checkout: CheckoutResponse,
  draft: Draft,
  edits: Edits | null,
  passwords: NewPassword | null,
  least: number | null,
  onMailed: (email: string) => void,
  onConfirm: (email: string, waiting: string | null) => void,
  onDone: () => void,
): Form {
  const { t, checkout: store, account } = useCheckoutScreen();
  const { countries } = checkout;
  const faults = faultsOf(draft, countries, edits ?? undefined);
  const withPassword = Object.entries(passwords === null ? {} : passwordFaults(passwords, least));
  return useForm({
    values: { draft, passwords },
    faults: {
      ...Object.fromEntries(Object.entries(faults).map(([field, key]) => [field, t(key)])),
      ...Object.fromEntries(withPassword.map(([field, key]) => [`account-${field}`, t(key, { count: least ?? 0 })])),
    },
    fieldOf: (detail, sent) => fieldOf(detail, sent.draft.same),
    entered: (values, field) => enteredIn(values.draft, values.passwords, field),
    failed: t("checkout.failed_details"),
    send: async () => {
      if (edits !== null) {
        const { saveEdits } = await import("./AddressBook");
        return (await saveEdits(store, draft, edits, countries)) ? onDone() : undefined;
      }
      if (draft.owner === "account") await store.deliverTo(addressInput(draft.delivery, countries));
      else if (passwords !== null && (await registerHere(store, account, draft, passwords, countries))) return onDone();
      else {
        if (passwords !== null) onMailed(draft.email.trim());
        const { entered, waiting } = await store.enter(guestRequest(draft, countries));
        if (!entered) return onConfirm(draft.email.trim(), waiting);
      }
      onDone();
    },
  });
}

/**
 * Returns whether the account can be used already; if its e-mail address must be confirmed first, the visitor orders as
 * a guest.
 */
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
  return confirmed;
}

function enteredIn(draft: Draft, passwords: NewPassword | null, field: string): unknown {
  const [name, key] = field.split("-");
  if (name === "account") return passwords?.[key as keyof NewPassword];
  if (key === undefined) return draft[name as "email" | "vat_id"];
  return draft[name as "delivery" | "billing"][key as keyof Draft["delivery"]];
}
