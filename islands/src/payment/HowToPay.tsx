// Payment instructions for an order without a payment page: by transfer, on delivery, or as the method's description
// says.
//
// **Invariant:** amount, account and reference are shown exactly as the server returned them for this order.
import { useId } from "react";
import type { Money, Order, OrderPayment } from "../api/schema.gen";
import type { Translate } from "../i18n";
import type { PaymentTextKey } from "./messages";

type HowToPayProps = {
  readonly order: Order;
  readonly className: string;
  readonly headingClass: string;
  readonly say: Translate<PaymentTextKey>;
  readonly money: (amount: Money) => string;
};

export function HowToPay({ order, className, headingClass, say, money }: HowToPayProps) {
  const title = useId();
  const { payment, total, number } = order;
  const { transfer, description } = payment;
  const amount = money(total);
  return (
    <section className={className} aria-labelledby={title}>
      <h2 className={headingClass} id={title}>
        {say("payment.title")}
      </h2>
      <p>{say(keyOf(payment), { amount, reference: transfer?.reference ?? number })}</p>
      {description !== null && <p>{description}</p>}
      {transfer !== null && (
        <dl className="transfer">
          <Entry name={say("payment.amount")} value={amount} />
          {transfer.holder !== "" && <Entry name={say("payment.holder")} value={transfer.holder} />}
          <Entry name={say("payment.account")} value={inGroups(transfer.account)} />
          {transfer.bic !== null && <Entry name={say("payment.bic")} value={transfer.bic} />}
          <Entry name={say("payment.reference")} value={transfer.reference} />
        </dl>
      )}
      {transfer === null && payment.way === "prepayment" && <p>{say("payment.no_account")}</p>}
    </section>
  );
}

function Entry({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const TEXTS: Partial<Record<NonNullable<OrderPayment["way"]>, PaymentTextKey>> = {
  prepayment: "payment.prepayment",
  invoice: "payment.invoice",
  cash: "payment.cash",
  other: "payment.other",
};

/** A payment that is pending at a provider is a transfer. */
function keyOf({ way }: OrderPayment): PaymentTextKey {
  return (way !== null && TEXTS[way]) || "payment.transfer";
}

/** An IBAN in groups of four. */
function inGroups(account: string): string {
  return account.replace(/\s/g, "").replace(/(.{4})(?=.)/g, "$1 ");
}
