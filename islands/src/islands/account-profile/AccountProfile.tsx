// The profile: the customer's data, addresses, password, logout and deletion.
import { Screen } from "../../account-area/Screen";
import { AddressBook } from "./AddressBook";
import { useProfileScreen } from "./context";
import { Data } from "./Data";
import { Details } from "./Details";
import { LogOut } from "./LogOut";
import { Password } from "./Password";

export function AccountProfile() {
  const { t, resource } = useProfileScreen();
  return (
    <Screen title={t("account_profile.title")} resource={resource}>
      {(profile) => (
        // Input is kept as long as the account is the same.
        <div className="account-area" key={profile.account.profile.customer_number}>
          <Details account={profile.account} />
          <AddressBook profile={profile} />
          <Password />
          <Data profile={profile} />
          <LogOut />
        </div>
      )}
    </Screen>
  );
}
