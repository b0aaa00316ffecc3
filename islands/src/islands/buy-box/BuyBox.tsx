// Quantity and button of a product page: adds to the cart with one click and shows the outcome next to the button
// (R-PDP-05).
import { useState } from "react";
import type { ApiError } from "../../api/request";
import type { CartResponse, Money, Offer } from "../../api/schema.gen";
import { formatMoney } from "../../format";
import type { Translate } from "../../i18n";
import type { BuyBoxProps } from "../../props.gen";
import type { CartStore } from "../../stores/cart";
import type { Store } from "../../stores/create-store";
import type { Added } from "../../stores/item-count";
import type { OfferStore } from "../../stores/offer";
import type { SessionStore } from "../../stores/session";
import { OrderingClosed } from "../../ui/ordering-closed";
import { nearestQuantity } from "../../ui/quantity";
import { QuantityStepper } from "../../ui/quantity-stepper";
import { useOrderingAllowed } from "../../ui/use-ordering-allowed";
import { useStore } from "../../ui/use-store";
import type { BuyBoxKey } from "./messages";
import { causesOfFailure, outcomeOf } from "./outcome";

type Props = BuyBoxProps & {
  readonly typedQuantity: number | null;
  readonly t: Translate<BuyBoxKey>;
  readonly cart: CartStore;
  readonly session: SessionStore;
  readonly offers: OfferStore;
  readonly locale: string;
  /** Announces an added product to the whole page. */
  readonly added: Pick<Store<Added | null>, "set">;
};

type State =
  | { readonly phase: "idle" | "pending" }
  | { readonly phase: "error"; readonly causes: readonly string[] }
  | {
      readonly phase: "success";
      readonly causes: readonly string[];
      readonly quantity: number;
      readonly itemCount: number;
    };

export function BuyBox(props: Props) {
  const { t, session, ordering_allowed, ways, offers, locale } = props;
  const known = useStore(offers);
  const open = useOrderingAllowed(ordering_allowed, session);
  if (!open) return <OrderingClosed title={t("buy_box.closed_title")} text={t("buy_box.closed_text")} ways={ways} />;
  // The page's own data applies until this visitor's offer is loaded (R-PDP-03).
  const offer = known.status === "success" ? known.offer : undefined;
  const soldOut = offer === null || (offer?.stock_state ?? props.stock_state) === "outOfStock";
  if (soldOut) {
    return (
      <div className="buy-box__sold-out">
        <OrderingClosed title={t("buy_box.sold_out")} text={t("buy_box.sold_out_ask")} ways={ways} />
      </div>
    );
  }
  const priceOf = (quantity: number) => (offer ? formatMoney(priceAt(offer, quantity), locale) : props.price_text);
  return <BuyForm {...props} priceOf={priceOf} stock={offer?.available_stock ?? 0} />;
}

/** The unit price at a quantity. */
function priceAt({ tiers, unit }: Offer, quantity: number): Money {
  const tier = tiers.find(({ from, to }) => from <= quantity && (to === null || quantity <= to));
  return (tier?.unit ?? unit).price;
}

function BuyForm(props: Props & { readonly priceOf: (quantity: number) => string; readonly stock: number }) {
  const { t, cart, name, product_id, priceOf, limits, cart_path, typedQuantity, added, stock } = props;
  const [quantity, setQuantity] = useState(() => nearestQuantity(typedQuantity ?? limits.min, limits));
  const [state, setState] = useState<State>({ phase: "idle" });
  const pending = state.phase === "pending" || undefined;

  const settle = (answer: CartResponse) => {
    const { added: isAdded, causes } = outcomeOf(answer, product_id);
    if (!isAdded) return setState({ phase: "error", causes });
    const { item_count: itemCount } = answer;
    setState({ phase: "success", causes, quantity, itemCount });
    added.set({ productId: product_id, name, quantity, itemCount });
  };
  const buy = () => {
    // A second click during the request would add the product twice.
    if (pending) return;
    setState({ phase: "pending" });
    cart
      .add(product_id, quantity)
      .then(settle, (error: ApiError) =>
        setState({ phase: "error", causes: causesOfFailure(error, t("buy_box.unreachable")) }),
      );
  };

  return (
    <div className="buy-box__form" data-state={state.phase}>
      <QuantityStepper
        quantity={quantity}
        limits={limits}
        texts={{
          label: t("buy_box.quantity"),
          name: t("buy_box.quantity_of", { name }),
          decrease: t("buy_box.decrease", { name }),
          increase: t("buy_box.increase", { name }),
          limits: t(limits.step > 1 ? "buy_box.limits_step" : "buy_box.limits", limits),
        }}
        onChange={setQuantity}
      />
      <button type="button" className="buy-box__button" data-buy="" aria-disabled={pending} onClick={buy}>
        <span className="buy-box__label" aria-hidden={pending}>
          {t("buy_box.add")} <span className="buy-box__price">{priceOf(quantity)}</span>
        </span>
        {pending && <span className="buy-box__pending">{t("buy_box.adding")}</span>}
      </button>
      <p className="buy-box__short" role="status">
        {stock > 0 && quantity > stock && t("buy_box.stock_short", { count: quantity, stock })}
      </p>
      <Result state={state} name={name} cartPath={cart_path} t={t} />
    </div>
  );
}

type ResultProps = {
  readonly state: State;
  readonly name: string;
  readonly cartPath: string;
  readonly t: Translate<BuyBoxKey>;
};

/**
 * The alert region exists before it has content, because screen readers announce changes of a region, not its
 * insertion. Success is announced by the header's region.
 */
function Result({ state, name, cartPath, t }: ResultProps) {
  const success = state.phase === "success" && state;
  const error = state.phase === "error" && state;
  return (
    <div className="buy-box__result">
      <div className="buy-box__confirmation">
        {success && (
          <>
            <p>{t("buy_box.added", { name, count: success.quantity })}</p>
            <p>
              {t("buy_box.cart_holds", { count: success.itemCount })} <a href={cartPath}>{t("buy_box.to_cart")}</a>
            </p>
            <Causes causes={success.causes} />
          </>
        )}
      </div>
      <div className="buy-box__error" role="alert">
        {error && (
          <>
            <p>{t("buy_box.failed")}</p>
            <Causes causes={error.causes} />
          </>
        )}
      </div>
    </div>
  );
}

function Causes({ causes }: { readonly causes: readonly string[] }) {
  if (causes.length === 0) return null;
  return (
    <ul className="buy-box__causes">
      {causes.map((cause) => (
        <li key={cause}>{cause}</li>
      ))}
    </ul>
  );
}
