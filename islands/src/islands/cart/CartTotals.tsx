// The cart's totals (R-CART-05).
import type { CartOverviewResponse, CartResponse } from "../../api/schema.gen";
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
  readonly overview: CartOverviewResponse | null;
  readonly unsettled: boolean;
};

export function CartTotals({ contents, overview, unsettled }: Props) {
  const { t, money } = useCartScreen();
  const business = useBusiness();
  const country = overview?.delivery_countries.find(({ id }) => id === overview.country_id);
  return (
    <section aria-labelledby="cart-summary">
      <h2 className="cart__summary" id="cart-summary">
        {t("cart.summary")}
      </h2>
      <Sums
        of={contents}
        business={business}
        busy={unsettled}
        say={(key, parameters) => t(SUM_TEXTS[key], parameters)}
        money={money}
      />
      {contents.delivery && <p className="cart__fact">{contents.delivery}</p>}
      {contents.shipping !== null && country && (
        <p className="cart__fact">{t("cart.shipping_to", { country: country.name })}</p>
      )}
    </section>
  );
}
