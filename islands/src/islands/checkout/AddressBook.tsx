// The customer's address book as cards; "another address" comes last (ADDR-22). What the shop does not take is changed
// where it stands.
import { AddressFields } from "../../address/AddressFields";
import { AddressLines } from "../../ui/address-lines";
import { RadioCards } from "../../ui/radio-cards";
import { useStore } from "../../ui/use-store";
import { AddressProblems, type Edits } from "./blocked";
import { useCheckoutScreen } from "./context";
import type { AddressesProps } from "./Details";
import type { AddressName, Draft } from "./draft";

const OTHER = "other";

type Props = AddressesProps & {
  readonly other: boolean;
  readonly onOther: (other: boolean) => void;
  /** Which addresses have to be changed. */
  readonly edits: Edits;
};

export function AddressBook({ checkout, draft, onDraft, errorOf, other, onOther, edits }: Props) {
  const { t, checkout: store } = useCheckoutScreen();
  const { chosen, refusal, status } = useStore(store);
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
