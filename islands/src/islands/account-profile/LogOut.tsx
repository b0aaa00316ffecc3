// Logout. The shop keeps one session per customer, so it ends on all devices.

import { useState } from "react";
import { useArea } from "../../account-area/context";
import { Failure } from "../../account-area/Failure";
import type { ApiError } from "../../api/request";
import { asApiError } from "../../stores/call-queue";
import { BusyButton } from "../../ui/busy-button";
import { useProfileScreen } from "./context";
import { Part } from "./Part";

export function LogOut() {
  const { t, logOut, props, part } = useProfileScreen();
  const { leave } = useArea();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const go = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await logOut();
      part(t("account_profile.logged_out"));
      leave(props.places.home_path);
    } catch (error) {
      setFailure(asApiError(error));
      setBusy(false);
    }
  };
  return (
    <Part title={t("account_profile.log_out")}>
      <p>{t("account_profile.log_out_text")}</p>
      <Failure failure={failure} />
      <div className="account-area__ways">
        <BusyButton
          className="button button--secondary"
          label={t("account_profile.log_out_everywhere")}
          busyLabel={t("account_profile.logging_out")}
          busy={busy}
          onPress={() => void go()}
        />
      </div>
    </Part>
  );
}
