// Shared by cart and orders: part numbers for business customers (R-PDP-09, R-CART-07), the children of a container
// line item, and the totals with the API's numbers: subtotal, shipping, taxes, total (R-CART-05, R-CHK-04, ORDER-1).
//
// **Invariant:** with net prices the subtotal excludes taxes and the total includes them (Shopware §6); each is
// labelled accordingly.
import type { CartResponse, ItemNumbers, Money } from "../api/schema.gen";
import { pageLocale } from "../i18n";

/** Keys of the texts in the island's catalogue. */
export type SumKey =
  | "subtotal"
  | "shipping"
  | "shipping_by"
  | "free"
  | "tax_included"
  | "tax_added"
  | "rounding"
  | "total"
  | "tax_gross"
  | "tax_net"
  | "tax_free"
  | "reverse_charge";

type Amounts = Pick<CartResponse, "subtotal" | "shipping" | "taxes" | "rounding" | "total" | "tax_status">;

type Props = {
  readonly of: Amounts;
  /** Whether the customer is a company, which accounts for a tax that is not charged (law §3). */
  readonly business?: boolean;
  /** Whether the amounts are being recalculated (CART-6). */
  readonly busy?: boolean;
  readonly say: (key: SumKey, parameters?: Readonly<Record<string, string>>) => string;
  readonly money: (amount: Money) => string;
};

/** The note next to a total. */
export function totalNote(status: CartResponse["tax_status"]): SumKey {
  return status === "tax-free" ? "tax_free" : "tax_gross";
}

export function Sums({ of, business, busy, say, money }: Props) {
  const { subtotal, shipping, taxes, rounding, total, tax_status } = of;
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
      {tax_status !== "gross" && taxRows}
      {rounding && <Sum kind="rounding" label={say("rounding")} amount={money(rounding)} />}
      <Sum kind="total" label={say("total")} note={say(totalNote(tax_status))} amount={money(total)} />
      {tax_status === "gross" && taxRows}
      {tax_status === "tax-free" && business && (
        <div className="sums__reverse-charge">
          <dt className="visually-hidden">{say("tax_free")}</dt>
          <dd>{say("reverse_charge")}</dd>
        </div>
      )}
    </dl>
  );
}

type SumProps = {
  readonly kind: "subtotal" | "shipping" | "tax" | "rounding" | "total";
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

type Part = {
  readonly id: string;
  readonly label: string;
  readonly quantity: number;
  readonly options: readonly { readonly option: string }[];
  readonly children: readonly Part[];
};

/** The children of a container line item, without prices, which the container's price includes. */
export function Parts({ of }: { readonly of: readonly Part[] }) {
  if (of.length === 0) return null;
  return (
    <ul className="parts">
      {of.map(({ id, label, quantity, options, children }) => (
        <li key={id}>
          {[`${quantity} × ${label}`, ...options.map(({ option }) => option)].join(" · ")}
          <Parts of={children} />
        </li>
      ))}
    </ul>
  );
}

/** Keys of the texts of part numbers in an island's catalogue. */
type PartKey = "maker_number" | "ean" | "contains";
export type NumberKey = PartKey | "article_number";

type Say<Key> = (key: Key, parameters: Readonly<Record<string, string | number>>) => string;
type SayNumber = Say<NumberKey>;

/** A line with the product's own numbers, and one for each item of a bundle. */
export function numberLines(numbers: readonly ItemNumbers[], say: SayNumber): readonly string[] {
  const [own, ...contents] = numbers;
  if (own === undefined) return [];
  return [
    [say("article_number", { number: own.number }), ...partNumbers(own, say)].join(" · "),
    ...contents.map((content) => contentLine(content, say)),
  ];
}

/** `1 × MEUBELOLIE · maker’s number KA-9101 · EAN 8719…` */
function contentLine(content: ItemNumbers, say: Say<PartKey>): string {
  const { quantity, number } = content;
  return [say("contains", { count: quantity, number }), ...partNumbers(content, say)].join(" · ");
}

function partNumbers({ manufacturer_number, ean }: ItemNumbers, say: Say<PartKey>): readonly string[] {
  return [
    ...(manufacturer_number === null ? [] : [say("maker_number", { number: manufacturer_number })]),
    ...(ean === null ? [] : [say("ean", { number: ean })]),
  ];
}
