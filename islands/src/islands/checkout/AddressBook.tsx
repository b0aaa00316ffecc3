// The customer's address book as cards; "another address" comes last (ADDR-22).
import { AddressFields } from "../../address/AddressFields";
import { AddressLines } from "../../ui/address-lines";
import { RadioCards } from "../../ui/radio-cards";
import { useStore } from "../../ui/use-store";
import { useCheckoutScreen } from "./context";
import type { AddressesProps } from "./Details";

const OTHER = "other";

type Props = AddressesProps & { readonly other: boolean; readonly onOther: (other: boolean) => void };

export function AddressBook({ checkout, draft, onDraft, errorOf, other, onOther }: Props) {
  const { t, checkout: store } = useCheckoutScreen();
  const { chosen, refusal, status } = useStore(store);
  const id = chosen.shipping_address_id ?? checkout.shipping_address?.id ?? null;
  const choose = (value: string) => {
    onOther(value === OTHER);
    if (value !== OTHER) void store.choose({ shipping_address_id: value });
  };
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
      {other && (
        <AddressFields
          name="delivery"
          address={draft.delivery}
          lists={checkout}
          t={t}
          errorOf={errorOf}
          onChange={(delivery) => onDraft({ ...draft, delivery })}
        />
      )}
    </>
  );
}
