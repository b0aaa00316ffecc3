// Addresses that the shop does not accept: the reasons, and which of them are edited in place.
import type { BlockerCode, CheckoutResponse } from "../../api/schema.gen";
import { FieldError } from "../../ui/field";
import { useCheckoutScreen } from "./context";
import type { AddressName } from "./draft";

/** Which addresses of an account are edited in place. */
export type Edits = Readonly<Record<AddressName, boolean>>;

/** If shipping and billing address are the same, it is edited once. */
export function editsOf({ blockers, shipping_address, billing_address }: CheckoutResponse): Edits {
  const has = (wanted: BlockerCode) => blockers.some(({ code }) => code === wanted);
  const isOne = shipping_address?.id === billing_address?.id;
  return {
    delivery: shipping_address !== null && (has("shipping-address") || (isOne && has("billing-address"))),
    billing: billing_address !== null && !isOne && has("billing-address"),
  };
}

/** Whether an address must be edited before anything can be ordered. */
export function isBlocked(checkout: CheckoutResponse): boolean {
  const { delivery, billing } = editsOf(checkout);
  return delivery || billing;
}

type ProblemsProps = { readonly checkout: CheckoutResponse; readonly of: AddressName };

/** Why an address cannot be used, shown next to it. */
export function AddressProblems({ checkout, of }: ProblemsProps) {
  const { t } = useCheckoutScreen();
  const code: BlockerCode = of === "delivery" ? "shipping-address" : "billing-address";
  const messages = checkout.blockers.filter((blocker) => blocker.code === code).map(({ message }) => message);
  return [...new Set(messages)].map((message) => (
    <FieldError key={message} id={`checkout-${code}`} word={t("checkout.error_word")} text={message} />
  ));
}
