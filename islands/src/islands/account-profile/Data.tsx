// Download of the customer's data, and deletion of the account (law §10, ORDER-5).

import { useState } from "react";
import { useArea } from "../../account-area/context";
import { Failure } from "../../account-area/Failure";
import type { ApiError } from "../../api/request";
import type { Order } from "../../api/schema.gen";
import { asApiError } from "../../stores/call-queue";
import { BusyButton } from "../../ui/busy-button";
import { useOnDemand } from "../../ui/use-on-demand";
import { type Profile, type ProfileApi, useProfileScreen } from "./context";
import { Part } from "./Part";

export function Data({ profile }: { readonly profile: Profile }) {
  const { t, props } = useProfileScreen();
  return (
    <Part title={t("account_profile.data")}>
      <p>
        {t("account_profile.data_text")}
        {props.privacy_path !== null && (
          <>
            {" "}
            {t("account_profile.data_purpose")} <a href={props.privacy_path}>{t("account_profile.privacy")}</a>.
          </>
        )}
      </p>
      <Export profile={profile} />
      {profile.account.deletion_allowed && <Deletion />}
    </Part>
  );
}

function Export({ profile }: { readonly profile: Profile }) {
  const { t, api, save } = useProfileScreen();
  const { tell } = useArea();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const start = async () => {
    setBusy(true);
    setFailure(null);
    try {
      save(`account-${profile.account.profile.customer_number}.json`, JSON.stringify(await everything(api), null, 2));
      tell(t("account_profile.exported"));
    } catch (error) {
      setFailure(asApiError(error));
    }
    setBusy(false);
  };
  return (
    <div className="account-area__ways">
      <BusyButton
        className="account-area__press"
        label={t("account_profile.export")}
        busyLabel={t("account_profile.exporting")}
        busy={busy}
        onPress={() => void start()}
      />
      <Failure failure={failure} />
    </div>
  );
}

/** All data that the API has about the customer. Requests are sequential, so that a long history causes no burst. */
async function everything(api: ProfileApi) {
  const { profile } = await api.getAccount();
  const { addresses } = await api.getAddresses();
  const orders: Order[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const list = await api.listOrders({ query: { page: String(page) } });
    pages = list.pages;
    for (const { id } of list.orders) orders.push((await api.getOrder({ path: { id } })).order);
  }
  return { profile, addresses, orders };
}

/** Loaded on demand, because few visits delete an account. */
function Deletion() {
  const { t } = useProfileScreen();
  const [asking, setAsking] = useState(false);
  const Ask = useOnDemand(
    asking,
    () => import("./Deletion").then((module) => module.Deletion),
    () => location.reload(),
  );
  return (
    <div className="account-area__ways">
      <button type="button" className="account-area__press" onClick={() => setAsking(true)}>
        {t("account_profile.delete_account")}
      </button>
      {asking && Ask && <Ask onClose={() => setAsking(false)} />}
    </div>
  );
}
