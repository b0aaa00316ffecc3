// What a visitor types as an address: its shape, validation, and conversion to a request.
//
// **Invariant:** duplicates rules of the API, whose result takes precedence. No name is rejected for its spelling
// (ADDR-3).
import type { Address, AddressInput, Country } from "../api/schema.gen";
import type { AddressKey } from "./messages";

export type AddressDraft = {
  readonly country_id: string;
  readonly country_state_id: string;
  readonly salutation_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly company: string;
  readonly street: string;
  readonly additional_line: string;
  readonly additional_line_2: string;
  readonly zipcode: string;
  readonly city: string;
  readonly phone: string;
};

/** Text keys of errors by the id of their field. */
export type AddressFaults = Record<string, AddressFaultKey>;
export type AddressFaultKey = Extract<AddressKey, `address.need_${string}`>;

export const NO_ADDRESS: AddressDraft = {
  country_id: "",
  country_state_id: "",
  salutation_id: "",
  first_name: "",
  last_name: "",
  company: "",
  street: "",
  additional_line: "",
  additional_line_2: "",
  zipcode: "",
  city: "",
  phone: "",
};

const FIELDS = Object.keys(NO_ADDRESS) as (keyof AddressDraft)[];

export function draftOf(address: Address): AddressDraft {
  return Object.fromEntries(FIELDS.map((name) => [name, address[name] ?? ""])) as AddressDraft;
}

/** Whether two addresses have the same content, ignoring ids. */
export function sameAddress(one: Address, other: Address): boolean {
  if (one.id === other.id) return true;
  const [a, b] = [draftOf(one), draftOf(other)];
  return FIELDS.every((name) => name === "phone" || a[name] === b[name]);
}

/** Countries with a known format of postal codes; in others every text is valid. */
const ZIPCODES: Readonly<Record<string, { readonly form: RegExp; readonly fault: AddressFaultKey }>> = {
  NL: { form: /^[1-9]\d{3} [A-Z]{2}$/, fault: "address.need_zipcode_nl" },
  BE: { form: /^[1-9]\d{3}$/, fault: "address.need_zipcode_be" },
  DE: { form: /^\d{5}$/, fault: "address.need_zipcode_de" },
};

/** A postal code in the format of its country: "1234ab " becomes 1234 AB (ADDR-6). */
export function tidyZipcode(text: string, iso: string | undefined): string {
  const tidy = text.trim().toUpperCase();
  if (iso !== "NL") return iso === "BE" || iso === "DE" ? tidy.replace(/[\s-]/g, "") : tidy;
  const [, digits, letters] = /^(\d{4})[\s-]*([A-Z]{2})$/.exec(tidy) ?? [];
  return digits === undefined ? tidy : `${digits} ${letters}`;
}

/** All errors of an address, in the order of its fields. Only a delivery needs a country that is shipped to. */
export function addressFaults(name: string, address: AddressDraft, countries: readonly Country[]): AddressFaults {
  const faults: AddressFaults = {};
  const country = countries.find(({ id }) => id === address.country_id);
  const need = (field: keyof AddressDraft, fault: AddressFaultKey) => {
    if (address[field].trim() === "") faults[fieldId(name, field)] = fault;
  };
  if (country === undefined || (name === "delivery" && !country.shipping_available))
    faults[fieldId(name, "country_id")] = "address.need_country";
  else if (country.state_required && stateOf(address, country) === null)
    faults[fieldId(name, "country_state_id")] = "address.need_state";
  need("first_name", "address.need_first_name");
  need("last_name", "address.need_last_name");
  need("street", "address.need_street");
  const rule = ZIPCODES[country?.iso ?? ""];
  const zipcode = tidyZipcode(address.zipcode, country?.iso);
  if (country?.zipcode_required) need("zipcode", rule?.fault ?? "address.need_zipcode");
  if (rule && zipcode && !rule.form.test(zipcode)) faults[fieldId(name, "zipcode")] = rule.fault;
  need("city", "address.need_city");
  return faults;
}

/** The chosen state or province, if it belongs to the country. */
function stateOf({ country_state_id }: AddressDraft, country: Country | undefined): string | null {
  return country?.states.find(({ id }) => id === country_state_id)?.id ?? null;
}

/** The element id of an address field. */
export function fieldId(name: string, field: keyof AddressDraft): string {
  return `${name}-${field}`;
}

export function isAddressField(name: string): name is keyof AddressDraft {
  return Object.hasOwn(NO_ADDRESS, name);
}

export function addressInput(address: AddressDraft, countries: readonly Country[]): AddressInput {
  const text = (name: keyof AddressDraft) => address[name].trim();
  const country = countries.find(({ id }) => id === address.country_id);
  return {
    salutation_id: text("salutation_id") || null,
    first_name: text("first_name"),
    last_name: text("last_name"),
    company: text("company") || null,
    street: text("street"),
    additional_line: text("additional_line") || null,
    additional_line_2: text("additional_line_2") || null,
    zipcode: tidyZipcode(address.zipcode, country?.iso),
    city: text("city"),
    country_id: address.country_id,
    country_state_id: stateOf(address, country),
    phone: text("phone") || null,
  };
}

const VAT_ID = /^[A-Z]{2}[0-9A-Z]{2,13}$/;

/** Normalizes a VAT id: without spaces, dots and dashes. */
export const tidyVatId = (text: string) => text.toUpperCase().replace(/[\s.-]/g, "");
export const isVatId = (text: string) => VAT_ID.test(tidyVatId(text));

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
export const isEmail = (text: string) => EMAIL.test(text.trim());
