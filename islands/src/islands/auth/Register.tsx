// The registration: loads the form's options and the data that a guest has entered for an order; then the form; then
// either the account or the notice to confirm the mail (R-ACCT-01).
import { useCallback, useEffect, useState } from "react";
import type { AddressLists } from "../../address/AddressFields";
import { draftOf, NO_ADDRESS } from "../../address/address";
import { ApiError } from "../../api/request";
import type { CheckoutResponse } from "../../api/schema.gen";
import { useAuth } from "../../auth/context";
import type { Registration } from "../../auth/registration";
import { withReturnPath } from "../../auth/return-path";
import { type AuthScreenContext, useAuthScreen } from "./context";
import { RegisterForm } from "./RegisterForm";
import { Done, Failed, Loading, Title, Way } from "./states";

type Known = { readonly beginning: Registration; readonly lists: AddressLists };

export function Register() {
  const { t } = useAuth();
  const { props, back, leave } = useAuthScreen();
  const [known, read] = useKnown();
  const [mailed, setMailed] = useState<string | null>(null);
  if (mailed !== null)
    return (
      <Done title={t("auth.look_in_mail")}>
        <p>{t("auth.confirm_mail_sent", { email: mailed })}</p>
        <p>{t("auth.confirm_mail_not_there")}</p>
        <Way href={props.login_path}>{t("auth.back_to_login")}</Way>
      </Done>
    );
  if (known === null) return <Loading />;
  if (known instanceof ApiError) return <Failed maintenance={known.maintenance} onRetry={read} />;
  return (
    <div className="auth__pair">
      <div>
        <Title>{props.title}</Title>
        <p className="auth__lead">{t("auth.register_lead")}</p>
        <RegisterForm
          {...known}
          privacyPath={props.privacy_path}
          onDone={(outcome, email) => {
            if (outcome === "logged-in") leave(back ?? props.account_path, t("auth.registered"));
            else setMailed(email);
          }}
        />
      </div>
      {props.login_path !== null && (
        <section className="auth__other" aria-labelledby="auth-known">
          <h2 className="auth__subtitle" id="auth-known">
            {t("auth.have_account")}
          </h2>
          <p>{t("auth.have_account_text")}</p>
          <Way href={withReturnPath(props.login_path, back)}>{t("auth.log_in")}</Way>
        </section>
      )}
    </div>
  );
}

function useKnown() {
  const screen = useAuthScreen();
  const [known, setKnown] = useState<Known | ApiError | null>(null);
  const read = useCallback(() => {
    setKnown(null);
    readKnown(screen).then(setKnown, (error: unknown) =>
      setKnown(error instanceof ApiError ? error : new ApiError(0, [], { cause: error })),
    );
  }, [screen]);
  useEffect(read, [read]);
  return [known, read] as const;
}

async function readKnown({ session, api }: AuthScreenContext): Promise<Known> {
  await session.load();
  if (session.get().session?.customer?.guest === true) {
    const checkout = await api.getCheckout();
    return { lists: checkout, beginning: ofGuest(checkout) };
  }
  const lists = await api.getAddressForm();
  return { lists, beginning: { ...NOTHING, address: { ...NO_ADDRESS, country_id: lists.country_id ?? "" } } };
}

const NOTHING: Registration = {
  account_type: "private",
  email: "",
  address: NO_ADDRESS,
  vat_id: "",
  passwords: { password: "", confirmation: "" },
  privacy: false,
};

/** Data that a guest entered for an order is not asked again (FORM-11). */
function ofGuest({ customer, billing_address, shipping_address, country_id }: CheckoutResponse): Registration {
  const address = billing_address ?? shipping_address;
  return {
    ...NOTHING,
    account_type: customer?.account_type ?? "private",
    email: customer?.email ?? "",
    address: address === null ? { ...NO_ADDRESS, country_id: country_id ?? "" } : draftOf(address),
  };
}
