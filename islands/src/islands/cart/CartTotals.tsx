// The cart's totals (R-CART-05).
import type { CartResponse, CheckoutResponse, Money } from "../../api/schema.gen";
import { type SumKey, Sums } from "../../ui/sums";
import { useBusiness } from "./business";
import { useCartScreen } from "./context";
import type { CartKey } from "./messages";

export const SUM_TEXTS = {
  subtotal: "cart.subtotal",
  shipping: "cart.shipping",
  shipping_by: "cart.shipping_by",
  free: "cart.free",
  tax_included: "cart.tax_included",
  tax_added: "cart.tax_added",
  rounding: "cart.rounding",
  total: "cart.total",
  tax_gross: "cart.tax_gross",
  tax_net: "cart.tax_net",
  tax_free: "cart.tax_free",
  reverse_charge: "cart.reverse_charge",
} satisfies Record<SumKey, CartKey>;

type Props = {
  readonly contents: CartResponse;
  readonly checkout: CheckoutResponse | null;
  readonly unsettled: boolean;
};

export function CartTotals({ contents, checkout, unsettled }: Props) {
  const { t, money } = useCartScreen();
  const business = useBusiness();
  const isShipped = contents.line_items.some(({ good, digital }) => good && !digital);
  const least = cheapest(checkout);
  const country = checkout?.countries.find(({ id }) => id === checkout.country_id);
  return (
    <section aria-labelledby="cart-summary">
      <h2 className="cart__summary" id="cart-summary">
        {t("cart.summary")}
      </h2>
      <Sums
        of={contents}
        business={business}
        from={isShipped && least !== null ? t("cart.shipping_from", { price: money(least) }) : null}
        busy={unsettled}
        say={(key, parameters) => t(SUM_TEXTS[key], parameters)}
        money={money}
      />
      {contents.shipping !== null && country && (
        <p className="cart__fact">{t("cart.shipping_to", { country: country.name })}</p>
      )}
    </section>
  );
}

/** The lowest shipping price, if no method is chosen yet. */
function cheapest(checkout: CheckoutResponse | null): Money | null {
  const prices = checkout?.shipping_methods.flatMap(({ price }) => price ?? []) ?? [];
  return prices.reduce<Money | null>((least, price) => (least && least.minor <= price.minor ? least : price), null);
}
