// Carts as in responses of the API, and a fake API whose responses a test gives one by one.
import type { CartError, CartResponse, LineItem, Money } from "../api/schema.gen";
import type { CartApi } from "../stores/cart";

export const RAVEL = "0f".repeat(16);
export const PLANK = "a1".repeat(16);

export function euro(minor: number): Money {
  return { minor, currency: "EUR" };
}

export function lineItem(change: Partial<LineItem> = {}): LineItem {
  return {
    id: RAVEL,
    kind: "product",
    product_id: RAVEL,
    product_number: "RAVEL-RU-OA",
    numbers: [{ number: "RAVEL-RU-OA", manufacturer_number: "KA-0140", ean: "8719999001401", quantity: 1 }],
    label: "Ravel",
    path: "/producten/ravel",
    options: [
      { group: "Stof", option: "Roest" },
      { group: "Onderstel", option: "Eiken" },
    ],
    cover: { url: "https://images.example/ravel.webp", alt: "Fauteuil in roest" },
    quantity: 2,
    limits: { min: 1, max: 10, step: 1 },
    stackable: true,
    removable: true,
    good: true,
    digital: false,
    unit_price: euro(129500),
    list_price: null,
    total_price: euro(259000),
    stock: 12,
    delivery: ["Levertijd 6-8 weken", "Bij u in week 1 tot 3, vanaf 7 januari"],
    withdrawal_right: "granted",
    withdrawal_excluded: null,
    energy: null,
    children: [],
    ...change,
  };
}

export function cartError(change: Partial<CartError> = {}): CartError {
  return {
    key: "product-stock-reached",
    message_key: "product-stock-reached",
    level: "warning",
    blocks_order: false,
    message: "Er zijn er nog maar 3.",
    ...change,
  };
}

export function cartOf(items: LineItem[], change: Partial<CartResponse> = {}): CartResponse {
  return {
    line_items: items,
    item_count: items.reduce((sum, { quantity }) => sum + quantity, 0),
    subtotal: euro(259000),
    shipping: { name: "Standaard", total: euro(695) },
    delivery: "Bij u in week 1 tot 3, vanaf 7 januari",
    rounding: null,
    total: euro(259695),
    net_total: euro(214624),
    tax_status: "gross",
    taxes: [{ rate: "21", amount: euro(45071) }],
    errors: [],
    hash: "b3b31fa627cf5c1ef66d9bf357d91a5a3b9664469a2248bdab6ed54baf4cdf0d",
    changes: [],
    notice: null,
    ...change,
  };
}

export type PendingCall = {
  /** For example `change 0f… 3`. */
  readonly call: string;
  readonly answer: (cart: CartResponse) => Promise<void>;
  readonly fail: (error: unknown) => Promise<void>;
};

/** Resolves after all pending promises have continued. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** A fake API that waits for the test; `calls` lists the requests in order. */
export function heldApi(): { api: CartApi; calls: PendingCall[] } {
  const calls: PendingCall[] = [];
  const hold = (call: string) =>
    new Promise<CartResponse>((resolve, reject) => {
      calls.push({
        call,
        answer: (cart) => {
          resolve(cart);
          return settled();
        },
        fail: (error) => {
          reject(error);
          return settled();
        },
      });
    });
  return {
    calls,
    api: {
      getCart: () => hold("get"),
      addLineItem: ({ body }) => hold(`add ${body.product_id} ${body.quantity}`),
      changeLineItem: ({ path, body }) => hold(`change ${path.id} ${body.quantity}`),
      changeLineItems: ({ body }) =>
        hold(`change ${body.line_items.map(({ id, quantity }) => `${id} ${quantity}`).join(", ")}`),
      removeLineItem: ({ path }) => hold(`remove ${path.id}`),
      addByNumber: async ({ body }) => ({
        cart: await hold(`numbers ${body.lines.map(({ number, quantity }) => `${number} ${quantity}`).join(", ")}`),
        lines: body.lines.map((line) => ({ ...line, outcome: "added", label: line.number, in_cart: line.quantity })),
      }),
      addPromotion: ({ body }) => hold(`code ${body.code}`),
    },
  };
}
