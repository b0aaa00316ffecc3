// A line item of the cart (R-CART-07).
import type { ApiError } from "../../api/request";
import type { CartError, LineItem } from "../../api/schema.gen";
import { imageUrl } from "../../image";
import { internalError } from "../../internal-error";
import type { Edit } from "../../stores/cart";
import { exclusions } from "../../ui/exclusions";
import { QuantityStepper } from "../../ui/quantity-stepper";
import { numberLines, Parts } from "../../ui/sums";
import { useOnDemand } from "../../ui/use-on-demand";
import { useCartScreen } from "./context";
import { lineAnchor } from "./line-anchor";

type CartRowProps = {
  readonly item: LineItem | undefined;
  readonly edit: Edit | undefined;
  readonly failure: ApiError | undefined;
  /** The cart's errors about this line item. */
  readonly faults: readonly CartError[];
  readonly locked: boolean;
  readonly showNumber: boolean;
  readonly onRemove: () => void;
};

/** The texts of part numbers; a table of their keys would add bytes to the script. */
type NumberText = "cart.article_number" | "cart.maker_number" | "cart.ean" | "cart.contains";

/** The size of the 4:5 image in CSS pixels. */
const COVER = { width: 96, height: 120 };

export function CartRow({ item, edit, failure, faults, locked, showNumber, onRemove }: CartRowProps) {
  if (item === undefined) {
    internalError("the cart item is missing", "cart island: CartRow");
    return null;
  }
  const saving = locked || edit?.phase === "sending";
  return (
    <li className="cart__row" id={lineAnchor(item.id)} data-kind={item.kind} aria-busy={saving || undefined}>
      <Cover item={item} />
      <div className="cart__facts">
        <h2 className="cart__name">{item.path ? <a href={item.path}>{item.label}</a> : item.label}</h2>
        <Flags item={item} />
        <Options item={item} />
        <Facts item={item} showNumber={showNumber} />
        <Parts of={item.children} />
      </div>
      <Prices item={item} />
      <div className="cart__controls">
        <Quantity item={item} edit={edit} saving={saving} />
        <Short item={item} quantity={edit?.quantity ?? item.quantity} />
        {item.removable && <RemoveButton name={item.label} saving={saving} onRemove={onRemove} />}
        <Failure name={item.label} failure={failure} faults={faults} />
      </div>
    </li>
  );
}

type ItemProps = { readonly item: LineItem };

function Cover({ item: { cover, path } }: ItemProps) {
  const { props } = useCartScreen();
  if (!cover) return <div className="cart__cover" />;
  const { width, height } = COVER;
  const picture = (
    <img
      src={imageUrl(props.image_template, cover.url, width, height)}
      alt={path ? "" : cover.alt}
      width={width}
      height={height}
      decoding="async"
    />
  );
  if (!path) return <div className="cart__cover">{picture}</div>;
  // The link of the name is the accessible one; this one is for pointers.
  return (
    <div className="cart__cover" aria-hidden="true">
      <a href={path} tabIndex={-1}>
        {picture}
      </a>
    </div>
  );
}

function Flags({ item }: ItemProps) {
  const { t } = useCartScreen();
  if (item.kind !== "promotion" && !item.digital) return null;
  return (
    <p className="cart__flags">
      {item.kind === "promotion" && <span className="cart__flag">{t("cart.promotion")}</span>}
      {item.digital && <span className="cart__flag">{t("cart.digital")}</span>}
    </p>
  );
}

function Options({ item: { options } }: ItemProps) {
  if (options.length === 0) return null;
  return (
    <dl className="cart__options">
      {options.map(({ group, option }) => (
        <div key={group} className="cart__option">
          <dt>{group}</dt>
          <dd>{option}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Few carts have a light source. */
const fetchEnergy = () => import("../../ui/energy").then((part) => part.Energy);

function Facts({ item, showNumber }: ItemProps & { readonly showNumber: boolean }) {
  const { t } = useCartScreen();
  const Energy = useOnDemand(item.energy !== null, fetchEnergy);
  const numbers = numberLines(item.numbers, (key, parameters) => t(`cart.${key}` satisfies NumberText, parameters));
  const facts = showNumber ? [...numbers] : [];
  const stock = item.stock ?? null;
  if (stock !== null) facts.push(stock > 0 ? t("cart.stock", { count: stock }) : t("cart.stock_none"));
  facts.push(...item.delivery, ...exclusions(item, t("cart.withdrawal_excluded")));
  return (
    <>
      {[...new Set(facts)].map((fact) => (
        <p key={fact} className="cart__fact">
          {fact}
        </p>
      ))}
      {item.energy && <div className="energy-place">{Energy && <Energy of={item.energy} />}</div>}
    </>
  );
}

function Prices({ item: { kind, unit_price, list_price, total_price } }: ItemProps) {
  const { t, money } = useCartScreen();
  return (
    <div className="cart__prices">
      <p className="cart__total-price">{total_price === null ? t("cart.on_request") : money(total_price)}</p>
      {kind !== "promotion" && unit_price !== null && (
        <p className="cart__unit-price">{t("cart.unit_price", { price: money(unit_price) })}</p>
      )}
      {list_price && (
        <p className="cart__list-price">
          {t("cart.list_price")} <s>{money(list_price)}</s>
        </p>
      )}
    </div>
  );
}

type QuantityProps = ItemProps & { readonly edit: Edit | undefined; readonly saving: boolean };

/**
 * Only stackable line items have a stepper (R-CART-03); others show their quantity, as one does of which no other quantity
 * can be ordered. Discounts have no quantity.
 */
function Quantity({ item, edit, saving }: QuantityProps) {
  const { t, cart } = useCartScreen();
  const name = item.label;
  if (item.kind === "promotion") return null;
  const { min, max } = item.limits;
  if (!item.stackable || (min === max && item.quantity === max && edit === undefined)) {
    return <p className="cart__fixed-quantity">{t("cart.fixed_quantity", { count: item.quantity })}</p>;
  }
  return (
    <QuantityStepper
      quantity={edit?.quantity ?? item.quantity}
      limits={item.limits}
      locked={saving}
      texts={{
        label: t("cart.quantity"),
        name: t("cart.quantity_of", { name }),
        decrease: t("cart.decrease", { name }),
        increase: t("cart.increase", { name }),
        limits: t(item.limits.step > 1 ? "cart.limits_step" : "cart.limits", item.limits),
      }}
      onChange={(quantity) => cart.setQuantity(item, quantity)}
    />
  );
}

/** Shown before the change is sent: more pieces than are in stock take longer. */
function Short({ item, quantity }: ItemProps & { readonly quantity: number }) {
  const { t } = useCartScreen();
  const stock = item.stock ?? 0;
  return (
    <p className="cart__short" role="status">
      {stock > 0 && quantity > stock && t("cart.stock_short", { count: quantity, stock })}
    </p>
  );
}

type RemoveButtonProps = { readonly name: string; readonly saving: boolean; readonly onRemove: () => void };

function RemoveButton({ name, saving, onRemove }: RemoveButtonProps) {
  const { t } = useCartScreen();
  return (
    <button
      type="button"
      className="cart__remove"
      aria-label={t("cart.remove_item", { name })}
      aria-disabled={saving || undefined}
      onClick={() => {
        if (!saving) onRemove();
      }}
    >
      {t("cart.remove")}
    </button>
  );
}

type FailureProps = {
  readonly name: string;
  readonly failure: ApiError | undefined;
  readonly faults: readonly CartError[];
};

/** Shown next to the field it is about (QTY-5); errors that existed before the change are omitted. */
function Failure({ name, failure, faults }: FailureProps) {
  const { t } = useCartScreen();
  const details = failure?.details(t("cart.quantity_failed", { name })) ?? faults.map(({ message }) => message);
  const texts = [...new Set(details)].filter((detail) => detail !== "");
  if (texts.length === 0) return null;
  return (
    <ul className="cart__failure">
      {texts.map((detail) => (
        <li key={detail}>{detail}</li>
      ))}
    </ul>
  );
}
