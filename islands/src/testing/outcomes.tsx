// Orders as in responses of the API, and the screens after an order with a fake API whose order a test can change.
import { act, render } from "@testing-library/react";
import { ApiError } from "../api/request";
import type { LookUpOrderRequest, Order, OrderPayment, OrderResponse, PaymentStart } from "../api/schema.gen";
import { formatMoney } from "../format";
import { createTranslate, type Messages, pageLocale } from "../i18n";
import { type OutcomeScreen, OutcomeScreenProvider } from "../islands/order-outcome/context";
import type { OutcomeKey } from "../islands/order-outcome/messages";
import { OrderOutcome } from "../islands/order-outcome/OrderOutcome";
import { createThisTab } from "../islands/order-outcome/this-tab";
import type { OrderOutcomeProps } from "../props.gen";
import { createCountdown } from "../stores/countdown";
import { createOrderStore, type OrderApi } from "../stores/order";
import { createMemory, type Placed } from "../stores/order-memory";
import { createSessionStore } from "../stores/session";
import { euro, settled } from "./carts";
import { fakeClock } from "./fake-clock";
import { DUTCH } from "./messages";

export const ID = "0198ae6f1a3b7c2d8e4f5a6b7c8d9e0f";
export const CODE = "VNHzUJi2ioujVWdnCeYzExOihpHcxX3S";
export const PAGE = "https://pay.example/1";
export const IDEAL = {
  id: "a".repeat(32),
  name: "iDEAL",
  description: null,
  icon: null,
  way: "page",
  after_order: true,
} as const;
export const INVOICE = { ...IDEAL, id: "b".repeat(32), name: "Op rekening" };
export const PLACED: Placed = {
  order_id: ID,
  order_number: "10042",
  redirect_url: PAGE,
  payment: "redirect",
  left: false,
};
export const PROPS: OrderOutcomeProps = {
  screen: "placed",
  pattern: "/checkout/order/:id",
  ordering_allowed: true,
  register_path: "/registreren",
  login_path: "/inloggen",
  account_path: "/account",
  home_path: "/",
  contact_path: "/contact",
  withdrawal_path: "/retourneren",
  withdraw_path: "/overeenkomst-ontbinden",
};

export function orderOf(payment: Partial<OrderPayment> = {}, change: Partial<Order> = {}): OrderResponse {
  const order: Order = {
    id: ID,
    number: "10042",
    placed_at: "2026-05-01T10:00:00Z",
    state: "open",
    status: { code: "open", name: "Open" },
    delivery_status: null,
    payment_status: null,
    tracking: [],
    timeline: [],
    documents: [],
    can_be_cancelled: false,
    withdrawal: { period_days: 14, until: null, days_left: null },
    payment: {
      state: "unpaid",
      method_id: IDEAL.id,
      method: IDEAL.name,
      description: null,
      way: "page",
      transfer: null,
      can_be_paid: true,
      page: null,
      ...payment,
    },
    email: "noor@example.test",
    billing_address: null,
    shipping_address: null,
    line_items: [],
    subtotal: euro(14900),
    shipping: null,
    delivery: null,
    rounding: null,
    total: euro(14900),
    net_total: euro(12314),
    tax_status: "gross",
    taxes: [{ rate: "21", amount: euro(2586) }],
    reference: null,
    withdrawal_waived: null,
    old_device: null,
    comment: null,
    legal_texts: [],
    ...change,
  };
  return { order, payment_methods: order.payment.can_be_paid ? [IDEAL, INVOICE] : [] };
}

/** A fake API whose order a test can change. */
function shopOf(answer: () => OrderResponse | ApiError) {
  const calls: { name: string; body?: unknown }[] = [];
  let start: PaymentStart | ApiError = { outcome: "redirect", redirect_url: PAGE };
  const give = async <Value,>(value: Value | ApiError): Promise<Value> => {
    if (value instanceof ApiError) throw value;
    return value;
  };
  const api: OrderApi = {
    getOrder: () => {
      calls.push({ name: "get" });
      return give(answer());
    },
    lookUpOrder: ({ body }: { body: LookUpOrderRequest }) => {
      calls.push({ name: "look up", body });
      return give(answer());
    },
    payOrder: async ({ body }) => {
      calls.push({ name: "pay", body });
      return { payment: await give(start) };
    },
  };
  const startsWith = (next: PaymentStart | ApiError) => {
    start = next;
  };
  return { api, calls, startsWith };
}

type Opening = {
  readonly screen?: OrderOutcomeProps["screen"];
  readonly key?: OutcomeScreen["key"];
  readonly placed?: Placed;
  readonly expired?: boolean;
  /** The texts; Dutch by default. */
  readonly messages?: Messages;
};

export async function open(answer: () => OrderResponse | ApiError, opening: Opening = {}) {
  const { screen: kind = "placed", key = { id: ID, code: null }, placed, expired = false } = opening;
  const locale = pageLocale();
  const clock = fakeClock();
  const gone: string[] = [];
  const memory = createMemory<never>(() => sessionStorage);
  if (placed !== undefined) memory.keepPlaced(placed);
  const tab = createThisTab({ memory, clock, origin: "https://shop.example", go: (url) => gone.push(url) });
  const shop = shopOf(answer);
  const value: OutcomeScreen = {
    props: { ...PROPS, screen: kind },
    t: createTranslate<OutcomeKey>(opening.messages ?? DUTCH.orderOutcome, locale),
    money: (amount) => formatMoney(amount, locale),
    key,
    expired,
    title: "Uw bestelling",
    order: createOrderStore({
      api: shop.api,
      ...key,
      lookup: tab.lookup(key.id),
      leave: tab.leave,
      settle: tab.settle,
    }),
    customer: false,
    session: createSessionStore({ getSession: () => Promise.reject(new Error("not asked")) }),
    tab,
    countdown: createCountdown(clock, 5, () => {
      const page = tab.waiting(key.id);
      if (page !== null && key.id !== null) tab.leave(page, key.id);
    }),
    clock,
    print: () => {},
  };
  render(
    <OutcomeScreenProvider value={value}>
      <OrderOutcome />
    </OutcomeScreenProvider>,
  );
  await act(settled);
  return { ...shop, gone, memory, pass: (ms: number) => step(() => clock.pass(ms)) };
}

/** Runs an action and waits for its effects. */
export const step = (run: () => unknown) =>
  act(async () => {
    run();
    await settled();
  });
