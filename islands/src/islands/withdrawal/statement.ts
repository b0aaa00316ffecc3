// The visitor's statement and its validation. The API decides; this only saves a round trip.
import type { ApiError } from "../../api/request";
import type { WithdrawalKey } from "./messages";

export const FIELDS = ["order_number", "name", "email", "items", "comment"] as const;
export type Name = (typeof FIELDS)[number];
export type Values = Readonly<Record<Name, string>>;
export type Faults = { readonly [Field in Name | "form"]?: string };

/** The id of a field, for links in the error summary; the same as in the page's own form. */
export const idOf = (name: Name): string => `withdrawal-${name}`;

/**
 * Input from before the island was mounted, and the order of a link (`#order=10042`), which is not sent to the server.
 */
export function begin(typed: Readonly<Record<string, string>>, hash: string): Values {
  const order = new URLSearchParams(hash.replace(/^#/, "")).get("order") ?? "";
  const of = (name: Name) => typed[name] ?? "";
  return {
    order_number: of("order_number") || order.slice(0, 64),
    name: of("name"),
    email: of("email"),
    items: of("items"),
    comment: of("comment"),
  };
}

/** The missing fields, in order. */
export function missing({ order_number, name, email }: Values): readonly [Name, WithdrawalKey][] {
  const found: [Name, WithdrawalKey][] = [];
  if (order_number.trim() === "") found.push(["order_number", "withdrawal.order_number_fault"]);
  if (name.trim() === "") found.push(["name", "withdrawal.name_fault"]);
  if (!/^\S+@\S+\.\S+$/.test(email.trim())) found.push(["email", "withdrawal.email_fault"]);
  return found;
}

/** The API's errors by field. */
export function faultsOf(error: ApiError, fallback: string): Faults {
  const faults: Record<string, string> = {};
  for (const { detail, source } of error.errors) {
    const name = FIELDS.find((field) => source?.pointer === `/${field}`);
    faults[name ?? "form"] ??= detail;
  }
  return Object.keys(faults).length > 0 ? faults : { form: fallback };
}

/** The idempotency key of this statement: when it is resent, it is recorded only once. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
