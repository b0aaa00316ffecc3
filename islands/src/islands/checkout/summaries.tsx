// The ordered line items and totals, as text with the API's numbers.
import type { CartResponse, LineItem } from "../../api/schema.gen";
import { imageUrl } from "../../image";
import { exclusions } from "../../ui/exclusions";
import { Parts, Sums } from "../../ui/sums";
import { useOnDemand } from "../../ui/use-on-demand";
import { useStore } from "../../ui/use-store";
import { useCheckoutScreen } from "./context";

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
  const energy = detailed ? item.energy : null;
  const Energy = useOnDemand(energy !== null, fetchEnergy);
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
        {energy && <div className="energy-place">{Energy && <Energy of={energy} />}</div>}
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

/** The texts of the totals; a table of their keys would add bytes to the script. */
type SumText =
  | "checkout.subtotal"
  | "checkout.shipping"
  | "checkout.shipping_by"
  | "checkout.free"
  | "checkout.tax_included"
  | "checkout.tax_added"
  | "checkout.rounding"
  | "checkout.total"
  | "checkout.tax_gross"
  | "checkout.tax_net"
  | "checkout.tax_free"
  | "checkout.reverse_charge";

/** R-CHK-04: taxes per rate, shipping, gross total. */
export function Totals({ cart, busy }: { readonly cart: CartResponse; readonly busy: boolean }) {
  const { t, money, checkout } = useCheckoutScreen();
  const business = useStore(checkout).checkout?.customer?.account_type === "business";
  return (
    <Sums
      of={cart}
      business={business}
      busy={busy}
      say={(key, parameters) => t(`checkout.${key}` satisfies SumText, parameters)}
      money={money}
    />
  );
}
