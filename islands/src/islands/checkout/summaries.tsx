// What was entered and what is ordered, in words and the API's numbers.
import type { Address, CartResponse, LineItem } from "../../api/schema.gen";
import { imageUrl } from "../../image";
import { useCheckoutScreen } from "./context";
import type { CheckoutKey } from "./messages";

export function AddressLines({
  address,
  nameless = false,
}: {
  readonly address: Address;
  readonly nameless?: boolean;
}) {
  const name = `${address.first_name} ${address.last_name}`;
  const place = `${address.zipcode} ${address.city}`.trim();
  const lines = [
    nameless ? null : name,
    address.company,
    address.street,
    address.additional_line,
    place,
    address.country,
  ];
  return (
    <p className="checkout__address">
      {lines
        .filter((line) => line !== null && line !== "")
        .map((line) => (
          <span key={line}>{line}</span>
        ))}
      {address.phone && <span>{address.phone}</span>}
    </p>
  );
}

/** A small 4:5 picture, CSS pixels. */
const COVER = { width: 64, height: 80 };

type LinesProps = { readonly cart: CartResponse; readonly detailed: boolean };

/** `detailed` is what must be read before the order button (law §1): characteristics, unit price, delivery time. */
export function Lines({ cart, detailed }: LinesProps) {
  const { t } = useCheckoutScreen();
  return (
    <ul className="checkout__lines" aria-label={t("checkout.lines")}>
      {cart.line_items.map((item) => (
        <Line key={item.id} item={item} detailed={detailed} />
      ))}
    </ul>
  );
}

function Line({ item, detailed }: { readonly item: LineItem; readonly detailed: boolean }) {
  const { t, money } = useCheckoutScreen();
  const options = item.options.map(({ group, option }) => (detailed ? `${group}: ${option}` : option));
  const promotion = item.kind === "promotion";
  return (
    <li className="checkout__line">
      <Cover item={item} />
      <div className="checkout__line-facts">
        <p className="checkout__line-name">{item.label}</p>
        {options.length > 0 && <p className="checkout__fact">{options.join(", ")}</p>}
        {detailed && item.digital && <p className="checkout__fact">{t("checkout.digital")}</p>}
        {detailed && item.delivery_time && (
          <p className="checkout__fact">{t("checkout.delivery_time", { time: item.delivery_time })}</p>
        )}
        {!promotion && (
          <p className="checkout__fact">
            {detailed
              ? t("checkout.quantity_price", { count: item.quantity, price: money(item.unit_price) })
              : t("checkout.quantity", { count: item.quantity })}
          </p>
        )}
      </div>
      <p className="checkout__line-price">{money(item.total_price)}</p>
    </li>
  );
}

function Cover({ item: { cover } }: { readonly item: LineItem }) {
  const { props } = useCheckoutScreen();
  if (cover === null) return <div className="checkout__cover" />;
  const { width, height } = COVER;
  return (
    <div className="checkout__cover">
      <img
        src={imageUrl(props.image_template, cover.url, width, height)}
        alt=""
        width={width}
        height={height}
        decoding="async"
      />
    </div>
  );
}

const TAX_LABELS = {
  gross: "checkout.tax_gross",
  net: "checkout.tax_net",
  "tax-free": "checkout.tax_free",
} satisfies Record<CartResponse["tax_status"], CheckoutKey>;

/** R-CHK-04: taxes per rate, shipping, gross total. Dimmed while they are being made anew (CART-6). */
export function Totals({ cart, busy }: { readonly cart: CartResponse; readonly busy: boolean }) {
  const { t, money } = useCheckoutScreen();
  const { shipping, subtotal, taxes, total, tax_status } = cart;
  const gross = tax_status === "gross";
  return (
    <dl className="checkout__sums" aria-busy={busy || undefined}>
      <div className="checkout__sum" data-sum="subtotal">
        <dt>{t("checkout.subtotal")}</dt>
        <dd>{money(subtotal)}</dd>
      </div>
      {shipping !== null && (
        <div className="checkout__sum" data-sum="shipping">
          <dt>{shipping.name ? t("checkout.shipping_by", { name: shipping.name }) : t("checkout.shipping")}</dt>
          <dd>{shipping.total.minor === 0 ? t("checkout.free") : money(shipping.total)}</dd>
        </div>
      )}
      {!gross && <TaxRows taxes={taxes} included={false} />}
      <div className="checkout__sum checkout__sum--total" data-sum="total">
        <dt>
          {t("checkout.total")} <span className="checkout__tax-label">{t(TAX_LABELS[tax_status])}</span>
        </dt>
        <dd>{money(total)}</dd>
      </div>
      {gross && <TaxRows taxes={taxes} included />}
    </dl>
  );
}

type TaxRowsProps = { readonly taxes: CartResponse["taxes"]; readonly included: boolean };

function TaxRows({ taxes, included }: TaxRowsProps) {
  const { t, money, percent } = useCheckoutScreen();
  return taxes.map(({ rate, amount }) => (
    <div key={rate} className="checkout__sum" data-sum="tax">
      <dt>{t(included ? "checkout.tax_included" : "checkout.tax_added", { rate: percent(rate) })}</dt>
      <dd>{money(amount)}</dd>
    </div>
  ));
}
