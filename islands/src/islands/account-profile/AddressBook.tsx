// The address book (R-ACCT-05): each address with its default roles, and actions to change it.
import { useState } from "react";
import { Confirm } from "../../account-area/Confirm";
import { useArea } from "../../account-area/context";
import { Failure } from "../../account-area/Failure";
import type { ApiError } from "../../api/request";
import type { AddressUse, BookAddress } from "../../api/schema.gen";
import { asApiError } from "../../stores/call-queue";
import { AddressLines } from "../../ui/address-lines";
import { useOnDemand } from "../../ui/use-on-demand";
import type { KeptAddress } from "./AddressForm";
import { type Profile, useProfileScreen, useTakeBook } from "./context";
import { Part } from "./Part";

const NEW = "new";

export function AddressBook({ profile }: { readonly profile: Profile }) {
  const { t, kept, api } = useProfileScreen();
  const { tell } = useArea();
  const owner = profile.account.profile.customer_number;
  const [begun] = useState(() => kept.take(owner, "address") as KeptAddress | null);
  /** The address whose form is open: its id, or `NEW`. */
  const [editing, setEditing] = useState<string | null>(begun === null ? null : (begun.id ?? NEW));
  const [removing, setRemoving] = useState<BookAddress | null>(null);
  const [closed, setClosed] = useState(0);
  const take = useTakeBook();
  const close = () => {
    setEditing(null);
    setClosed((count) => count + 1);
  };
  const remove = async ({ id }: BookAddress) => {
    take(await api.removeAddress({ path: { id } }));
    setRemoving(null);
    setClosed((count) => count + 1);
    tell(t("account_profile.address_deleted"));
  };
  // Most visits need none of its fields.
  const Form = useOnDemand(
    editing !== null,
    () => import("./AddressForm").then((module) => module.AddressForm),
    () => location.reload(),
  );
  const formOf = (address: BookAddress | null) =>
    Form && <Form profile={profile} address={address} begun={begun} onDone={close} />;
  const { addresses } = profile.book;
  return (
    <Part id="addresses" title={t("account_profile.addresses")} closed={closed}>
      {addresses.length === 0 && editing === null && <p>{t("account_profile.no_addresses")}</p>}
      <ul className="account-area__cards" aria-label={t("account_profile.addresses")}>
        {addresses.map((address) => (
          <li key={address.id} className="account-area__card" data-open={editing === address.id || undefined}>
            {editing === address.id ? (
              formOf(address)
            ) : (
              <AddressCard
                address={address}
                onEdit={() => setEditing(address.id)}
                onRemove={() => setRemoving(address)}
              />
            )}
          </li>
        ))}
      </ul>
      {addresses.length > 1 && <p className="account-area__note">{t("account_profile.default_note")}</p>}
      {editing === NEW ? (
        formOf(null)
      ) : (
        <div className="account-area__ways">
          <button type="button" className="button button--secondary" onClick={() => setEditing(NEW)}>
            {t("account_profile.add_address")}
          </button>
        </div>
      )}
      {removing !== null && (
        <Confirm
          title={t("account_profile.delete_address")}
          text={t("account_profile.delete_address_text", { address: `${removing.street}, ${removing.city}` })}
          button={t("account_profile.delete")}
          busyLabel={t("account_profile.deleting")}
          act={() => remove(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </Part>
  );
}

type CardProps = { readonly address: BookAddress; readonly onEdit: () => void; readonly onRemove: () => void };

function AddressCard({ address, onEdit, onRemove }: CardProps) {
  const { t, api } = useProfileScreen();
  const { tell } = useArea();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const take = useTakeBook();
  const makeDefault = async (use: AddressUse) => {
    setBusy(true);
    setFailure(null);
    try {
      take(await api.setDefaultAddress({ path: { id: address.id }, body: { use } }));
      tell(t("account_profile.default_changed"));
    } catch (error) {
      setFailure(asApiError(error));
    }
    setBusy(false);
  };
  const { is_default_billing: billing, is_default_shipping: shipping } = address;
  const named = `${address.street}, ${address.city}`;
  return (
    <>
      {(billing || shipping) && (
        <p className="account-area__mark">
          {billing && shipping
            ? t("account_profile.default_both")
            : t(billing ? "account_profile.default_billing" : "account_profile.default_shipping")}
        </p>
      )}
      <AddressLines address={address} />
      <Failure failure={failure} />
      <div className="account-area__ways" aria-busy={busy || undefined}>
        <Press label={t("account_profile.change")} named={named} busy={busy} onPress={onEdit} />
        {!billing && (
          <Press
            label={t("account_profile.use_billing")}
            named={named}
            busy={busy}
            onPress={() => void makeDefault("billing")}
          />
        )}
        {!shipping && (
          <Press
            label={t("account_profile.use_shipping")}
            named={named}
            busy={busy}
            onPress={() => void makeDefault("shipping")}
          />
        )}
        {!billing && !shipping && (
          <Press label={t("account_profile.delete")} named={named} busy={busy} onPress={onRemove} />
        )}
      </div>
    </>
  );
}

type PressProps = {
  readonly label: string;
  /** The accessible name of the button, with the address it refers to. */
  readonly named: string;
  readonly busy: boolean;
  readonly onPress: () => void;
};

function Press({ label, named, busy, onPress }: PressProps) {
  return (
    <button
      type="button"
      className="account-area__press"
      aria-label={`${label}: ${named}`}
      aria-disabled={busy || undefined}
      onClick={() => {
        if (!busy) onPress();
      }}
    >
      {label}
    </button>
  );
}
