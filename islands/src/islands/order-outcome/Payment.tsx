// Payment of an unpaid order, with its own or another method, or contact details (R-CHK-06).
import { useId } from "react";
import type { Order, OrderResponse } from "../../api/schema.gen";
import { HowToPay } from "../../payment/HowToPay";
import { CHOOSE, OTHER_WAY } from "../../payment/messages";
import { waitsForPage } from "../../payment/ways";
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
        {t(titleOf(answer, first))}
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

function titleOf({ order: { payment } }: OrderResponse, first: boolean): OutcomeKey {
  if (first) return "order_outcome.pay_title";
  return payment.state === "pending" ? "order_outcome.other_way_title" : "order_outcome.pay_again_title";
}

/** Payment instructions for an order without a payment page, or with a pending transfer. */
export function Instructions({ order }: { readonly order: Order }) {
  const { t, money } = useOutcomeScreen();
  const look = { className: "outcome__payment outcome__told", headingClass: "outcome__heading" };
  return <HowToPay order={order} {...look} say={t} money={money} />;
}

/** The other methods of such an order. */
export function OtherWay({ state, answer }: Omit<PaymentProps, "first">) {
  const { t, props, session } = useOutcomeScreen();
  const open = useOrderingAllowed(props.ordering_allowed, session);
  const title = useId();
  const { can_be_paid, method_id } = answer.order.payment;
  const others = answer.payment_methods.filter(({ id }) => id !== method_id);
  if (!open || !can_be_paid || others.length === 0) return null;
  return (
    <section className="outcome__payment" aria-labelledby={title}>
      <h2 className="outcome__heading" id={title}>
        {t(OTHER_WAY)}
      </h2>
      <Form state={state} answer={{ ...answer, payment_methods: others }} first beside />
    </section>
  );
}

const TEXTS = {
  methods: "order_outcome.methods",
  fault: "order_outcome.fault",
  pay: "order_outcome.pay",
  pay_again: "order_outcome.pay_again",
  paying: "order_outcome.paying",
  ...CHOOSE,
} satisfies Record<PaymentKey, OutcomeKey>;

type FormProps = PaymentProps & {
  /** Whether it is shown after another, preferred way to pay. */
  readonly beside?: boolean;
};

function Form({ state, answer, first, beside = false }: FormProps) {
  const { t, money, order } = useOutcomeScreen();
  const { state: standing, method_id } = answer.order.payment;
  const offered = answer.payment_methods.some(({ id }) => id === method_id);
  const anew = standing === "pending" && offered ? method_id : null;
  return (
    <PaymentForm
      className={beside ? "outcome__form" : "outcome__form outcome__form--pay"}
      answer={answer}
      first={first}
      paying={state.busy === "paying"}
      // A pending payment continues on its page; paying here starts a new one.
      onPay={(methodId) => void order.pay(methodId ?? anew)}
      failure={<Failure state={state} />}
      say={(key, parameters) => t(TEXTS[key], parameters)}
      money={money}
    >
      <ContactLink />
    </PaymentForm>
  );
}

function Failure({ state: { payment, answer } }: Pick<PaymentProps, "state">) {
  const { t } = useOutcomeScreen();
  const fallback = t("order_outcome.pay_failed");
  // If the order is unpaid after an answer without a payment page, the payment was not started.
  const stuck = payment?.outcome === "none" && answer !== null && waitsForPage(answer.order.payment);
  const texts = stuck || payment?.outcome === "failed" ? (payment?.error?.details(fallback) ?? [fallback]) : [];
  if (payment?.outcome === "unknown") texts.push(t("order_outcome.pay_unknown"));
  return (
    <div role="alert">
      {texts.map((text) => (
        <p key={text} className="outcome__failure">
          {text}
        </p>
      ))}
    </div>
  );
}
