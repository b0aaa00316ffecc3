// The visitor's input: its shape, initial values, validation, and conversion to requests.
//
// **Invariant:** duplicates rules of the API, whose result takes precedence. No name is rejected for its spelling
// (ADDR-3).
import {
  type AddressDraft,
  type AddressFaultKey,
  addressFaults,
  addressInput,
  draftOf,
  fieldId,
  isAddressField,
  isEmail,
  isVatId,
  NO_ADDRESS,
  sameAddress,
  tidyVatId,
} from "../../address/address";
import type { ErrorDetail } from "../../api/request";
import type { CheckoutResponse, Country, GuestRequest, RegisterRequest } from "../../api/schema.gen";
import type { NewPassword } from "../../auth/password";

export type Draft = {
  /** Whose input it is: an account's input is shown to that account only. */
  readonly owner: "guest" | "account";
  readonly email: string;
  /** The address to which a confirmation mail for a guest was sent; `null` if none was. */
  readonly mailed: string | null;
  /** The secret with which this tab checks whether that link was opened, on any device. */
  readonly waiting: string | null;
  readonly delivery: AddressDraft;
  /** Whether the billing address is the shipping address. */
  readonly same: boolean;
  readonly billing: AddressDraft;
  readonly vat_id: string;
  /** A business customer's own reference. */
  readonly reference: string;
  readonly comment: string;
  /** Whether an old device is taken away with the delivery; undefined without an answer. */
  readonly old_device?: boolean | undefined;
  /** Ids of the stored addresses whose fields `delivery` and `billing` were initialized with, to be edited in place. */
  readonly editing?: Partial<Record<AddressName, string>>;
  /** The sections of methods that the visitor has completed. */
  readonly passed: { readonly delivery: boolean; readonly payment: boolean };
};

export type AddressName = "delivery" | "billing";
/** Text keys of errors by the id of their field. */
export type Faults = Readonly<Record<string, FaultKey>>;
export type FaultKey = AddressFaultKey | "checkout.need_email" | "checkout.need_vat_id";

/** The form's initial values: the stored input of this tab if it belongs to this person, otherwise the shop's data. */
export function beginning(checkout: CheckoutResponse, kept: Draft | null): Draft {
  const { customer } = checkout;
  const own = kept !== null && isOwn(kept, customer);
  if (own && (customer === null || customer.guest)) return { ...fresh(checkout), ...kept };
  const known = fresh(checkout);
  if (!own) return known;
  const { reference = "", comment, old_device, passed } = kept;
  return { ...known, reference, comment, old_device, passed };
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
    mailed: null,
    waiting: null,
    delivery: shipping_address === null ? none : draftOf(shipping_address),
    same: billing_address === null || shipping_address === null || sameAddress(billing_address, shipping_address),
    billing: billing_address === null ? none : draftOf(billing_address),
    vat_id: "",
    reference: "",
    comment: "",
    passed: { delivery: false, payment: false },
  };
}

/** All errors, in the order of the fields; `edits` are the addresses of an account that are edited in place. */
export function faultsOf(
  draft: Draft,
  countries: readonly Country[],
  edits: Readonly<Record<AddressName, boolean>> = { delivery: true, billing: !draft.same },
): Faults {
  const faults: Record<string, FaultKey> = {};
  if (draft.owner === "guest" && !isEmail(draft.email)) faults.email = "checkout.need_email";
  for (const name of ["delivery", "billing"] as const)
    if (edits[name]) Object.assign(faults, addressFaults(name, draft[name], countries));
  if (draft.vat_id.trim() !== "" && isBusiness(draft) && !isVatId(draft.vat_id)) faults.vat_id = "checkout.need_vat_id";
  return faults;
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

/** The same details, for an account registration. */
export function accountRequest(draft: Draft, passwords: NewPassword, countries: readonly Country[]): RegisterRequest {
  const guest = guestRequest(draft, countries);
  const { salutation_id = null, first_name, last_name } = guest.billing_address;
  return {
    ...guest,
    salutation_id,
    first_name,
    last_name,
    account_type: isBusiness(draft) ? "business" : "private",
    password: passwords.password,
    password_confirmation: passwords.confirmation,
  };
}

/**
 * The element id of the field that an API error is about, by its JSON pointer; undefined if it is about no field of
 * this form.
 */
export function fieldOf({ source }: ErrorDetail, same: boolean): string | undefined {
  const [, first = "", second] = (source?.pointer ?? "").split("/");
  if (first === "email" || first === "vat_id") return first;
  if (first === "password") return "account-password";
  if (first === "password_confirmation") return "account-confirmation";
  const name = first === "shipping_address" || (first === "billing_address" && same) ? "delivery" : "billing";
  // An address of the address book is sent without a prefix.
  const field = second ?? first;
  if (!isAddressField(field)) return undefined;
  return fieldId(second === undefined ? "delivery" : name, field);
}
