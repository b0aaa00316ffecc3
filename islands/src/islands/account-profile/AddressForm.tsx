// A new address, or changes to an existing one (R-ACCT-05).
import { useState } from "react";
import { useArea } from "../../account-area/context";
import { FormFrame } from "../../account-area/FormFrame";
import { type Faults, useForm } from "../../account-area/use-form";
import { AddressFields } from "../../address/AddressFields";
import { type AddressDraft, addressFaults, addressInput, draftOf, NO_ADDRESS } from "../../address/address";
import type { AddressKey } from "../../address/messages";
import type { AddressInput, BookAddress } from "../../api/schema.gen";
import { Checkbox } from "../../ui/field";
import { type Profile, useProfileScreen, useTakeBook } from "./context";

/** Input from before the customer was logged out. */
export type KeptAddress = {
  /** The id of the address; `null` for a new one. */
  readonly id: string | null;
  readonly draft: AddressDraft;
  readonly defaults: Defaults;
};
type Defaults = { readonly billing: boolean; readonly shipping: boolean };

type AddressFormProps = {
  readonly profile: Profile;
  /** The address to edit; `null` for a new one. */
  readonly address: BookAddress | null;
  readonly begun: KeptAddress | null;
  readonly onDone: () => void;
};

export function AddressForm({ profile, address, begun, onDone }: AddressFormProps) {
  const { t, kept } = useProfileScreen();
  const { say, tell } = useArea();
  // A new address has an id once it is saved, so that a later failure does not create it twice.
  const [id, setId] = useState(address?.id ?? null);
  const own = begun !== null && begun.id === (address?.id ?? null) ? begun : null;
  const [draft, setDraft] = useState(own?.draft ?? beginning(profile, address));
  const [defaults, setDefaults] = useState(own?.defaults ?? { billing: false, shipping: false });
  const save = useSave();
  const { countries } = profile.form;
  const form = useForm({
    id: "address",
    values: draft,
    faults: faultsOf(draft, profile, t),
    fallback: t("account_profile.not_saved"),
    onLoggedOut: (typed) =>
      kept.keep({
        owner: profile.account.profile.customer_number,
        form: "address",
        values: { id, draft: typed, defaults } satisfies KeptAddress,
      }),
    send: async () => {
      await save(id, addressInput(draft, countries), defaults, setId);
      tell(t(address === null ? "account_profile.address_created" : "account_profile.address_updated"));
      onDone();
    },
  });
  const checkbox = (name: keyof Defaults) => ({
    name: `address-default-${name}`,
    checked: defaults[name],
    errorWord: say("account_area.error_word"),
    onChange: (checked: boolean) => setDefaults({ ...defaults, [name]: checked }),
  });
  return (
    <FormFrame
      form={form}
      title={t(address === null ? "account_profile.add_address" : "account_profile.change_address")}
      button={t("account_profile.save")}
      onCancel={onDone}
    >
      <AddressFields
        name="address"
        address={draft}
        lists={profile.form}
        t={t}
        errorOf={form.errorOf}
        onChange={setDraft}
      />
      {address?.is_default_billing !== true && (
        <Checkbox {...checkbox("billing")} label={t("account_profile.as_default_billing")} />
      )}
      {address?.is_default_shipping !== true && (
        <Checkbox {...checkbox("shipping")} label={t("account_profile.as_default_shipping")} />
      )}
    </FormFrame>
  );
}

/** Name and country that the account knows are not asked for again (FORM-11). */
function beginning({ account, form }: Profile, address: BookAddress | null): AddressDraft {
  if (address !== null) return draftOf(address);
  const { first_name, last_name, salutation_id } = account.profile;
  return {
    ...NO_ADDRESS,
    country_id: form.country_id ?? "",
    salutation_id: salutation_id ?? "",
    first_name,
    last_name,
  };
}

function faultsOf(draft: AddressDraft, { form }: Profile, t: (key: AddressKey) => string): Faults<AddressDraft> {
  const found = Object.entries(addressFaults("address", draft, form.countries));
  return Object.fromEntries(found.map(([field, key]) => [field.slice("address-".length), t(key)]));
}

/** Saves the address, then makes it the default where selected. */
function useSave() {
  const { api } = useProfileScreen();
  const take = useTakeBook();
  return async (id: string | null, body: AddressInput, defaults: Defaults, onSaved: (id: string) => void) => {
    const saved = id === null ? await api.createAddress({ body }) : await api.changeAddress({ path: { id }, body });
    take(saved);
    const own = saved.changed_id ?? id;
    if (own === null) return;
    onSaved(own);
    if (defaults.billing) take(await api.setDefaultAddress({ path: { id: own }, body: { use: "billing" } }));
    if (defaults.shipping) take(await api.setDefaultAddress({ path: { id: own }, body: { use: "shipping" } }));
  };
}
