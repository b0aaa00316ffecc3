// Asks a visitor with an order's link but without its session for details of the order (CHK-9, ORDER-1).
import { useState } from "react";
import { ApiError } from "../../api/request";
import { ErrorSummary, type FormFault } from "../../ui/error-summary";
import { Field } from "../../ui/field";
import { codeOf } from "./address";
import { useOutcomeScreen } from "./context";
import type { OutcomeKey } from "./messages";
import { ContactLink } from "./states";

type Name = "link" | "email" | "zipcode";
type Values = Readonly<Record<Name, string>>;
type Faults = { readonly [Field in Name | "form"]?: string };

/** The id of each field, for links in the error summary. */
const FIELD_IDS = { link: "lookup-link", email: "lookup-email", zipcode: "lookup-zipcode" } as const;
const POINTERS: Readonly<Record<string, Name>> = { "/code": "link", "/email": "email", "/zipcode": "zipcode" };

function faultsIn({ link, email, zipcode }: Values, known: string | null): readonly [Name, OutcomeKey][] {
  const faults: [Name, OutcomeKey][] = [];
  if (known === null && codeOf(link) === null) faults.push(["link", "order_outcome.link_fault"]);
  if (!/^\S+@\S+$/.test(email.trim())) faults.push(["email", "order_outcome.email_fault"]);
  if (zipcode.trim() === "") faults.push(["zipcode", "order_outcome.zipcode_fault"]);
  return faults;
}

export function LookUp() {
  const { t, key } = useOutcomeScreen();
  const [values, setValues] = useState<Values>({ link: "", email: "", zipcode: "" });
  const { faults, attempt, busy, submit, forget } = useLookUp(values);
  const list: FormFault[] = (["form", "link", "email", "zipcode"] as const).flatMap((name) => {
    const text = faults[name];
    if (text === undefined) return [];
    return [{ text, field: name === "form" ? undefined : FIELD_IDS[name] }];
  });
  const field = (name: Name, label: OutcomeKey, more: { readonly hint?: string } = {}) => ({
    name: FIELD_IDS[name],
    texts: { label: t(label), error: faults[name], errorWord: t("order_outcome.fault"), ...more },
    value: values[name],
    onChange: (value: string) => {
      setValues((all) => ({ ...all, [name]: value }));
      forget(name);
    },
    required: true,
    locked: busy,
  });
  return (
    <form
      className="outcome__form outcome__form--narrow"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) submit();
      }}
    >
      <ErrorSummary
        title={t("order_outcome.faults_title")}
        faults={list}
        attempt={attempt}
        titlePrefix={`${t("order_outcome.fault")} `}
      />
      {key.code === null && (
        <Field
          {...field("link", "order_outcome.link", { hint: t("order_outcome.link_hint") })}
          autoComplete="off"
          maxLength={500}
        />
      )}
      <Field {...field("email", "order_outcome.email")} type="email" autoComplete="email" maxLength={254} />
      <Field {...field("zipcode", "order_outcome.zipcode")} autoComplete="billing postal-code" maxLength={50} />
      <div className="buttons">
        <button type="submit" className="button" aria-disabled={busy || undefined} aria-busy={busy || undefined}>
          {t(busy ? "order_outcome.looking_up" : "order_outcome.look_up")}
        </button>
        <ContactLink />
      </div>
    </form>
  );
}

/** The errors of the input: from validation here, otherwise from the API. */
function useLookUp(values: Values) {
  const { t, key, order } = useOutcomeScreen();
  const [faults, setFaults] = useState<Faults>({});
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const fail = (found: Faults) => {
    setFaults(found);
    setAttempt((count) => count + 1);
  };
  const submit = () => {
    const found = faultsIn(values, key.code);
    const code = key.code ?? codeOf(values.link);
    if (found.length > 0 || code === null) {
      fail(Object.fromEntries(found.map(([name, text]) => [name, t(text)])));
      return;
    }
    setFaults({});
    setBusy(true);
    order
      .lookUp({ code, email: values.email.trim(), zipcode: values.zipcode.trim() })
      .catch((error: unknown) => fail(toldBy(error, t("order_outcome.look_up_failed"))))
      .finally(() => setBusy(false));
  };
  const forget = (name: Name) => setFaults(({ [name]: _, ...rest }) => rest);
  return { faults, attempt, busy, submit, forget };
}

function toldBy(error: unknown, fallback: string): Faults {
  if (!(error instanceof ApiError)) return { form: fallback };
  const named = error.errors.flatMap(({ detail, source }) => {
    const name = POINTERS[source?.pointer ?? ""];
    return name === undefined ? [] : [[name, detail] as const];
  });
  return named.length > 0 ? Object.fromEntries(named) : { form: error.details(fallback).join(" ") };
}
