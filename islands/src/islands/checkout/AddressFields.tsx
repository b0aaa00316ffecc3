// The fields of an address, the country first (ADDR-2 to -11). In one column, so that the reading order is the visual
// order (CHK-15).
import type { CheckoutResponse } from "../../api/schema.gen";
import { Field, type FieldTexts, Select } from "../../ui/field";
import { useCheckoutScreen } from "./context";
import { type AddressDraft, type AddressName, fieldId, tidyZipcode } from "./draft";
import type { CheckoutKey } from "./messages";

type Props = {
  readonly name: AddressName;
  readonly address: AddressDraft;
  readonly checkout: Pick<CheckoutResponse, "countries" | "salutations">;
  readonly errorOf: (field: string) => string | undefined;
  readonly onChange: (address: AddressDraft) => void;
};

type Row = {
  readonly field: Exclude<keyof AddressDraft, "country_id" | "country_state_id" | "salutation_id">;
  readonly label: CheckoutKey;
  readonly autoComplete: string;
  readonly required?: boolean;
  readonly maxLength: number;
};

const NAMES: readonly Row[] = [
  { field: "first_name", label: "checkout.first_name", autoComplete: "given-name", required: true, maxLength: 255 },
  { field: "last_name", label: "checkout.last_name", autoComplete: "family-name", required: true, maxLength: 255 },
  { field: "company", label: "checkout.company", autoComplete: "organization", maxLength: 255 },
];
const PLACE: readonly Row[] = [
  { field: "street", label: "checkout.street", autoComplete: "address-line1", required: true, maxLength: 255 },
  { field: "additional_line", label: "checkout.additional_line", autoComplete: "address-line2", maxLength: 255 },
  { field: "zipcode", label: "checkout.zipcode", autoComplete: "postal-code", required: true, maxLength: 50 },
  { field: "city", label: "checkout.city", autoComplete: "address-level2", required: true, maxLength: 70 },
];
const PHONE: Row = { field: "phone", label: "checkout.phone", autoComplete: "tel", maxLength: 40 };

export function AddressFields({ name, address, checkout, errorOf, onChange }: Props) {
  const { t } = useCheckoutScreen();
  const group = name === "delivery" ? "shipping" : "billing";
  const country = checkout.countries.find(({ id }) => id === address.country_id);
  const textsOf = (field: keyof AddressDraft, label: CheckoutKey, hint?: CheckoutKey): FieldTexts => ({
    label: t(label),
    hint: hint && t(hint),
    error: errorOf(fieldId(name, field)),
    optional: t("checkout.optional"),
    errorWord: t("checkout.error_word"),
  });
  const set = (field: keyof AddressDraft) => (value: string) => onChange({ ...address, [field]: value });
  const row = ({ field, label, autoComplete, required = false, maxLength }: Row) => (
    <Field
      key={field}
      className={`field--${field.replaceAll("_", "-")}`}
      name={fieldId(name, field)}
      texts={textsOf(field, label, field === "phone" ? "checkout.phone_hint" : undefined)}
      value={address[field]}
      required={field === "zipcode" ? (country?.zipcode_required ?? true) : required}
      autoComplete={`${group} ${autoComplete}`}
      type={field === "phone" ? "tel" : "text"}
      maxLength={maxLength}
      onChange={set(field)}
      onLeave={
        field === "zipcode"
          ? () => onChange({ ...address, zipcode: tidyZipcode(address.zipcode, country?.iso) })
          : undefined
      }
    />
  );
  return (
    <div className="checkout__fields">
      <Select
        name={fieldId(name, "country_id")}
        texts={textsOf("country_id", "checkout.country")}
        value={address.country_id}
        required
        autoComplete={`${group} country`}
        options={countryOptions(name, address, checkout, t("checkout.choose"))}
        onChange={set("country_id")}
      />
      {country !== undefined && country.states.length > 0 && (
        <Select
          name={fieldId(name, "country_state_id")}
          texts={textsOf("country_state_id", "checkout.state")}
          value={address.country_state_id}
          required={country.state_required}
          autoComplete={`${group} address-level1`}
          options={[
            { value: "", label: t("checkout.choose") },
            ...country.states.map(({ id, name: label }) => ({ value: id, label })),
          ]}
          onChange={set("country_state_id")}
        />
      )}
      {checkout.salutations.length > 0 && (
        <Select
          name={fieldId(name, "salutation_id")}
          texts={textsOf("salutation_id", "checkout.salutation")}
          value={address.salutation_id}
          autoComplete={`${group} honorific-prefix`}
          options={salutationOptions(checkout, t("checkout.no_salutation"))}
          onChange={set("salutation_id")}
        />
      )}
      {NAMES.map(row)}
      {PLACE.map(row)}
      {name === "delivery" && row(PHONE)}
    </div>
  );
}

function countryOptions(
  name: AddressName,
  { country_id }: AddressDraft,
  { countries }: Props["checkout"],
  choose: string,
) {
  // A country that is not shipped to is still valid for an invoice.
  const open = countries.filter((country) => name === "billing" || country.shipping_available);
  const options = open.map(({ id, name: label }) => ({ value: id, label }));
  if (open.some(({ id }) => id === country_id)) return options;
  return [{ value: country_id, label: choose, disabled: true }, ...options];
}

/** The option for "no preference" has the shop's name if the shop has one (ADDR-2). */
function salutationOptions({ salutations }: Props["checkout"], none: string) {
  const named = salutations.filter(({ key }) => key !== "not_specified");
  return [{ value: "", label: none }, ...named.map(({ id, name }) => ({ value: id, label: name }))];
}
