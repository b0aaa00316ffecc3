// Paying an unpaid order, with its own or another payment method, or contacting the shop (R-CHK-06).
import { useId } from "react";
import type { OrderResponse } from "../../api/schema.gen";
import type { OrderScreenState } from "../../stores/order";
import { OrderingClosed } from "../../ui/ordering-closed";
import { PaymentForm, type PaymentKey } from "../../ui/payment-form";
import { useOrderingAllowed } from "../../ui/use-ordering-allowed";
import { useOutcomeScreen } from "./context";
import type { OutcomeKey } from "./messages";
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

const TEXTS = {
  methods: "order_outcome.methods",
  fault: "order_outcome.fault",
  pay: "order_outcome.pay",
  pay_again: "order_outcome.pay_again",
  paying: "order_outcome.paying",
} satisfies Record<PaymentKey, OutcomeKey>;

function Form({ state, answer, first }: PaymentProps) {
  const { t, money, order } = useOutcomeScreen();
  return (
    <PaymentForm
      className="outcome__form"
      answer={answer}
      first={first}
      paying={state.busy === "paying"}
      onPay={(methodId) => void order.pay(methodId)}
      failure={<Failure state={state} />}
      say={(key, parameters) => t(TEXTS[key], parameters)}
      money={money}
    >
      <ContactLink />
    </PaymentForm>
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
