// Deletion of the account (law §10). Requires the password, because an unattended device may not be used by its owner.
import { useState } from "react";
import { Confirm } from "../../account-area/Confirm";
import { useArea } from "../../account-area/context";
import { asApiError } from "../../stores/call-queue";
import { PasswordField } from "../../ui/field";
import { useProfileScreen } from "./context";

export function Deletion({ onClose }: { readonly onClose: () => void }) {
  const { t, api, props, session, part } = useProfileScreen();
  const { leave, say } = useArea();
  const [password, setPassword] = useState("");
  const [fault, setFault] = useState<string | undefined>();
  const act = async () => {
    setFault(undefined);
    if (password === "") return setFault(t("account_profile.need_current_password"));
    try {
      await session.take((await api.deleteAccount({ body: { password } })).session);
    } catch (error) {
      const failure = asApiError(error);
      const wrong = failure.errors.find(({ source }) => source?.pointer === "/password");
      if (wrong === undefined) throw failure;
      return setFault(wrong.detail);
    }
    part(t("account_profile.account_deleted"));
    leave(props.places.home_path);
  };
  return (
    <Confirm
      title={t("account_profile.delete_account")}
      text={t("account_profile.delete_account_text")}
      button={t("account_profile.delete_account_confirm")}
      busyLabel={t("account_profile.deleting")}
      act={act}
      onClose={onClose}
    >
      <PasswordField
        name="delete-password"
        texts={{
          label: t("account_profile.current_password"),
          error: fault,
          errorWord: say("account_area.error_word"),
        }}
        value={password}
        autoComplete="current-password"
        show={t("account_profile.show_password")}
        hide={t("account_profile.hide_password")}
        onChange={setPassword}
      />
    </Confirm>
  );
}
