// Replaces the fallback with the profile.
import { AreaProvider, createArea } from "../../account-area/context";
import { createKeptInput } from "../../account-area/kept";
import { createResource } from "../../account-area/resource";
import { changeEmail, changePassword, changeProfile, deleteAccount, getAccount } from "../../api/account.gen";
import { changeAddress, createAddress, getAddresses, removeAddress, setDefaultAddress } from "../../api/addresses.gen";
import { getAddressForm } from "../../api/checkout.gen";
import { getOrder, listOrders } from "../../api/orders.gen";
import { browserClock } from "../../clock";
import { createTranslate, pageLocale } from "../../i18n";
import type { IslandContext } from "../../island";
import type { AccountProfileProps } from "../../props.gen";
import { account } from "../../stores/account";
import { keepFlashMessage } from "../../stores/flash-message";
import { sessionStore } from "../../stores/session";
import { createToasts } from "../../stores/toasts";
import { mountReact } from "../../ui/mount-react";
import { Toasts } from "../../ui/toasts";
import { AccountProfile } from "./AccountProfile";
import { type Profile, type ProfileScreen, ProfileScreenProvider } from "./context";

export default function mount(root: HTMLElement, { props, messages }: IslandContext): void {
  const toasts = createToasts(browserClock);
  const own = props as AccountProfileProps;
  const area = createArea(own.places, messages, toasts);
  const screen: ProfileScreen = {
    props: own,
    t: createTranslate(messages, pageLocale()),
    api: {
      getAccount,
      changeProfile,
      changePassword,
      changeEmail,
      deleteAccount,
      getAddresses,
      createAddress,
      changeAddress,
      removeAddress,
      setDefaultAddress,
      listOrders,
      getOrder,
    },
    session: sessionStore(),
    logOut: () => account().logOut(true),
    part: (text) => keepFlashMessage(() => sessionStorage, { text, close: area.say("account_area.close") }),
    resource: createResource(readProfile),
    kept: createKeptInput(() => sessionStorage),
    save: saveFile,
  };
  mountReact(
    root,
    <AreaProvider value={area}>
      <ProfileScreenProvider value={screen}>
        <AccountProfile />
        <Toasts toasts={toasts} closeLabel={area.say("account_area.close")} />
      </ProfileScreenProvider>
    </AreaProvider>,
  );
}

async function readProfile(): Promise<Profile> {
  const [own, book, form] = await Promise.all([getAccount(), getAddresses(), getAddressForm()]);
  return { account: own, book, form };
}

function saveFile(name: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
