// The three steps of a withdrawal (law §4a): form, review, receipt. The static form does the same without JavaScript.

import { type ReactNode, useEffect, useState } from "react";
import { ApiError } from "../../api/request";
import type { WithdrawResponse } from "../../api/schema.gen";
import { BusyButton } from "../../ui/busy-button";
import { Form } from "./Form";
import { Heading } from "./Heading";
import { Facts, Receipt } from "./Receipt";
import type { KnownCustomer, WithdrawalScreen } from "./screen";
import { type Faults, faultsOf, missing, type Name, newKey, type Values } from "./statement";

type Step =
  | { readonly name: "form" }
  | { readonly name: "review"; readonly key: string }
  | { readonly name: "receipt"; readonly receipt: WithdrawResponse };

export function Withdrawal({ screen }: { readonly screen: WithdrawalScreen }) {
  const { t } = screen;
  const [values, setValues] = useState(screen.first);
  const [step, setStep] = useState<Step>({ name: "form" });
  const [faults, setFaults] = useState<Faults>({});
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [customer, setCustomer] = useState<KnownCustomer | null>(null);
  useEffect(() => {
    // Without a response the form stays as for a guest.
    screen.customer().then(
      (known) => {
        if (known === null) return;
        setCustomer(known);
        setValues((all) => ({ ...all, name: all.name || known.name, email: all.email || known.email }));
      },
      () => {},
    );
  }, [screen]);
  const fail = (found: Faults) => {
    setFaults(found);
    setAttempt((count) => count + 1);
    setStep({ name: "form" });
  };
  const change = (name: Name, value: string) => {
    setValues((all) => ({ ...all, [name]: value }));
    setFaults(({ [name]: _, form: __, ...rest }) => rest);
  };
  const review = () => {
    const found = missing(values);
    if (found.length > 0) return fail(Object.fromEntries(found.map(([name, key]) => [name, t(key)])));
    setFaults({});
    setStep({ name: "review", key: newKey() });
  };
  const confirm = (key: string) => {
    setBusy(true);
    setFaults({});
    const optional = (text: string) => (text.trim() === "" ? null : text.trim());
    const { order_number, name, email, items, comment } = values;
    screen
      .send({ key, order_number, name, email, items: optional(items), comment: optional(comment) })
      .then(
        (receipt) => setStep({ name: "receipt", receipt }),
        (error: unknown) => {
          const found = error instanceof ApiError ? faultsOf(error, t("withdrawal.failed")) : null;
          // An error that concerns no field keeps the review, so that the same statement can be sent again.
          if (found === null || Object.keys(found).every((name) => name === "form")) {
            setFaults({ form: found?.form ?? t("withdrawal.failed") });
            setAttempt((count) => count + 1);
          } else fail(found);
        },
      )
      .finally(() => setBusy(false));
  };
  if (step.name === "receipt") return <Receipt screen={screen} values={values} receipt={step.receipt} />;
  if (step.name === "form")
    return (
      <Form
        screen={screen}
        customer={customer}
        values={values}
        faults={faults}
        attempt={attempt}
        onChange={change}
        onSubmit={review}
      />
    );
  return (
    <Review screen={screen} values={values} failure={faults.form} busy={busy} onConfirm={() => confirm(step.key)}>
      <button type="button" className="withdrawal__press" onClick={() => setStep({ name: "form" })}>
        {t("withdrawal.change")}
      </button>
    </Review>
  );
}

type ReviewProps = {
  readonly screen: WithdrawalScreen;
  readonly values: Values;
  readonly failure: string | undefined;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly children: ReactNode;
};

function Review({ screen: { t }, values, failure, busy, onConfirm, children }: ReviewProps) {
  return (
    <div className="withdrawal__main">
      <Heading text={t("withdrawal.review_title")} />
      <p className="withdrawal__intro">{t("withdrawal.statement")}</p>
      <dl className="withdrawal__facts">
        <Facts t={t} values={values} />
      </dl>
      <div role="alert">{failure !== undefined && <p className="withdrawal__failure">{failure}</p>}</div>
      <div className="buttons">
        <BusyButton
          label={t("withdrawal.confirm")}
          busyLabel={t("withdrawal.confirming")}
          busy={busy}
          onPress={onConfirm}
        />
        {children}
      </div>
    </div>
  );
}
