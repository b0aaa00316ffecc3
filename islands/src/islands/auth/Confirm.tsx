// The landing page of the confirmation mail (R-ROUTE-14). It confirms on load: link scanners of mail programs do not
// run scripts.
import { useCallback, useEffect, useState } from "react";
import { ApiError } from "../../api/request";
import type { ConfirmedResponse } from "../../api/schema.gen";
import { useAuth } from "../../auth/context";
import { useAuthScreen } from "./context";
import { Done, Failed, Loading, Way } from "./states";

/** A guest whose original page continues on another device. */
function ConfirmedElsewhere() {
  const { t } = useAuth();
  const { props } = useAuthScreen();
  return (
    <Done title={t("auth.guest_confirmed")}>
      <p>{t("auth.guest_waits_elsewhere")}</p>
      <Way href={props.home_path}>{t("auth.to_shop")}</Way>
    </Done>
  );
}

/** A guest who continues the order in the browser with the cart (Shopware §25.2). */
function ConfirmedGuest({ count }: { readonly count: number | undefined }) {
  const { t } = useAuth();
  const { props } = useAuthScreen();
  const elsewhere = count === 0;
  return (
    <Done title={t("auth.guest_confirmed")}>
      <p>{t(elsewhere ? "auth.guest_elsewhere" : "auth.guest_confirmed_text")}</p>
      {!elsewhere && <Way href={props.checkout_path}>{t("auth.to_checkout")}</Way>}
    </Done>
  );
}

export function Confirm() {
  const { t } = useAuth();
  const { props, session } = useAuthScreen();
  const [outcome, confirm] = useConfirmation();
  if (outcome === null) return <Loading />;
  if (outcome === "logged-in")
    return (
      <Done title={t("auth.confirmed")}>
        <p>{t("auth.confirmed_text")}</p>
        <Way href={props.account_path}>{t("auth.to_account")}</Way>
      </Done>
    );
  if (outcome === "guest-elsewhere") return <ConfirmedElsewhere />;
  const visitor = session.get().session;
  if (outcome === "guest" || (outcome === "already-confirmed" && visitor?.customer?.guest))
    return <ConfirmedGuest count={visitor?.item_count} />;
  if (outcome === "already-confirmed")
    return (
      <Done title={t("auth.confirmed_before")}>
        <p>{t("auth.confirmed_before_text")}</p>
        <Way href={props.login_path}>{t("auth.log_in")}</Way>
      </Done>
    );
  // A refusal is final; retrying does not help.
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
