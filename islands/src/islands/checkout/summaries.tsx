// The ordered line items and totals, as text with the API's numbers.
import type { CartResponse, LineItem } from "../../api/schema.gen";
import { imageUrl } from "../../image";
import { exclusions } from "../../ui/exclusions";
import { Parts, type SumKey, Sums } from "../../ui/sums";
import { useOnDemand } from "../../ui/use-on-demand";
import { useStore } from "../../ui/use-store";
import { useCheckoutScreen } from "./context";
import type { CheckoutKey } from "./messages";

/** The size of the 4:5 image in CSS pixels. */
const COVER = { width: 64, height: 80 };

type LinesProps = { readonly cart: CartResponse; readonly detailed: boolean };

/** `detailed` adds what must be shown above the order button (law §1): characteristics, unit price, delivery time. */
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

/** Few orders have a light source. */
const fetchEnergy = () => import("../../ui/energy").then((part) => part.Energy);

function Line({ item, detailed }: { readonly item: LineItem; readonly detailed: boolean }) {
  const { t, money } = useCheckoutScreen();
  const options = item.options.map(({ group, option }) => (detailed ? `${group}: ${option}` : option));
  const promotion = item.kind === "promotion";
  const Energy = useOnDemand(detailed && item.energy !== null, fetchEnergy);
  const facts = options.length > 0 ? [options.join(", ")] : [];
  if (detailed) {
    if (item.digital) facts.push(t("checkout.digital"));
    facts.push(...item.delivery, ...exclusions(item, t("checkout.withdrawal_excluded")));
  }
  return (
    <li className="checkout__line">
      <Cover item={item} />
      <div className="checkout__line-facts">
        <p className="checkout__line-name">{item.label}</p>
        {[...new Set(facts)].map((fact) => (
          <p key={fact} className="checkout__fact">
            {fact}
          </p>
        ))}
        {!promotion && (
          <p className="checkout__fact">
            {detailed && item.unit_price !== null
              ? t("checkout.quantity_price", { count: item.quantity, price: money(item.unit_price) })
              : t("checkout.quantity", { count: item.quantity })}
          </p>
        )}
        {Energy && <Energy of={item.energy} />}
        <Parts of={item.children} />
      </div>
      <p className="checkout__line-price">
        {item.total_price === null ? t("checkout.on_request") : money(item.total_price)}
      </p>
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

const SUM_TEXTS = {
  subtotal: "checkout.subtotal",
  shipping: "checkout.shipping",
  shipping_by: "checkout.shipping_by",
  free: "checkout.free",
  tax_included: "checkout.tax_included",
  tax_added: "checkout.tax_added",
  rounding: "checkout.rounding",
  total: "checkout.total",
  tax_gross: "checkout.tax_gross",
  tax_net: "checkout.tax_net",
  tax_free: "checkout.tax_free",
  reverse_charge: "checkout.reverse_charge",
} satisfies Record<SumKey, CheckoutKey>;

/** R-CHK-04: taxes per rate, shipping, gross total. */
export function Totals({ cart, busy }: { readonly cart: CartResponse; readonly busy: boolean }) {
  const { t, money, checkout } = useCheckoutScreen();
  const business = useStore(checkout).checkout?.customer?.account_type === "business";
  return (
    <Sums
      of={cart}
      business={business}
      busy={busy}
      say={(key, parameters) => t(SUM_TEXTS[key], parameters)}
      money={money}
    />
  );
}
