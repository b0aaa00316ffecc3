// Payment of an unpaid order, with its own payment method or another one (R-CHK-06).
import { useId, useState } from "react";
import { Failure } from "../../account-area/Failure";
import { ApiError } from "../../api/request";
import type { Order, OrderResponse } from "../../api/schema.gen";
import { HowToPay } from "../../payment/HowToPay";
import { CHOOSE, OTHER_WAY } from "../../payment/messages";
import { isPaidElsewhere, waitsForPage } from "../../payment/ways";
import { asApiError } from "../../stores/call-queue";
import { paymentUrl } from "../../stores/payment-url";
import { PaymentForm, type PaymentKey } from "../../ui/payment-form";
import { useOrderScreen } from "./context";
import type { OrderKey } from "./messages";

const TEXTS = {
  methods: "account_order.methods",
  fault: "account_order.fault",
  pay: "account_order.pay",
  pay_again: "account_order.pay_again",
  paying: "account_order.paying",
  ...CHOOSE,
} satisfies Record<PaymentKey, OrderKey>;

export function Payment({ answer }: { readonly answer: OrderResponse }) {
  const { t, money, toPayment } = useOrderScreen();
  const { order } = answer;
  const elsewhere = isPaidElsewhere(order.payment);
  const page = paymentUrl(order.payment.page, location.origin);
  const others = answer.payment_methods.filter(({ id }) => id !== order.payment.method_id);
  const offered = elsewhere ? { ...answer, payment_methods: others } : answer;
  return (
    <>
      {(elsewhere || order.payment.transfer !== null) && (
        <HowToPay
          order={order}
          className="order-detail__payment"
          headingClass="account-area__heading"
          say={t}
          money={money}
        />
      )}
      {page && (
        <p className="order-detail__payment">
          <a className="button" href={page} onClick={(event) => toPayment(page, order.id) && event.preventDefault()}>
            {t("account_order.go_on")}
          </a>
        </p>
      )}
      {(!elsewhere || offered.payment_methods[0]) && (
        <Form answer={offered} title={elsewhere ? OTHER_WAY : titleOf(order)} />
      )}
    </>
  );
}

function titleOf({ payment }: Order): OrderKey {
  if (payment.state === "pending") return OTHER_WAY;
  return payment.state === "unpaid" ? "account_order.pay_title" : "account_order.pay_again_title";
}

function Form({ answer, title }: { readonly answer: OrderResponse; readonly title: OrderKey }) {
  const { t, money } = useOrderScreen();
  const heading = useId();
  const { paying, failure, pay } = usePayment(answer);
  const { payment } = answer.order;
  const own = answer.payment_methods.some(({ id }) => id === payment.method_id);
  const anew = payment.state === "pending" && own ? payment.method_id : null;
  if (!payment.can_be_paid) return null;
  return (
    <section id="payment" className="order-detail__payment" aria-labelledby={heading}>
      <h2 className="account-area__heading" id={heading}>
        {t(title)}
      </h2>
      <PaymentForm
        className="account-area__form"
        answer={answer}
        first={payment.state === "unpaid"}
        paying={paying}
        // A pending payment continues on its page; paying here starts a new one.
        onPay={(methodId) => void pay(methodId ?? anew)}
        failure={<Failure failure={failure} />}
        say={(key, parameters) => t(TEXTS[key], parameters)}
        money={money}
      />
    </section>
  );
}

/** Starts the payment. It is busy until the page is left: a second click would start a second payment. */
function usePayment({ order: { id } }: OrderResponse) {
  const { t, api, resource, toPayment } = useOrderScreen();
  const [paying, setPaying] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const pay = async (methodId: string | null) => {
    setPaying(true);
    setFailure(null);
    try {
      const { payment } = await api.payOrder({ path: { id }, body: { payment_method_id: methodId, lookup: null } });
      if (payment.redirect_url && toPayment(payment.redirect_url, id)) return;
      const text = payment.outcome === "unknown" ? "account_order.pay_unknown" : "account_order.pay_failed";
      await resource.load();
      // An answer without a payment page does not say whether the order is paid: its current state does.
      const now = resource.get().value?.order.payment;
      if (payment.outcome !== "none" || (now && waitsForPage(now)))
        setFailure(new ApiError(0, [{ code: "PAYMENT_FAILED", title: "", detail: t(text) }]));
    } catch (error) {
      setFailure(asApiError(error));
      await resource.load();
    }
    setPaying(false);
  };
  return { paying, failure, pay };
}
