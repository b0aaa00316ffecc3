// The customer's address book as cards; "another address" comes last (ADDR-22). An address that the shop does not
// accept is edited in place.
import { useEffect } from "react";
import { AddressFields } from "../../address/AddressFields";
import { addressInput, draftOf } from "../../address/address";
import type { CheckoutResponse, Country } from "../../api/schema.gen";
import type { CheckoutStore } from "../../stores/checkout";
import { AddressLines } from "../../ui/address-lines";
import { RadioCards } from "../../ui/radio-cards";
import { useStore } from "../../ui/use-store";
import { AddressProblems, type Edits, isBlocked } from "./blocked";
import { useCheckoutScreen } from "./context";
import type { AddressesProps } from "./Details";
import type { AddressName, Draft } from "./draft";

const OTHER = "other";

type Props = AddressesProps & {
  readonly other: boolean;
  readonly onOther: (other: boolean) => void;
  /** Which addresses must be edited. */
  readonly edits: Edits;
};

export function AddressBook({ checkout, draft, onDraft, errorOf, other, onOther, edits }: Props) {
  const { t, checkout: store } = useCheckoutScreen();
  const { chosen, refusal, status } = useStore(store);
  useStoredFields(checkout, draft, onDraft, edits);
  const id = chosen.shipping_address_id ?? checkout.shipping_address?.id ?? null;
  const choose = (value: string) => {
    onOther(value === OTHER);
    if (value !== OTHER) void store.choose({ shipping_address_id: value });
  };
  const fields = (name: AddressName) => ({
    name,
    address: draft[name],
    lists: checkout,
    t,
    errorOf,
    onChange: (address: Draft["delivery"]) => onDraft({ ...draft, [name]: address }),
  });
  const cards = checkout.addresses.map((address) => ({
    value: address.id,
    label: `${address.first_name} ${address.last_name}`,
    note: <AddressLines address={address} nameless />,
  }));
  return (
    <>
      <RadioCards
        name="shipping_address_id"
        legend={t("checkout.address")}
        options={[...cards, { value: OTHER, label: t("checkout.other_address") }]}
        value={other ? OTHER : id}
        busy={status === "saving"}
        error={refusal?.choice === "shipping_address_id" ? refusal.error.details(t("checkout.failed"))[0] : undefined}
        errorWord={t("checkout.error_word")}
        onChange={choose}
      />
      {other && <AddressFields {...fields("delivery")} />}
      {!other && edits.delivery && (
        <fieldset className="checkout__billing">
          <legend className="checkout__subheading">{t("checkout.change_address")}</legend>
          <AddressProblems checkout={checkout} of="delivery" />
          {checkout.shipping_address?.id === checkout.billing_address?.id && (
            <AddressProblems checkout={checkout} of="billing" />
          )}
          <AddressFields {...fields("delivery")} />
        </fieldset>
      )}
      {!other && edits.billing && (
        <fieldset className="checkout__billing">
          <legend className="checkout__subheading">{t("checkout.change_billing_address")}</legend>
          <AddressProblems checkout={checkout} of="billing" />
          <AddressFields {...fields("billing")} />
        </fieldset>
      )}
    </>
  );
}

/** Initializes the fields of an address that is edited in place from the address book; later input is kept. */
function useStoredFields(checkout: CheckoutResponse, draft: Draft, onDraft: (draft: Draft) => void, edits: Edits) {
  const { shipping_address: delivery, billing_address: billing } = checkout;
  useEffect(() => {
    let next = draft;
    for (const [name, address] of [
      ["delivery", delivery],
      ["billing", billing],
    ] as const)
      if (edits[name] && address && draft.editing?.[name] !== address.id)
        next = { ...next, [name]: draftOf(address), editing: { ...next.editing, [name]: address.id } };
    if (next !== draft) onDraft(next);
  }, [delivery, billing, draft, onDraft, edits]);
}

/** Returns whether the shop accepts the addresses now. */
export async function saveEdits(
  store: CheckoutStore,
  draft: Draft,
  edits: Edits,
  countries: readonly Country[],
): Promise<boolean> {
  for (const name of ["delivery", "billing"] as const) {
    const { checkout } = store.get();
    const address = name === "delivery" ? checkout?.shipping_address : checkout?.billing_address;
    if (edits[name] && address) await store.correct(address.id, addressInput(draft[name], countries));
  }
  const { checkout } = store.get();
  return checkout !== null && !isBlocked(checkout);
}
