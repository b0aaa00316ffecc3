// The landing page of the mail that confirms an e-mail address (R-ROUTE-14): confirms at once, because programs that
// only look at links in mails do not run it.
import { useCallback, useEffect, useState } from "react";
import { ApiError } from "../../api/request";
import type { ConfirmedResponse } from "../../api/schema.gen";
import { useAuth } from "../../auth/context";
import { useAuthScreen } from "./context";
import { Done, Failed, Loading, Way } from "./states";

export function Confirm() {
  const { t } = useAuth();
  const { props } = useAuthScreen();
  const [outcome, confirm] = useConfirmation();
  if (outcome === null) return <Loading />;
  if (outcome === "logged-in")
    return (
      <Done title={t("auth.confirmed")}>
        <p>{t("auth.confirmed_text")}</p>
        <Way href={props.account_path}>{t("auth.to_account")}</Way>
      </Done>
    );
  if (outcome === "already-confirmed")
    return (
      <Done title={t("auth.confirmed_before")}>
        <p>{t("auth.confirmed_before_text")}</p>
        <Way href={props.login_path}>{t("auth.log_in")}</Way>
      </Done>
    );
  // A refusal stays one, whatever is tried again.
  if (!outcome.refused || outcome.status === 429) return <Failed maintenance={outcome.maintenance} onRetry={confirm} />;
  return (
    <Done title={t("auth.link_over")}>
      <p>{t("auth.confirm_over_text")}</p>
      <Way href={props.login_path}>{t("auth.log_in")}</Way>
      <Way href={props.register_path}>{t("auth.to_register")}</Way>
    </Done>
  );
}

function useConfirmation() {
  const { account } = useAuth();
  const { query } = useAuthScreen();
  const [outcome, setOutcome] = useState<ConfirmedResponse["outcome"] | ApiError | null>(null);
  const confirm = useCallback(() => {
    setOutcome(null);
    account
      .confirm({ hash: query.get("hash") ?? "", em: query.get("em") ?? "" })
      .then(setOutcome, (error: unknown) =>
        setOutcome(error instanceof ApiError ? error : new ApiError(0, [], { cause: error })),
      );
  }, [account, query]);
  useEffect(confirm, [confirm]);
  return [outcome, confirm] as const;
}
