// What the cart comes to, in the API's numbers; dimmed while they are being made anew (R-CART-05, CART-6).
import type { CartResponse, CheckoutResponse, Money } from "../../api/schema.gen";
import { pageLocale } from "../../i18n";
import { useCartScreen } from "./context";
import type { CartKey } from "./messages";

export const TAX_LABELS = {
  gross: "cart.tax_gross",
  net: "cart.tax_net",
  "tax-free": "cart.tax_free",
} satisfies Record<CartResponse["tax_status"], CartKey>;

type Props = {
  readonly contents: CartResponse;
  readonly checkout: CheckoutResponse | null;
  readonly unsettled: boolean;
};

export function CartTotals({ contents, checkout, unsettled }: Props) {
  const { t, money } = useCartScreen();
  const { subtotal, total, tax_status, taxes } = contents;
  const shipping = contents.shipping;
  const from = shipping === null ? cheapest(checkout) : null;
  const country = checkout?.countries.find(({ id }) => id === checkout.country_id);
  const percentage = new Intl.NumberFormat(pageLocale(), { maximumFractionDigits: 2 });
  return (
    <section className="cart__totals" aria-labelledby="cart-summary" aria-busy={unsettled || undefined}>
      <h2 className="cart__summary" id="cart-summary">
        {t("cart.summary")}
      </h2>
      <dl className="cart__sums">
        <div className="cart__sum" data-sum="subtotal">
          <dt>{t("cart.subtotal")}</dt>
          <dd>{money(subtotal)}</dd>
        </div>
        {shipping !== null && (
          <div className="cart__sum" data-sum="shipping">
            <dt>{shipping.name ? t("cart.shipping_by", { name: shipping.name }) : t("cart.shipping")}</dt>
            <dd>{money(shipping.total)}</dd>
          </div>
        )}
        {from !== null && contents.line_items.some(({ good, digital }) => good && !digital) && (
          <div className="cart__sum" data-sum="shipping">
            <dt>{t("cart.shipping")}</dt>
            <dd>{t("cart.shipping_from", { price: money(from) })}</dd>
          </div>
        )}
        {taxes.map(({ rate, amount }) => (
          <div key={rate} className="cart__sum" data-sum="tax">
            <dt>{t("cart.tax_rate", { rate: percentage.format(Number(rate)) })}</dt>
            <dd>{money(amount)}</dd>
          </div>
        ))}
        <div className="cart__sum cart__sum--total" data-sum="total">
          <dt>
            {t("cart.total")} <span className="cart__tax-label">{t(TAX_LABELS[tax_status])}</span>
          </dt>
          <dd>{money(total)}</dd>
        </div>
      </dl>
      {shipping !== null && country && <p className="cart__fact">{t("cart.shipping_to", { country: country.name })}</p>}
    </section>
  );
}

/** The least that delivery costs, where none is chosen yet. */
function cheapest(checkout: CheckoutResponse | null): Money | null {
  const prices = checkout?.shipping_methods.flatMap(({ price }) => price ?? []) ?? [];
  return prices.reduce<Money | null>((least, price) => (least && least.minor <= price.minor ? least : price), null);
}
