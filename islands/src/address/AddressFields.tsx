// The fields of an address, the country first (ADDR-2 to -11). In one column, so that the reading order is the visual
// order (CHK-15).
import { useState } from "react";
import type { AddressFormResponse } from "../api/schema.gen";
import type { Translate } from "../i18n";
import { Field, type FieldTexts, Select } from "../ui/field";
import { type AddressDraft, fieldId, tidyZipcode } from "./address";
import type { AddressKey } from "./messages";

export type AddressLists = Pick<AddressFormResponse, "countries" | "salutations" | "required_fields">;

type Props = {
  /** Prefix of the field ids; `delivery` is a shipping address. */
  readonly name: string;
  readonly address: AddressDraft;
  readonly lists: AddressLists;
  readonly t: Translate<AddressKey>;
  /** Fields that this form has elsewhere or not at all. */
  readonly without?: readonly (keyof AddressDraft)[];
  readonly errorOf: (field: string) => string | undefined;
  readonly onChange: (address: AddressDraft) => void;
};

type Row = {
  readonly field: Exclude<keyof AddressDraft, "country_id" | "country_state_id" | "salutation_id">;
  readonly label: AddressKey;
  readonly autoComplete: string;
  readonly required?: boolean;
  readonly maxLength: number;
};

const NAMES: readonly Row[] = [
  { field: "first_name", label: "address.first_name", autoComplete: "given-name", required: true, maxLength: 50 },
  { field: "last_name", label: "address.last_name", autoComplete: "family-name", required: true, maxLength: 60 },
  { field: "company", label: "address.company", autoComplete: "organization", maxLength: 255 },
];
const PLACE: readonly Row[] = [
  { field: "street", label: "address.street", autoComplete: "address-line1", required: true, maxLength: 255 },
  { field: "additional_line", label: "address.additional_line", autoComplete: "address-line2", maxLength: 255 },
  { field: "additional_line_2", label: "address.additional_line_2", autoComplete: "address-line3", maxLength: 255 },
  { field: "zipcode", label: "address.zipcode", autoComplete: "postal-code", required: true, maxLength: 50 },
  { field: "city", label: "address.city", autoComplete: "address-level2", required: true, maxLength: 70 },
];
const PHONE: Row = { field: "phone", label: "address.phone", autoComplete: "tel", maxLength: 40 };

export function AddressFields({ name, address, lists, t, without = [], errorOf, onChange }: Props) {
  const group = name === "billing" ? "billing" : "shipping";
  const country = lists.countries.find(({ id }) => id === address.country_id);
  const textsOf = (field: keyof AddressDraft, label: AddressKey, hint?: AddressKey): FieldTexts => ({
    label: t(label),
    hint: hint && t(hint),
    error: errorOf(fieldId(name, field)),
    optional: t("address.optional"),
    errorWord: t("address.error_word"),
  });
  const asked = [...useAsked(name, errorOf), ...lists.required_fields];
  const has = (field: keyof AddressDraft) => {
    if (field === "additional_line_2") return asked.includes(field) || address.additional_line_2 !== "";
    return !without.includes(field) || (field === "phone" && asked.includes(field));
  };
  const set = (field: keyof AddressDraft) => (value: string) => onChange({ ...address, [field]: value });
  const row = ({ field, label, autoComplete, required = false, maxLength }: Row) => (
    <Field
      key={field}
      className={`field--${field.replaceAll("_", "-")}`}
      name={fieldId(name, field)}
      texts={textsOf(field, label, field === "phone" ? "address.phone_hint" : undefined)}
      value={address[field]}
      required={field === "zipcode" ? (country?.zipcode_required ?? true) : required || asked.includes(field)}
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
    <div className="fields">
      <Select
        name={fieldId(name, "country_id")}
        texts={textsOf("country_id", "address.country")}
        value={address.country_id}
        required
        autoComplete={`${group} country`}
        options={countryOptions(name, address, lists, t("address.choose"))}
        onChange={set("country_id")}
      />
      {country !== undefined && country.states.length > 0 && (
        <Select
          name={fieldId(name, "country_state_id")}
          texts={textsOf("country_state_id", "address.state")}
          value={address.country_state_id}
          required={country.state_required}
          autoComplete={`${group} address-level1`}
          options={[
            { value: "", label: t("address.choose") },
            ...country.states.map(({ id, name: label }) => ({ value: id, label })),
          ]}
          onChange={set("country_state_id")}
        />
      )}
      {lists.salutations.length > 0 && has("salutation_id") && (
        <Select
          name={fieldId(name, "salutation_id")}
          texts={textsOf("salutation_id", "address.salutation")}
          value={address.salutation_id}
          autoComplete={`${group} honorific-prefix`}
          options={salutationOptions(lists, t("address.no_salutation"))}
          onChange={set("salutation_id")}
        />
      )}
      {NAMES.filter(({ field }) => has(field)).map(row)}
      {PLACE.filter(({ field }) => has(field)).map(row)}
      {has("phone") && row(PHONE)}
    </div>
  );
}

/** Fields that only some shops require. */
const SELDOM = ["additional_line", "additional_line_2", "phone"] as const;

/** Those of them that the shop has required since the form was opened; they stay visible while being filled in. */
function useAsked(name: string, errorOf: Props["errorOf"]): readonly (keyof AddressDraft)[] {
  const [asked, setAsked] = useState<readonly (keyof AddressDraft)[]>([]);
  const now = SELDOM.filter((field) => !asked.includes(field) && errorOf(fieldId(name, field)) !== undefined);
  if (now.length > 0) setAsked([...asked, ...now]);
  return asked;
}

function countryOptions(name: string, { country_id }: AddressDraft, { countries }: AddressLists, choose: string) {
  // A country that is not shipped to is still valid for an invoice.
  const open = countries.filter((country) => name !== "delivery" || country.shipping_available);
  const options = open.map(({ id, name: label }) => ({ value: id, label }));
  if (open.some(({ id }) => id === country_id)) return options;
  return [{ value: country_id, label: choose, disabled: true }, ...options];
}

/** The option for "no preference" has the shop's name if the shop has one (ADDR-2). */
function salutationOptions({ salutations }: AddressLists, none: string) {
  const named = salutations.filter(({ key }) => key !== "not_specified");
  return [{ value: "", label: none }, ...named.map(({ id, name }) => ({ value: id, label: name }))];
}
