// The login link for an order that belongs to an account; it returns here (ORDER-6).
import { withReturnPath } from "../../auth/return-path";
import { useOutcomeScreen } from "./context";
import { ContactLink } from "./states";

export function OfAccount({ code }: { readonly code: string | null }) {
  const { t, props, customer } = useOutcomeScreen();
  const back = code === null ? null : props.pattern.replace(":id", code);
  // The login page redirects a logged-in customer at once, so another account must be logged out first.
  const href = customer ? props.account_path : props.login_path && withReturnPath(props.login_path, back);
  return (
    <>
      {customer && <p>{t("order_outcome.other_account")}</p>}
      <div className="buttons">
        {href !== null && (
          <a className="button" href={href}>
            {t(customer ? "order_outcome.to_account" : "order_outcome.log_in")}
          </a>
        )}
        <ContactLink />
      </div>
    </>
  );
}
