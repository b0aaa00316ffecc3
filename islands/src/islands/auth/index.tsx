// Replaces the fallback with one of the screens: login, registration, forgotten password, new password, confirmation.
import { checkRecovery, recoverPassword, resetPassword } from "../../api/account.gen";
import { getAddressForm, getCheckout } from "../../api/checkout.gen";
import { AuthProvider } from "../../auth/context";
import { returnPath } from "../../auth/return-path";
import { browserClock } from "../../clock";
import { createTranslate, pageLocale } from "../../i18n";
import type { IslandContext } from "../../island";
import type { AuthProps } from "../../props.gen";
import { account } from "../../stores/account";
import { isCustomer } from "../../stores/customer-hint";
import { keepFlashMessage } from "../../stores/flash-message";
import { sessionStore } from "../../stores/session";
import { mountReact } from "../../ui/mount-react";
import { Auth } from "./Auth";
import { AuthScreenProvider } from "./context";
import type { AddressKey, AuthKey } from "./messages";

export default function mount(root: HTMLElement, { props, messages }: IslandContext): void {
  const t = createTranslate<AuthKey | AddressKey>(messages, pageLocale());
  const screen = {
    props: props as AuthProps,
    t,
    session: sessionStore(),
    query: new URLSearchParams(location.search),
    back: returnPath(location),
    customer: isCustomer(document.cookie),
    api: {
      getAddressForm,
      getCheckout,
      recoverPassword: (email: string) => recoverPassword({ body: { email } }),
      checkRecovery: (hash: string) => checkRecovery({ body: { hash } }),
      resetPassword: (hash: string, new_password: string, new_password_confirmation: string) =>
        resetPassword({ body: { hash, new_password, new_password_confirmation } }),
    },
    leave: (path: string, saying?: string) => {
      if (saying !== undefined) keepFlashMessage(() => sessionStorage, { text: saying, close: t("auth.close") });
      location.replace(path);
    },
  };
  mountReact(
    root,
    <AuthScreenProvider value={screen}>
      <AuthProvider value={{ t, account: account(), clock: browserClock }}>
        <Auth />
      </AuthProvider>
    </AuthScreenProvider>,
  );
}
