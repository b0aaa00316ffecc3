// The parts of the checkout for business customers, loaded only for them.
import { Field } from "../../ui/field";
import { Tooltip } from "../../ui/tooltip";
import { useCheckoutScreen } from "./context";
import type { ContactProps, DetailsProps } from "./Details";
import type { OrderNotes } from "./use-order";

export function VatId({ draft, onDraft, error }: ContactProps) {
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

type ReferenceProps = { readonly value: string; readonly onWords: (words: Partial<OrderNotes>) => void };

export function Reference({ value, onWords }: ReferenceProps) {
  const { t } = useCheckoutScreen();
  return (
    <Field
      name="reference"
      texts={{
        label: t("checkout.reference"),
        hint: t("checkout.reference_hint"),
        optional: t("address.optional"),
        errorWord: t("checkout.error_word"),
      }}
      value={value}
      autoComplete="off"
      maxLength={100}
      onChange={(reference) => onWords({ reference })}
    />
  );
}

/** The company and its VAT ids, as on the invoice. */
export function Company({ checkout: { customer, shipping_address } }: Pick<DetailsProps, "checkout">) {
  const { t } = useCheckoutScreen();
  if (customer === null) return null;
  // The address contains the name too, unless the order is delivered elsewhere.
  const named = shipping_address?.company === customer.company;
  return (
    <p className="checkout__company">
      {customer.company !== null && !named && (
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
