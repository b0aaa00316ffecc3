// Commerce events of signals: the generated types, filled with what the pages show (contract "consent").
//
// **Invariant:** prices are those of the API's answer, never computed but for their sum; nothing names a person.
import type {
  AddLineItemRequest,
  CartResponse,
  CheckoutResponse,
  LineItem,
  Money,
  PlaceOrderResponse,
} from "../api/schema.gen";
import type { CommerceBasket, CommerceEvent, CommerceItem, CommerceOrder } from "../props.gen";
import type { Signal } from "./signal";

/** Events of the signals of a page, in their order: a change of the cart is the difference from the one before. */
export function createEvents(): (signal: Signal) => CommerceEvent[] {
  let cart: CartResponse | null = null;
  let begun = false;
  const ofAnswer = ({ call: { url, body }, answer }: Signal & { is: "answer" }): CommerceEvent[] => {
    const before = cart;
    cart = cartIn(answer) ?? cart;
    if (cart === null) return [];
    if (url === "/api/orders") {
      const { order_number } = answer as Partial<PlaceOrderResponse>;
      return order_number ? [{ event: "purchase", ecommerce: ofOrder(order_number, cart) }] : [];
    }
    if (url === "/api/checkout" && !begun) {
      begun = true;
      return [{ event: "begin_checkout", ecommerce: basket(goods(cart).map((line) => [line, line.quantity])) }];
    }
    const written = url.startsWith("/api/cart/") && url !== "/api/cart/overview";
    return written ? ofCart(before, cart, body as Added) : [];
  };
  return (signal) => {
    switch (signal.is) {
      case "answer":
        return ofAnswer(signal);
      case "search":
        return [{ event: "search", search_term: withoutPerson(signal.query), result_count: signal.results }];
      case "form":
        return [{ event: "generate_lead", form_id: signal.form }];
    }
  };
}

/** The cart of an answer: itself, or in it, or in the checkout that it has. */
function cartIn(answer: unknown): CartResponse | null {
  const { line_items, cart, checkout } = (answer ?? {}) as Partial<
    CartResponse & CheckoutResponse & { checkout: unknown }
  >;
  if (line_items !== undefined) return answer as CartResponse;
  return cart ?? (checkout ? cartIn(checkout) : null);
}

type Pieces = readonly [line: LineItem, quantity: number];
/** The body of `POST /api/cart/line-items`; other requests have other bodies, or none. */
type Added = Partial<AddLineItemRequest> | undefined;

function ofCart(before: CartResponse | null, after: CartResponse, added: Added): CommerceEvent[] {
  const quantityIn = (cart: CartResponse, id: string) => goods(cart).find((line) => line.id === id)?.quantity ?? 0;
  const more: Pieces[] = [];
  const fewer: Pieces[] = [];
  if (before === null) {
    const line = goods(after).find(({ product_id }) => product_id === added?.product_id);
    if (line && added?.quantity) more.push([line, added.quantity]);
  } else {
    const lines = new Map([...goods(before), ...goods(after)].map((line) => [line.id, line]));
    for (const [id, line] of lines) {
      const change = quantityIn(after, id) - quantityIn(before, id);
      if (change > 0) more.push([line, change]);
      if (change < 0) fewer.push([line, -change]);
    }
  }
  const events: CommerceEvent[] = [];
  if (more.length > 0) events.push({ event: "add_to_cart", ecommerce: basket(more) });
  if (fewer.length > 0) events.push({ event: "remove_from_cart", ecommerce: basket(fewer) });
  return events;
}

/** Products; promotions and surcharges are none. */
function goods({ line_items }: CartResponse): readonly LineItem[] {
  return line_items.filter(({ product_number }) => product_number !== null);
}

function basket(pieces: readonly Pieces[]): CommerceBasket {
  const sum = pieces.reduce((total, [{ unit_price }, quantity]) => total + (unit_price?.minor ?? 0) * quantity, 0);
  const currency = pieces.find(([{ unit_price }]) => unit_price)?.[0].unit_price?.currency ?? pageCurrency();
  return {
    currency,
    value: amount({ minor: sum, currency }),
    items: pieces.map(([line, quantity]) => itemOf(line, quantity)),
  };
}

type Line = Pick<LineItem, "product_number" | "label" | "unit_price">;

function itemOf({ product_number, label, unit_price }: Line, quantity: number): CommerceItem {
  const price = unit_price === null ? {} : { price: amount(unit_price) };
  return { item_id: product_number ?? "", item_name: label, ...price, quantity };
}

function ofOrder(number: string, cart: CartResponse): CommerceOrder {
  const { total, taxes, shipping } = cart;
  const { currency } = total;
  return {
    transaction_id: number,
    currency,
    value: amount(total),
    tax: amount({ minor: taxes.reduce((sum, tax) => sum + tax.amount.minor, 0), currency }),
    shipping: shipping ? amount(shipping.total) : 0,
    items: goods(cart).map((line) => itemOf(line, line.quantity)),
  };
}

/** `59500` cents as 595. */
export function amount({ minor, currency }: Money): number {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
  }).resolvedOptions();
  return minor / 10 ** digits;
}

export function pageCurrency(): string {
  return document.documentElement.dataset.currency ?? "EUR";
}

/** What is searched for is a product; an e-mail address or a number as long as a telephone's is a person's. */
function withoutPerson(query: string): string {
  return /@|(\d[\s.()/+-]*){7}/.test(query) ? "" : query;
}
