// Shipping and payment methods as cards that show price, delivery time and description before they are chosen (CHK-6).
import { type FormEvent, useState } from "react";
import type { CheckoutResponse, Money } from "../../api/schema.gen";
import { type CheckoutState, chosenId } from "../../stores/checkout";
import { type RadioCard, RadioCards } from "../../ui/radio-cards";
import { useStore } from "../../ui/use-store";
import { useCheckoutScreen } from "./context";
import { Section, type SectionState } from "./Section";
import { SubmitButton } from "./SubmitButton";

type Name = "shipping_method_id" | "payment_method_id";

type MethodsProps = {
  readonly number: number;
  readonly title: string;
  readonly name: Name;
  readonly cards: readonly RadioCard[];
  readonly none: string;
  readonly next: string;
  readonly state: SectionState;
  readonly takesFocus: boolean;
  readonly onChange: () => void;
  readonly onDone: () => void;
};

/** The chosen method, or `null` if the shop does not offer it for this cart and customer. */
export function chosenOf(state: CheckoutState, checkout: CheckoutResponse, name: Name): string | null {
  const offered = name === "shipping_method_id" ? checkout.shipping_methods : checkout.payment_methods;
  const id = chosenId(state, name);
  return offered.some((method) => method.id === id) ? id : null;
}

export function deliveryCards(checkout: CheckoutResponse, money: (amount: Money) => string, free: string): RadioCard[] {
  return checkout.shipping_methods.map(({ id, name, price: before, description, delivery }) => {
    const note = [delivery, description].filter(Boolean).join(" · ");
    // The price of the chosen method is in the cart.
    const price = id === checkout.shipping_method_id ? (checkout.cart.shipping?.total ?? before) : before;
    const aside = price === null ? undefined : price.minor === 0 ? free : money(price);
    return { value: id, label: name, aside, note: note || undefined };
  });
}

export function paymentCards(checkout: CheckoutResponse): RadioCard[] {
  return checkout.payment_methods.map(({ id, name, description, icon }) => ({
    value: id,
    label: name,
    icon: icon?.url,
    note: description || undefined,
  }));
}

/** Why the order needs a choice: the session's own method may be one that is not offered for this cart. */
function blockerOf({ blockers }: CheckoutResponse, name: Name): string | undefined {
  const code = name === "shipping_method_id" ? "no-shipping-method" : "no-payment-method";
  return blockers.find((blocker) => blocker.code === code)?.message;
}

export function Methods(props: MethodsProps) {
  const { number, title, name, cards, none, next, state, takesFocus, onChange, onDone } = props;
  const { t, checkout: store } = useCheckoutScreen();
  const now = useStore(store);
  const [missing, setMissing] = useState(false);
  if (now.checkout === null) return null;
  const chosen = chosenOf(now, now.checkout, name);
  const card = cards.find(({ value }) => value === chosen);
  const busy = now.status === "saving";
  const refused = now.refusal?.choice === name ? now.refusal.error.details(t("checkout.failed"))[0] : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setMissing(chosen === null);
    if (chosen === null) document.getElementById(name)?.focus();
    else onDone();
  };
  return (
    <form className="checkout__form" noValidate onSubmit={submit}>
      <Section
        number={number}
        title={title}
        state={state}
        takesFocus={takesFocus}
        summary={card && <CardSummary card={card} />}
        onChange={onChange}
      >
        {cards.length === 0 ? (
          <p>{none}</p>
        ) : (
          <RadioCards
            name={name}
            legend={title}
            options={cards}
            value={chosen}
            busy={busy}
            error={refused ?? (missing && chosen === null ? blockerOf(now.checkout, name) : undefined)}
            errorWord={t("checkout.error_word")}
            onChange={(id) => void store.choose({ [name]: id })}
          />
        )}
        {cards.length > 0 && <SubmitButton label={next} busy={busy} busyLabel={t("checkout.saving")} />}
      </Section>
    </form>
  );
}

function CardSummary({ card: { label, aside, note } }: { readonly card: RadioCard }) {
  return (
    <p className="address-lines">
      <span>
        {label}
        {aside && `, ${aside}`}
      </span>
      {note && <span className="checkout__fact">{note}</span>}
    </p>
  );
}
