// The visitor's input: its shape, initial values, validation, and conversion to requests.
//
// **Invariant:** duplicates rules of the API, whose result takes precedence. No name is rejected for its spelling
// (ADDR-3).
import type { ErrorDetail } from "../../api/request";
import type { Address, AddressInput, CheckoutResponse, Country, GuestRequest } from "../../api/schema.gen";

export type AddressDraft = {
  readonly country_id: string;
  readonly country_state_id: string;
  readonly salutation_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly company: string;
  readonly street: string;
  readonly additional_line: string;
  readonly zipcode: string;
  readonly city: string;
  readonly phone: string;
};

export type Draft = {
  /** Whose input it is: an account's input is shown to that account only. */
  readonly owner: "guest" | "account";
  readonly email: string;
  readonly delivery: AddressDraft;
  /** Whether the billing address is the shipping address. */
  readonly same: boolean;
  readonly billing: AddressDraft;
  readonly vat_id: string;
  /** A business customer's own reference. */
  readonly reference: string;
  readonly comment: string;
  /** The sections of methods that the visitor has completed. */
  readonly passed: { readonly delivery: boolean; readonly payment: boolean };
};

export type AddressName = "delivery" | "billing";
/** Text keys of errors by the id of their field. */
export type Faults = Readonly<Record<string, FaultKey>>;
export type FaultKey =
  | "checkout.need_email"
  | "checkout.need_country"
  | "checkout.need_state"
  | "checkout.need_first_name"
  | "checkout.need_last_name"
  | "checkout.need_street"
  | "checkout.need_zipcode"
  | "checkout.need_zipcode_nl"
  | "checkout.need_zipcode_be"
  | "checkout.need_zipcode_de"
  | "checkout.need_city"
  | "checkout.need_vat_id";

const NO_ADDRESS: AddressDraft = {
  country_id: "",
  country_state_id: "",
  salutation_id: "",
  first_name: "",
  last_name: "",
  company: "",
  street: "",
  additional_line: "",
  zipcode: "",
  city: "",
  phone: "",
};

/** The form's initial values: the stored input of this tab if it belongs to this person, otherwise the shop's data. */
export function beginning(checkout: CheckoutResponse, kept: Draft | null): Draft {
  const { customer } = checkout;
  const own = kept !== null && isOwn(kept, customer);
  if (own && (customer === null || customer.guest)) return { ...fresh(checkout), ...kept };
  const known = fresh(checkout);
  return own ? { ...known, reference: kept.reference ?? "", comment: kept.comment, passed: kept.passed } : known;
}

function isOwn(kept: Draft, customer: CheckoutResponse["customer"]): boolean {
  if (customer === null) return kept.owner === "guest";
  const owner = customer.guest ? "guest" : "account";
  return kept.owner === owner && kept.email.toLowerCase() === customer.email.toLowerCase();
}

function fresh(checkout: CheckoutResponse): Draft {
  const { customer, shipping_address, billing_address, country_id } = checkout;
  const none = { ...NO_ADDRESS, country_id: country_id ?? "" };
  return {
    owner: customer === null || customer.guest ? "guest" : "account",
    email: customer?.email ?? "",
    delivery: shipping_address === null ? none : draftOf(shipping_address),
    same: billing_address === null || shipping_address === null || sameAddress(billing_address, shipping_address),
    billing: billing_address === null ? none : draftOf(billing_address),
    vat_id: "",
    reference: "",
    comment: "",
    passed: { delivery: false, payment: false },
  };
}

function draftOf(address: Address): AddressDraft {
  const entries = Object.keys(NO_ADDRESS) as (keyof AddressDraft)[];
  return Object.fromEntries(entries.map((name) => [name, address[name] ?? ""])) as AddressDraft;
}

/** Whether both have the same content, whatever their ids. */
export function sameAddress(one: Address, other: Address): boolean {
  if (one.id === other.id) return true;
  const [a, b] = [draftOf(one), draftOf(other)];
  return (Object.keys(NO_ADDRESS) as (keyof AddressDraft)[]).every((name) => name === "phone" || a[name] === b[name]);
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
const VAT_ID = /^[A-Z]{2}[0-9A-Z]{2,13}$/;
/** Countries with a known format of postal codes; in others every text is valid. */
const ZIPCODES: Readonly<Record<string, { readonly form: RegExp; readonly fault: FaultKey }>> = {
  NL: { form: /^[1-9]\d{3} [A-Z]{2}$/, fault: "checkout.need_zipcode_nl" },
  BE: { form: /^[1-9]\d{3}$/, fault: "checkout.need_zipcode_be" },
  DE: { form: /^\d{5}$/, fault: "checkout.need_zipcode_de" },
};

/** A postal code in the format of its country: "1234ab " becomes 1234 AB (ADDR-6). */
export function tidyZipcode(text: string, iso: string | undefined): string {
  const tidy = text.trim().toUpperCase();
  if (iso !== "NL") return iso === "BE" || iso === "DE" ? tidy.replace(/[\s-]/g, "") : tidy;
  const [, digits, letters] = /^(\d{4})[\s-]*([A-Z]{2})$/.exec(tidy) ?? [];
  return digits === undefined ? tidy : `${digits} ${letters}`;
}

const tidyVatId = (text: string) => text.toUpperCase().replace(/[\s.-]/g, "");

/** All errors, in the order of the fields. */
export function faultsOf(draft: Draft, countries: readonly Country[]): Faults {
  const faults: Record<string, FaultKey> = {};
  if (draft.owner === "guest" && !EMAIL.test(draft.email.trim())) faults.email = "checkout.need_email";
  addressFaults("delivery", draft.delivery, countries, faults);
  if (!draft.same) addressFaults("billing", draft.billing, countries, faults);
  if (draft.vat_id.trim() !== "" && isBusiness(draft) && !VAT_ID.test(tidyVatId(draft.vat_id)))
    faults.vat_id = "checkout.need_vat_id";
  return faults;
}

function addressFaults(
  name: AddressName,
  address: AddressDraft,
  countries: readonly Country[],
  faults: Record<string, FaultKey>,
): void {
  const country = countries.find(({ id }) => id === address.country_id);
  const need = (field: keyof AddressDraft, fault: FaultKey) => {
    if (address[field].trim() === "") faults[fieldId(name, field)] = fault;
  };
  if (country === undefined || (name === "delivery" && !country.shipping_available))
    faults[fieldId(name, "country_id")] = "checkout.need_country";
  else if (country.state_required && stateOf(address, country) === null)
    faults[fieldId(name, "country_state_id")] = "checkout.need_state";
  need("first_name", "checkout.need_first_name");
  need("last_name", "checkout.need_last_name");
  need("street", "checkout.need_street");
  const rule = ZIPCODES[country?.iso ?? ""];
  if (rule !== undefined && !rule.form.test(tidyZipcode(address.zipcode, country?.iso)))
    faults[fieldId(name, "zipcode")] = rule.fault;
  else if (country?.zipcode_required) need("zipcode", "checkout.need_zipcode");
  need("city", "checkout.need_city");
}

/** The chosen state or province, if it belongs to the country. */
function stateOf({ country_state_id }: AddressDraft, country: Country | undefined): string | null {
  return country?.states.find(({ id }) => id === country_state_id)?.id ?? null;
}

/** The element id of an address field. */
export function fieldId(name: AddressName, field: keyof AddressDraft): string {
  return `${name}-${field}`;
}

/** A company in the billing address makes the order a business order. */
export function isBusiness({ same, delivery, billing }: Draft): boolean {
  return (same ? delivery : billing).company.trim() !== "";
}

export function guestRequest(draft: Draft, countries: readonly Country[]): GuestRequest {
  const delivery = addressInput(draft.delivery, countries);
  const vatId = tidyVatId(draft.vat_id);
  return {
    email: draft.email.trim(),
    vat_id: isBusiness(draft) && vatId !== "" ? vatId : null,
    // The sentence above the button states this, with a link to the privacy statement.
    accept_privacy: true,
    billing_address: draft.same ? delivery : addressInput(draft.billing, countries),
    shipping_address: draft.same ? null : delivery,
  };
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
    zipcode: tidyZipcode(address.zipcode, country?.iso),
    city: text("city"),
    country_id: address.country_id,
    country_state_id: stateOf(address, country),
    phone: text("phone") || null,
  };
}

/**
 * The element id of the field that an API error is about, by its JSON pointer; undefined if it is about no field of
 * this form.
 */
export function fieldOf({ source }: ErrorDetail, same: boolean): string | undefined {
  const [, first = "", second] = (source?.pointer ?? "").split("/");
  if (first === "email" || first === "vat_id") return first;
  const name = first === "shipping_address" || (first === "billing_address" && same) ? "delivery" : "billing";
  // An address of the address book is sent alone.
  const field = second ?? first;
  if (!Object.hasOwn(NO_ADDRESS, field)) return undefined;
  return fieldId(second === undefined ? "delivery" : name, field as keyof AddressDraft);
}
