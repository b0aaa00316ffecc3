// Paying an order that is not paid, by its own payment method or another one (R-CHK-06).
import { useId, useState } from "react";
import { Failure } from "../../account-area/Failure";
import { ApiError } from "../../api/request";
import type { OrderResponse } from "../../api/schema.gen";
import { asApiError } from "../../stores/call-queue";
import { PaymentForm, type PaymentKey } from "../../ui/payment-form";
import { useOrderScreen } from "./context";
import type { OrderKey } from "./messages";

const TEXTS = {
  methods: "account_order.methods",
  fault: "account_order.fault",
  pay: "account_order.pay",
  pay_again: "account_order.pay_again",
  paying: "account_order.paying",
} satisfies Record<PaymentKey, OrderKey>;

export function Payment({ answer }: { readonly answer: OrderResponse }) {
  const { t, money } = useOrderScreen();
  const title = useId();
  const { paying, failure, pay } = usePayment(answer);
  const { payment } = answer.order;
  if (!payment.can_be_paid) return null;
  const first = payment.state === "unpaid";
  return (
    <section id="payment" className="order-detail__payment" aria-labelledby={title}>
      <h2 className="account-area__heading" id={title}>
        {t(first ? "account_order.pay_title" : "account_order.pay_again_title")}
      </h2>
      <PaymentForm
        className="account-area__form"
        answer={answer}
        first={first}
        paying={paying}
        onPay={(methodId) => void pay(methodId)}
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
      if (payment.redirect_url !== null && toPayment(payment.redirect_url, id)) return;
      if (payment.outcome !== "none")
        setFailure(new ApiError(0, [{ code: "PAYMENT_FAILED", title: "", detail: t("account_order.pay_failed") }]));
    } catch (error) {
      setFailure(asApiError(error));
    }
    setPaying(false);
    await resource.load();
  };
  return { paying, failure, pay };
}
