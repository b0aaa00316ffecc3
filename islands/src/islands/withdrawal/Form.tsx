// The first step: the visitor's name and the order.
import { useId } from "react";
import { pageLocale } from "../../i18n";
import { ErrorSummary } from "../../ui/error-summary";
import { Field, Select, TextArea } from "../../ui/field";
import type { WithdrawalKey } from "./messages";
import type { KnownCustomer, WithdrawalScreen } from "./screen";
import { type Faults, FIELDS, idOf, type Name, type Values } from "./statement";

const LABELS = {
  order_number: "withdrawal.order_number",
  name: "withdrawal.name",
  email: "withdrawal.email",
  items: "withdrawal.items",
  comment: "withdrawal.comment",
} satisfies Record<Name, WithdrawalKey>;

type FormProps = {
  readonly screen: WithdrawalScreen;
  readonly customer: KnownCustomer | null;
  readonly values: Values;
  readonly faults: Faults;
  readonly attempt: number;
  readonly onChange: (name: Name, value: string) => void;
  readonly onSubmit: () => void;
};

export function Form({ screen: { t, props }, customer, values, faults, attempt, onChange, onSubmit }: FormProps) {
  const list = (["form", ...FIELDS] as const).flatMap((name) => {
    const text = faults[name];
    return text === undefined ? [] : [{ text, field: name === "form" ? undefined : idOf(name) }];
  });
  const field = (name: Name, hint?: WithdrawalKey, optional = false) => ({
    name: idOf(name),
    texts: {
      label: t(LABELS[name]),
      hint: hint && t(hint),
      error: faults[name],
      errorWord: t("withdrawal.fault"),
      optional: optional ? t("withdrawal.optional") : undefined,
    },
    value: values[name],
    onChange: (value: string) => onChange(name, value),
  });
  return (
    <>
      <div className="withdrawal__main">
        <h1 className="order__title withdrawal__title">{t("withdrawal.title")}</h1>
        <p className="withdrawal__intro">{t("withdrawal.intro")}</p>
        <p className="withdrawal__note">{t("withdrawal.consumers")}</p>
        <form
          className="withdrawal__form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          <ErrorSummary
            title={t("withdrawal.faults_title")}
            faults={list}
            attempt={attempt}
            titlePrefix={`${t("withdrawal.fault")} `}
          />
          <p className="withdrawal__note">{t("withdrawal.required")}</p>
          {customer !== null && customer.orders.length > 0 && (
            <Orders t={t} orders={customer.orders} chosen={values.order_number} onChange={onChange} />
          )}
          <Field
            {...field("order_number", "withdrawal.order_number_hint")}
            required
            autoComplete="off"
            maxLength={64}
          />
          <Field {...field("name")} required autoComplete="name" maxLength={200} />
          <Field
            {...field("email", "withdrawal.email_hint")}
            required
            type="email"
            autoComplete="email"
            maxLength={254}
          />
          <TextArea {...field("items", "withdrawal.items_hint", true)} maxLength={2000} />
          <TextArea {...field("comment", undefined, true)} maxLength={1000} />
          <div className="buttons">
            <button type="submit" className="button">
              {t("withdrawal.continue")}
            </button>
          </div>
        </form>
      </div>
      <Aside t={t} returns={props.returns_path} />
    </>
  );
}

type OrdersProps = {
  readonly t: WithdrawalScreen["t"];
  readonly orders: KnownCustomer["orders"];
  readonly chosen: string;
  readonly onChange: FormProps["onChange"];
};

/** The orders of a logged-in customer; another order number can be typed below. */
function Orders({ t, orders, chosen, onChange }: OrdersProps) {
  const date = new Intl.DateTimeFormat(pageLocale(), { dateStyle: "long" });
  const known = orders.map(({ number, placedAt }) => ({
    value: number,
    label: placedAt === null ? number : t("withdrawal.order_of", { number, date: date.format(new Date(placedAt)) }),
  }));
  const typed = orders.some(({ number }) => number === chosen.trim());
  return (
    <Select
      name="withdrawal-orders"
      texts={{ label: t("withdrawal.your_orders"), errorWord: t("withdrawal.fault") }}
      value={typed ? chosen.trim() : ""}
      onChange={(number) => onChange("order_number", number)}
      autoComplete="off"
      options={[
        { value: "", label: t(chosen.trim() === "" ? "withdrawal.choose" : "withdrawal.other_order") },
        ...known,
      ]}
    />
  );
}

function Aside({ t, returns }: { readonly t: WithdrawalScreen["t"]; readonly returns: string | null }) {
  const title = useId();
  return (
    <aside className="withdrawal__aside" aria-labelledby={title}>
      <h2 className="withdrawal__heading" id={title}>
        {t("withdrawal.steps_title")}
      </h2>
      <ol className="withdrawal__steps">
        <li>{t("withdrawal.step_form")}</li>
        <li>{t("withdrawal.step_review")}</li>
        <li>{t("withdrawal.step_receipt")}</li>
      </ol>
      {returns !== null && (
        <p>
          <a className="text-link" href={returns}>
            {t("withdrawal.about")}
          </a>
        </p>
      )}
    </aside>
  );
}
