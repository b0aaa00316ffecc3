// The cart's totals (R-CART-05).
import type { CartOverviewResponse, CartResponse } from "../../api/schema.gen";
import { Sums } from "../../ui/sums";
import { useBusiness } from "./business";
import { useCartScreen } from "./context";

/** The texts of the totals; a table of their keys would add bytes to the script. */
export type SumText =
  | "cart.subtotal"
  | "cart.shipping"
  | "cart.shipping_by"
  | "cart.free"
  | "cart.tax_included"
  | "cart.tax_added"
  | "cart.rounding"
  | "cart.total"
  | "cart.tax_gross"
  | "cart.tax_net"
  | "cart.tax_free"
  | "cart.reverse_charge";

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
        say={(key, parameters) => t(`cart.${key}` satisfies SumText, parameters)}
        money={money}
      />
      {contents.delivery && <p className="cart__fact">{contents.delivery}</p>}
      {contents.shipping !== null && country && (
        <p className="cart__fact">{t("cart.shipping_to", { country: country.name })}</p>
      )}
    </section>
  );
}
