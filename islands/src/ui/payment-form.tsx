// Selects a payment method for an unpaid order, and starts the payment (R-CHK-06).
import { type ReactNode, useState } from "react";
import type { Money, OrderResponse } from "../api/schema.gen";
import { RadioCards } from "./radio-cards";

/** Keys of the texts in the island's catalogue. */
export type PaymentKey = "methods" | "fault" | "pay" | "pay_again" | "paying" | "choose" | "choosing";

type PaymentFormProps = {
  readonly className: string;
  readonly answer: OrderResponse;
  /** Whether no payment was attempted yet. */
  readonly first: boolean;
  readonly paying: boolean;
  /** Pays with another method, or with the order's own for `null`. */
  readonly onPay: (methodId: string | null) => void;
  /** Why the last payment did not start. */
  readonly failure: ReactNode;
  readonly say: (key: PaymentKey, parameters?: Readonly<Record<string, string>>) => string;
  readonly money: (amount: Money) => string;
  /** Content next to the button. */
  readonly children?: ReactNode;
};

export function PaymentForm({ answer, first, paying, onPay, failure, say, money, ...rest }: PaymentFormProps) {
  const { payment_methods: methods } = answer;
  const { method_id: own, method } = answer.order.payment;
  const [wanted, setWanted] = useState(own);
  const chosen = methods.some(({ id }) => id === wanted) ? wanted : (methods[0]?.id ?? null);
  const amount = money(answer.order.total);
  // A method without a payment page is only selected: the order then shows how to pay.
  const way = methods.find(({ id }) => id === chosen)?.way ?? "page";
  const [word, busyWord] =
    way === "page" ? ([first ? "pay" : "pay_again", "paying"] as const) : (["choose", "choosing"] as const);
  return (
    <form
      className={rest.className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!paying) onPay(chosen === own ? null : chosen);
      }}
    >
      {methods.length > 0 ? (
        <RadioCards
          name="payment-method"
          legend={say("methods")}
          options={methods.map(({ id, name, description, icon }) => ({
            value: id,
            label: name,
            note: description,
            icon: icon?.url,
          }))}
          value={chosen}
          onChange={setWanted}
          errorWord={say("fault")}
          busy={paying}
        />
      ) : (
        method !== null && <p>{method}</p>
      )}
      {failure}
      <div className="buttons">
        <button type="submit" className="button" aria-disabled={paying || undefined} aria-busy={paying || undefined}>
          {paying ? say(busyWord) : say(word, { amount })}
        </button>
        {rest.children}
      </div>
    </form>
  );
}
