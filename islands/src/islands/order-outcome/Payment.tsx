// Paying an unpaid order, with its own or another payment method, or contacting the shop (R-CHK-06).
import { useId, useState } from "react";
import type { OrderResponse } from "../../api/schema.gen";
import type { OrderScreenState } from "../../stores/order";
import { OrderingClosed } from "../../ui/ordering-closed";
import { RadioCards } from "../../ui/radio-cards";
import { useOrderingAllowed } from "../../ui/use-ordering-allowed";
import { useOutcomeScreen } from "./context";
import { ContactLink } from "./states";

type PaymentProps = {
  readonly state: OrderScreenState;
  readonly answer: OrderResponse;
  /** Whether no payment has been tried yet. */
  readonly first: boolean;
};

export function Payment({ state, answer, first }: PaymentProps) {
  const { t, props, session } = useOutcomeScreen();
  const open = useOrderingAllowed(props.ordering_allowed, session);
  const title = useId();
  if (!open) {
    const [closed, text] = [t("order_outcome.closed_title"), t("order_outcome.closed_text")];
    return (
      <div className="outcome__payment">
        <OrderingClosed title={closed} text={text} ways={[]} />
        <ContactLink />
      </div>
    );
  }
  return (
    <section className="outcome__payment" aria-labelledby={title}>
      <h2 className="outcome__heading" id={title}>
        {t(first ? "order_outcome.pay_title" : "order_outcome.pay_again_title")}
      </h2>
      {answer.order.payment.can_be_paid ? (
        <Form state={state} answer={answer} first={first} />
      ) : (
        <>
          <p>{t("order_outcome.pay_closed")}</p>
          <ContactLink />
        </>
      )}
    </section>
  );
}

function Form({ state, answer, first }: PaymentProps) {
  const { t, money, order } = useOutcomeScreen();
  const { payment_methods: methods } = answer;
  const { method_id: own, method } = answer.order.payment;
  const [wanted, setWanted] = useState(own);
  const chosen = methods.some(({ id }) => id === wanted) ? wanted : (methods[0]?.id ?? null);
  const paying = state.busy === "paying";
  const amount = money(answer.order.total);
  return (
    <form
      className="outcome__form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void order.pay(chosen === own ? null : chosen);
      }}
    >
      {methods.length > 0 ? (
        <RadioCards
          name="payment-method"
          legend={t("order_outcome.methods")}
          options={methods.map(({ id, name, description }) => ({ value: id, label: name, note: description }))}
          value={chosen}
          onChange={setWanted}
          errorWord={t("order_outcome.fault")}
          busy={paying}
        />
      ) : (
        method !== null && <p>{method}</p>
      )}
      <Failure state={state} />
      <div className="buttons">
        <button type="submit" className="button" aria-disabled={paying || undefined} aria-busy={paying || undefined}>
          {paying ? t("order_outcome.paying") : t(first ? "order_outcome.pay" : "order_outcome.pay_again", { amount })}
        </button>
        <ContactLink />
      </div>
    </form>
  );
}

function Failure({ state: { payment } }: Pick<PaymentProps, "state">) {
  const { t } = useOutcomeScreen();
  const fallback = t("order_outcome.pay_failed");
  const told = payment?.outcome === "failed" ? (payment.error?.details(fallback) ?? [fallback]) : [];
  return (
    <div role="alert">
      {told.map((text) => (
        <p key={text} className="outcome__failure">
          {text}
        </p>
      ))}
    </div>
  );
}
