// The totals of a cart or an order, with the API's numbers: subtotal, shipping, taxes, total (R-CART-05, R-CHK-04,
// ORDER-1).
//
// **Invariant:** with net prices the subtotal excludes taxes and the total includes them (Shopware §6); each is
// labelled accordingly.
import type { CartResponse, Money } from "../api/schema.gen";
import { pageLocale } from "../i18n";

/** Keys of the texts in the island's catalogue. */
export type SumKey =
  | "subtotal"
  | "shipping"
  | "shipping_by"
  | "free"
  | "tax_included"
  | "tax_added"
  | "total"
  | "tax_gross"
  | "tax_net"
  | "tax_free";

type Amounts = Pick<CartResponse, "subtotal" | "shipping" | "taxes" | "total" | "tax_status">;

type Props = {
  readonly of: Amounts;
  /** The lowest shipping price as text, if no method is chosen. */
  readonly from?: string | null;
  /** Whether the amounts are being recalculated (CART-6). */
  readonly busy?: boolean;
  readonly say: (key: SumKey, parameters?: Readonly<Record<string, string>>) => string;
  readonly money: (amount: Money) => string;
};

/** The note next to a total. */
export function totalNote(status: CartResponse["tax_status"]): SumKey {
  return status === "tax-free" ? "tax_free" : "tax_gross";
}

export function Sums({ of: { subtotal, shipping, taxes, total, tax_status }, from, busy, say, money }: Props) {
  const percent = new Intl.NumberFormat(pageLocale(), { maximumFractionDigits: 2 });
  const taxText = tax_status === "gross" ? "tax_included" : "tax_added";
  const taxRows = taxes.map(({ rate, amount }) => (
    <Sum key={rate} kind="tax" label={say(taxText, { rate: percent.format(Number(rate)) })} amount={money(amount)} />
  ));
  return (
    <dl className="sums" aria-busy={busy || undefined}>
      <Sum
        kind="subtotal"
        label={say("subtotal")}
        note={tax_status === "net" ? say("tax_net") : undefined}
        amount={money(subtotal)}
      />
      {shipping !== null && (
        <Sum
          kind="shipping"
          label={shipping.name ? say("shipping_by", { name: shipping.name }) : say("shipping")}
          amount={shipping.total.minor === 0 ? say("free") : money(shipping.total)}
        />
      )}
      {shipping === null && from && <Sum kind="shipping" label={say("shipping")} amount={from} />}
      {tax_status !== "gross" && taxRows}
      <Sum kind="total" label={say("total")} note={say(totalNote(tax_status))} amount={money(total)} />
      {tax_status === "gross" && taxRows}
    </dl>
  );
}

type SumProps = {
  readonly kind: "subtotal" | "shipping" | "tax" | "total";
  readonly label: string;
  readonly note?: string | undefined;
  readonly amount: string;
};

function Sum({ kind, label, note, amount }: SumProps) {
  return (
    <div className="sums__row" data-sum={kind}>
      <dt>
        {label}
        {note !== undefined && (
          <>
            {" "}
            <span className="sums__note">{note}</span>
          </>
        )}
      </dt>
      <dd>{amount}</dd>
    </div>
  );
}
