// Contact and shipping address in one form, because the shop takes them together (CHK-2, CHK-3).
import { useState } from "react";
import { AddressFields } from "../../address/AddressFields";
import { addressInput } from "../../address/address";
import type { CheckoutResponse } from "../../api/schema.gen";
import { AddressLines } from "../../ui/address-lines";
import { ErrorSummary } from "../../ui/error-summary";
import { Checkbox, Field } from "../../ui/field";
import { Tooltip } from "../../ui/tooltip";
import { type Form, useForm } from "../../ui/use-form";
import { AddressBook } from "./AddressBook";
import { useCheckoutScreen } from "./context";
import { type Draft, faultsOf, fieldOf, guestRequest, isBusiness } from "./draft";
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
  const { t } = useCheckoutScreen();
  const [other, setOther] = useState(false);
  const account = draft.owner === "account";
  const book = account && checkout.addresses.length > 0;
  const form = useDetailsForm(checkout, draft, book && !other, onDone);
  const state = open ? "open" : "done";
  return (
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
        <SubmitButton label={t("checkout.to_delivery")} busy={form.sending} busyLabel={t("checkout.saving")} />
      </Section>
    </form>
  );
}

type ContactProps = Pick<DetailsProps, "draft" | "onDraft"> & { readonly error: string | undefined };

function Contact({ draft, onDraft, error }: ContactProps) {
  const { t, props } = useCheckoutScreen();
  return (
    <div className="fields">
      <p className="checkout__legend">
        {t("checkout.required_legend")}
        {props.login_path !== null && (
          <>
            {" "}
            <a href={props.login_path}>{t("checkout.have_account")}</a>
          </>
        )}
      </p>
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
  const { shipping_address, billing_address } = checkout;
  const other = billing_address !== null && billing_address.id !== shipping_address?.id;
  return (
    <>
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

/** @param chosen an address of the address book is chosen, so nothing is to be sent */
function useDetailsForm(checkout: CheckoutResponse, draft: Draft, chosen: boolean, onDone: () => void): Form {
  const { t, checkout: store } = useCheckoutScreen();
  const faults = chosen ? {} : faultsOf(draft, checkout.countries);
  return useForm({
    values: draft,
    faults: Object.fromEntries(Object.entries(faults).map(([field, key]) => [field, t(key)])),
    fieldOf: (detail, sent) => fieldOf(detail, sent.same),
    entered: enteredIn,
    failed: t("checkout.failed_details"),
    send: async () => {
      if (chosen) return onDone();
      if (draft.owner === "account") await store.deliverTo(addressInput(draft.delivery, checkout.countries));
      else await store.enter(guestRequest(draft, checkout.countries));
      onDone();
    },
  });
}

function enteredIn(draft: Draft, field: string): unknown {
  const [name, key] = field.split("-");
  if (key === undefined) return draft[name as "email" | "vat_id"];
  return draft[name as "delivery" | "billing"][key as keyof Draft["delivery"]];
}
