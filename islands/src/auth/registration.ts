// The registration form: its values, validation, and conversion to a request (R-ACCT-01).
//
// **Invariant:** duplicates rules of the API, whose result takes precedence.
import {
  type AddressDraft,
  addressFaults,
  addressInput,
  fieldId,
  isAddressField,
  isEmail,
  isVatId,
  tidyVatId,
} from "../address/address";
import type { AddressKey } from "../address/messages";
import type { ErrorDetail } from "../api/request";
import type { Country, RegisterRequest } from "../api/schema.gen";
import type { AuthKey } from "./messages";
import { type NewPassword, passwordFaults } from "./password";

export type Registration = {
  readonly account_type: "private" | "business";
  readonly email: string;
  readonly address: AddressDraft;
  readonly vat_id: string;
  readonly passwords: NewPassword;
  readonly privacy: boolean;
};

const NAME = "register";

/** Text keys of all errors by field, in the order of the fields. */
export function registrationFaults(
  registration: Registration,
  countries: readonly Country[],
  least: number | null,
): Readonly<Record<string, AuthKey | AddressKey>> {
  const { account_type, email, address, vat_id, passwords, privacy } = registration;
  const faults: Record<string, AuthKey | AddressKey> = {};
  if (!isEmail(email)) faults["register-email"] = "auth.need_email";
  const business = account_type === "business";
  if (business && address.company.trim() === "") faults["register-company"] = "auth.need_company";
  const country = countries.find(({ id }) => id === address.country_id);
  const vat = vat_id.trim();
  if (business && (vat === "" ? country?.vat_id_required : !isVatId(vat)))
    faults["register-vat_id"] = "auth.need_vat_id";
  Object.assign(faults, addressFaults(NAME, address, countries));
  const { password, confirmation } = passwordFaults(passwords, least);
  if (password) faults["register-password"] = password;
  if (confirmation) faults["register-confirmation"] = confirmation;
  if (!privacy) faults["register-privacy"] = "auth.need_privacy";
  return faults;
}

export function registerRequest(registration: Registration, countries: readonly Country[]): RegisterRequest {
  const { account_type, email, vat_id, passwords, privacy } = registration;
  const business = account_type === "business";
  const address = addressInput(registration.address, countries);
  const vat = tidyVatId(vat_id);
  return {
    account_type,
    salutation_id: address.salutation_id ?? null,
    first_name: address.first_name,
    last_name: address.last_name,
    email: email.trim(),
    password: passwords.password,
    password_confirmation: passwords.confirmation,
    vat_id: business && vat !== "" ? vat : null,
    accept_privacy: privacy,
    billing_address: business ? address : { ...address, company: null },
    shipping_address: null,
  };
}

const FIELDS: Readonly<Record<string, string>> = {
  password: "register-password",
  password_confirmation: "register-confirmation",
  accept_privacy: "register-privacy",
  email: "register-email",
  vat_id: "register-vat_id",
};

/** The field of an API error, by its JSON pointer. */
export function registrationFieldOf({ source }: ErrorDetail): string | undefined {
  const [, first = "", second = first] = (source?.pointer ?? "").split("/");
  if (Object.hasOwn(FIELDS, first)) return FIELDS[first];
  return isAddressField(second) ? fieldId(NAME, second) : undefined;
}

export function enteredIn(registration: Registration, field: string): unknown {
  const name = field.slice(NAME.length + 1);
  if (isAddressField(name)) return registration.address[name];
  switch (name) {
    case "password":
    case "confirmation":
      return registration.passwords[name];
    case "privacy":
    case "email":
    case "vat_id":
      return registration[name];
    default:
      return undefined;
  }
}
