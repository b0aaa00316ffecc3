import { describe, expect, it, vi } from "vitest";
import { ApiError } from "../api/request";
import type { CartChange } from "../api/schema.gen";
import { cartOf, settled } from "../testing/carts";
import { checkoutOf, checkoutOfCustomer, EXPRESS, heldCheckoutApi, INVOICE, STANDARD } from "../testing/checkouts";
import { chosenId, createCheckoutStore } from "./checkout";

const refusal = (code: string, status = 409, body?: unknown) =>
  new ApiError(status, [{ code, title: "Refused", detail: "Dat kan niet." }], { body });
const ORDER = { idempotency_key: "k".repeat(16), cart_hash: "ab".repeat(16), accept_terms: true, comment: null };

async function open() {
  const { api, calls } = heldCheckoutApi();
  const count = { set: vi.fn(), publish: vi.fn() };
  const store = createCheckoutStore({ api, count });
  void store.load();
  await settled();
  await calls.shift()?.answer(checkoutOf());
  return { store, calls, count };
}

describe("R-CHK-02 each change refreshes the session context and the cart", () => {
  it("shows a choice at once and the complete response after it", async () => {
    const { store, calls, count } = await open();
    const done = store.choose({ shipping_method_id: EXPRESS });
    await settled();
    expect(chosenId(store.get(), "shipping_method_id")).toBe(EXPRESS);
    expect(store.get()).toMatchObject({ status: "saving", checkout: { shipping_method_id: STANDARD } });
    expect(calls[0]).toMatchObject({ call: "change", body: { shipping_method_id: EXPRESS } });
    const cart = cartOf([], { item_count: 3 });
    await calls[0]?.answer({ checkout: checkoutOf({ shipping_method_id: EXPRESS, payment_methods: [], cart }) });
    expect(await done).toBe(true);
    expect(store.get()).toMatchObject({ status: "ready", chosen: {}, checkout: { payment_methods: [], cart } });
    expect(count.publish).toHaveBeenLastCalledWith(3);
  });

  it("reverts a refused choice, with the reason", async () => {
    const { store, calls } = await open();
    const done = store.choose({ payment_method_id: INVOICE });
    await settled();
    await calls[0]?.fail(refusal("PAYMENT_METHOD_NOT_AVAILABLE", 422));
    expect(await done).toBe(false);
    expect(store.get().chosen).toEqual({});
    expect(store.get().refusal).toMatchObject({ choice: "payment_method_id", error: { status: 422 } });
    expect(calls).toHaveLength(1);
  });

  it("sends changes one after another, the last choice wins", async () => {
    const { store, calls } = await open();
    void store.choose({ shipping_method_id: EXPRESS });
    void store.choose({ shipping_method_id: STANDARD });
    await settled();
    expect(calls).toHaveLength(1);
    await calls[0]?.answer({ checkout: checkoutOf({ shipping_method_id: EXPRESS }) });
    expect(calls).toHaveLength(2);
    expect(chosenId(store.get(), "shipping_method_id")).toBe(STANDARD);
    await calls[1]?.answer({ checkout: checkoutOf() });
    expect(store.get()).toMatchObject({ status: "ready", chosen: {}, checkout: { shipping_method_id: STANDARD } });
  });

  it("reads the checkout again if a change was made but could not be read back", async () => {
    const { store, calls } = await open();
    void store.choose({ shipping_method_id: EXPRESS });
    await settled();
    await calls[0]?.answer({ checkout: null });
    expect(calls[1]?.call).toBe("get");
    await calls[1]?.answer(checkoutOf({ shipping_method_id: EXPRESS }));
    expect(store.get()).toMatchObject({ status: "ready", checkout: { shipping_method_id: EXPRESS } });
  });

  it("adds an address to the address book and ships to it", async () => {
    const { store, calls } = await open();
    void store.deliverTo({ first_name: "Noor" } as never);
    await settled();
    await calls[0]?.answer({ changed_id: "51".repeat(16) });
    expect(calls[1]).toMatchObject({ call: "change", body: { shipping_address_id: "51".repeat(16) } });
    await calls[1]?.answer({ checkout: checkoutOfCustomer(false) });
    expect(store.get().checkout?.customer?.guest).toBe(false);
  });
});

describe("reads again after an uncertain change, or if it belongs to another session", () => {
  it.each([
    ["a broken line", new ApiError(0, [])],
    ["a failed backend", refusal("BACKEND_UNAVAILABLE", 502)],
    ["another session", refusal("SESSION_CHANGED")],
  ])("after %s", async (_, failure) => {
    const { store, calls } = await open();
    void store.choose({ shipping_method_id: EXPRESS });
    await settled();
    await calls[0]?.fail(failure);
    expect(calls.map(({ call }) => call)).toEqual(["change", "get"]);
  });
});

describe("CHK-8 an order of a cart that has changed", () => {
  it("is refused with the old and the new cart", async () => {
    const { store, calls, count } = await open();
    const before = store.get().checkout?.cart;
    const cart = cartOf([], { hash: "cd".repeat(16), item_count: 1 });
    const order = store.order(ORDER).catch((error: unknown) => error);
    await settled();
    await calls[0]?.fail(refusal("CART_CHANGED", 409, { cart }));
    expect(await order).toBeInstanceOf(ApiError);
    expect(store.get()).toMatchObject({ status: "ready", checkout: { cart }, outdated: before });
    expect(count.publish).toHaveBeenLastCalledWith(1);
    // Later changes by the visitor are not reported.
    void store.choose({ shipping_method_id: EXPRESS });
    await settled();
    await calls[1]?.answer({ checkout: checkoutOf({ shipping_method_id: EXPRESS }) });
    expect(store.get().outdated).toBeNull();
  });

  it("keeps the shop's changes, which the API reports once, and the latest per line", async () => {
    const { store, calls } = await open();
    const change = (line_item_id: string, message: string) => ({
      ...({ kind: "price", line_item_id, quantity: null, amount: null } as unknown as CartChange),
      message,
    });
    const answer = async (changes: CartChange[]) => {
      void store.choose({ shipping_method_id: EXPRESS });
      await settled();
      await calls.shift()?.answer({ checkout: checkoutOf({ cart: cartOf([], { changes }) }) });
    };
    await answer([change("a", "Ravel heeft een andere prijs.")]);
    await answer([]);
    await answer([change("b", "Plank heeft een andere prijs."), change("a", "Ravel heeft weer een andere prijs.")]);
    expect(store.get().changes.map(({ message }) => message)).toEqual([
      "Plank heeft een andere prijs.",
      "Ravel heeft weer een andere prijs.",
    ]);
  });

  it("empties the count of all tabs once it is placed", async () => {
    const { store, calls, count } = await open();
    void store.order(ORDER);
    await settled();
    await calls[0]?.answer({ order_id: "61".repeat(16) });
    expect(count.publish).toHaveBeenLastCalledWith(0);
  });
});
