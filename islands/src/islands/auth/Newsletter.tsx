// The landing page of the newsletter's mail (R-ROUTE-14). A subscription belongs to no session and to no account.
import { useCallback, useEffect, useState } from "react";
import { confirmNewsletter } from "../../api/newsletter.gen";
import { ApiError } from "../../api/request";
import { useAuth } from "../../auth/context";
import { useAuthScreen } from "./context";
import { Done, Failed, Loading, Way } from "./states";

export function Newsletter() {
  const { t } = useAuth();
  const { props, query } = useAuthScreen();
  const [outcome, setOutcome] = useState<"confirmed" | ApiError | null>(null);
  const confirm = useCallback(() => {
    setOutcome(null);
    confirmNewsletter({ body: { hash: query.get("hash") ?? "", em: query.get("em") ?? "" } }).then(
      () => setOutcome("confirmed"),
      (error: unknown) => setOutcome(error instanceof ApiError ? error : new ApiError(0, [], { cause: error })),
    );
  }, [query]);
  useEffect(confirm, [confirm]);
  if (outcome === null) return <Loading />;
  // A refusal is final; retrying does not help.
  if (outcome !== "confirmed" && (!outcome.refused || outcome.status === 429))
    return <Failed maintenance={outcome.maintenance} onRetry={confirm} />;
  const confirmed = outcome === "confirmed";
  return (
    <Done title={t(confirmed ? "auth.newsletter_confirmed" : "auth.link_over")}>
      <p>{t(confirmed ? "auth.newsletter_confirmed_text" : "auth.newsletter_over_text")}</p>
      <Way href={props.home_path}>{t("auth.to_shop")}</Way>
    </Done>
  );
}
