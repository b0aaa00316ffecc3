// The dependencies of all parts of the profile: texts, the data, and the calls that change it.
import { createContext, useContext } from "react";
import type { KeptInput } from "../../account-area/kept";
import type { Resource } from "../../account-area/resource";
import type { AddressKey } from "../../address/messages";
import type { changeEmail, changePassword, changeProfile, deleteAccount, getAccount } from "../../api/account.gen";
import type {
  changeAddress,
  createAddress,
  getAddresses,
  removeAddress,
  setDefaultAddress,
} from "../../api/addresses.gen";
import type { getOrder, listOrders } from "../../api/orders.gen";
import type { AccountResponse, AddressesResponse, AddressFormResponse } from "../../api/schema.gen";
import type { Translate } from "../../i18n";
import type { AccountProfileProps } from "../../props.gen";
import type { SessionStore } from "../../stores/session";
import type { ProfileKey } from "./messages";

export type ProfileApi = {
  readonly getAccount: typeof getAccount;
  readonly changeProfile: typeof changeProfile;
  readonly changePassword: typeof changePassword;
  readonly changeEmail: typeof changeEmail;
  readonly deleteAccount: typeof deleteAccount;
  readonly getAddresses: typeof getAddresses;
  readonly createAddress: typeof createAddress;
  readonly changeAddress: typeof changeAddress;
  readonly removeAddress: typeof removeAddress;
  readonly setDefaultAddress: typeof setDefaultAddress;
  readonly listOrders: typeof listOrders;
  readonly getOrder: typeof getOrder;
};

/** The data of the profile. */
export type Profile = {
  readonly account: AccountResponse;
  readonly book: AddressesResponse;
  readonly form: AddressFormResponse;
};

export type ProfileScreen = {
  readonly props: AccountProfileProps;
  readonly t: Translate<ProfileKey | AddressKey>;
  readonly api: ProfileApi;
  readonly resource: Resource<Profile>;
  readonly kept: KeptInput;
  readonly session: Pick<SessionStore, "take">;
  /** Logs out on every device. Rejects with an `ApiError`. */
  readonly logOut: () => Promise<void>;
  /** Stores a flash message for the next page, because this one is left. */
  readonly part: (text: string) => void;
  /** Offers a file as a download. */
  readonly save: (name: string, content: string) => void;
};

const ScreenContext = createContext<ProfileScreen | null>(null);
export const ProfileScreenProvider = ScreenContext.Provider;

export function useProfileScreen(): ProfileScreen {
  const screen = useContext(ScreenContext);
  if (screen === null) throw new Error("a part of the profile was rendered outside of its screen");
  return screen;
}

/** Shows the address book of an API response. */
export function useTakeBook(): (book: AddressesResponse) => void {
  const { resource } = useProfileScreen();
  return (book) => {
    const { value } = resource.get();
    if (value !== null) resource.take({ ...value, book });
  };
}
