import { describe, expect, it, vi } from "vitest";
import { ApiError } from "../api/request";
import { cartError, cartOf, heldApi, lineItem, PLANK, RAVEL, settled } from "../testing/carts";
import { fakeClock } from "../testing/fake-clock";
import { createCartStore, QUANTITY_PAUSE_MS } from "./cart";
import { createStore } from "./create-store";

const refused = (...details: string[]) =>
  new ApiError(
    409,
    details.map((detail) => ({ code: "CART_REJECTED", title: "Refused", detail })),
  );

function shop() {
  const clock = fakeClock();
  const { api, calls } = heldApi();
  const count = createStore(0);
  const publish = vi.fn(count.set);
  const store = createCartStore({ api, clock, count: { get: count.get, set: count.set, publish } });
  return { clock, calls, count, publish, store };
}

async function shopWith(...items: Parameters<typeof cartOf>[0]) {
  const all = shop();
  void all.store.load();
  await settled();
  await all.calls[0]?.answer(cartOf(items));
  all.calls.length = 0;
  return all;
}

const ravel = lineItem({ quantity: 2 });
const plank = lineItem({ id: PLANK, product_id: PLANK, label: "Plank", quantity: 1 });

describe("R-CART-01 reads, adds, changes and removes", () => {
  it("goes from unknown over loading to ready and sets the count", async () => {
    const { store, calls, count, publish } = shop();
    expect(store.get().status).toBe("unknown");
    void store.load();
    await settled();
    expect(store.get().status).toBe("loading");
    await calls[0]?.answer(cartOf([ravel]));
    expect(store.get()).toMatchObject({ status: "ready", cart: { item_count: 2 } });
    expect(count.get()).toBe(2);
    // Reading does not notify other tabs: otherwise two tabs would make each other read endlessly.
    expect(publish).not.toHaveBeenCalled();
  });

  it("joins a running read, and reads once more if the cart changed elsewhere meanwhile", async () => {
    const { store, calls } = shop();
    void store.load();
    void store.load();
    await settled();
    store.refresh();
    expect(calls.map(({ call }) => call)).toEqual(["get"]);
    await calls[0]?.answer(cartOf([ravel]));
    expect(calls.map(({ call }) => call)).toEqual(["get", "get"]);
  });

  it("fails with its reason, and is ready after a retry", async () => {
    const { store, calls } = shop();
    void store.load();
    await settled();
    await calls[0]?.fail(
      new ApiError(503, [{ code: "MAINTENANCE_MODE", title: "Maintenance", detail: "Even dicht." }]),
    );
    expect(store.get().status).toBe("failed");
    expect(store.get().failure?.maintenance).toBe(true);
    void store.load();
    await settled();
    await calls[1]?.answer(cartOf([]));
    expect(store.get()).toMatchObject({ status: "ready", failure: null });
  });

  it("adds at once and tells other tabs the new count", async () => {
    const { store, calls, publish } = shop();
    const added = store.add(RAVEL, 2);
    await settled();
    expect(calls[0]?.call).toBe(`add ${RAVEL} 2`);
    expect(store.get().status).toBe("saving");
    await calls[0]?.answer(cartOf([ravel]));
    expect((await added).item_count).toBe(2);
    expect(publish).toHaveBeenCalledExactlyOnceWith(2);
    expect(store.get().status).toBe("ready");
  });

  it("removes, and a response replaces everything", async () => {
    const { store, calls } = await shopWith(ravel, plank);
    void store.remove(plank);
    await settled();
    expect(calls[0]?.call).toBe(`remove ${PLANK}`);
    await calls[0]?.answer(cartOf([lineItem({ label: "Ravel, new name" })]));
    expect(store.get().cart?.line_items.map(({ label }) => label)).toEqual(["Ravel, new name"]);
  });

  it("sends one request after another, never two at once", async () => {
    const { store, calls } = await shopWith(ravel, plank);
    void store.add(RAVEL, 1);
    void store.remove(plank);
    await settled();
    expect(calls).toHaveLength(1);
    await calls[0]?.answer(cartOf([ravel, plank]));
    expect(calls.map(({ call }) => call)).toEqual([`add ${RAVEL} 1`, `remove ${PLANK}`]);
    expect(store.get().status).toBe("saving");
    await calls[1]?.answer(cartOf([ravel]));
    expect(store.get().status).toBe("ready");
  });

  it("continues with the queue after a failure", async () => {
    const { store, calls } = await shopWith(ravel);
    const first = store.add(PLANK, 1);
    void store.remove(ravel);
    await settled();
    await calls[0]?.fail(refused("Nee."));
    await expect(first).rejects.toMatchObject({ status: 409 });
    expect(calls[1]?.call).toBe(`remove ${RAVEL}`);
  });

  it("reads the cart again after a network error during a change: it may have been made", async () => {
    const { store, calls } = await shopWith(ravel);
    const removed = store.remove(ravel);
    await settled();
    await calls[0]?.fail(new ApiError(0, []));
    await expect(removed).rejects.toMatchObject({ status: 0 });
    await settled();
    expect(calls[1]?.call).toBe("get");
  });
});

describe("R-CART-02 quantity edits", () => {
  it("are sent after a delay of 800 ms and not after 799, once, with the last quantity", async () => {
    const { store, calls, clock } = await shopWith(ravel);
    store.setQuantity(ravel, 3);
    clock.pass(799);
    store.setQuantity(ravel, 4);
    clock.pass(799);
    await settled();
    expect(calls).toHaveLength(0);
    expect(store.get().edits[RAVEL]).toEqual({ quantity: 4, phase: "waiting" });
    clock.pass(1);
    await settled();
    expect(calls.map(({ call }) => call)).toEqual([`change ${RAVEL} 4`]);
  });

  it("are not sent if the quantity equals the confirmed one again", async () => {
    const { store, calls, clock } = await shopWith(ravel);
    store.setQuantity(ravel, 3);
    store.setQuantity(ravel, 2);
    clock.pass(QUANTITY_PAUSE_MS);
    await settled();
    expect(calls).toHaveLength(0);
    expect(store.get().edits).toEqual({});
  });

  it("lock only their own row while being sent", async () => {
    const { store, calls, clock } = await shopWith(ravel, plank);
    store.setQuantity(ravel, 3);
    clock.pass(QUANTITY_PAUSE_MS);
    await settled();
    expect(store.get().edits[RAVEL]?.phase).toBe("sending");
    store.setQuantity(ravel, 9);
    store.setQuantity(plank, 5);
    expect(store.get().edits).toMatchObject({
      [RAVEL]: { quantity: 3, phase: "sending" },
      [PLANK]: { quantity: 5, phase: "waiting" },
    });
    await calls[0]?.answer(cartOf([lineItem({ quantity: 3 }), plank]));
    // The edit of the other row has not been sent yet, so the response does not change it.
    expect(store.get().edits).toEqual({ [PLANK]: { quantity: 5, phase: "waiting" } });
  });

  it("a newer edit replaces one in the queue, and restarts the delay", async () => {
    const { store, calls, clock } = await shopWith(ravel, plank);
    void store.remove(plank);
    store.setQuantity(ravel, 3);
    clock.pass(QUANTITY_PAUSE_MS);
    await settled();
    expect(store.get().edits[RAVEL]?.phase).toBe("queued");
    store.setQuantity(ravel, 6);
    await calls[0]?.answer(cartOf([ravel]));
    expect(calls).toHaveLength(1);
    clock.pass(QUANTITY_PAUSE_MS);
    await settled();
    expect(calls.map(({ call }) => call)).toEqual([`remove ${PLANK}`, `change ${RAVEL} 6`]);
  });

  it("that fail keep the last confirmed quantity and show every detail (R-CART-06)", async () => {
    const { store, calls, clock } = await shopWith(ravel);
    const heard: string[] = [];
    store.onQuantityFailure((error, item) => heard.push(item.label, ...error.details("fallback")));
    store.setQuantity(ravel, 9);
    clock.pass(QUANTITY_PAUSE_MS);
    await settled();
    await calls[0]?.fail(refused("Te veel.", "Nog 3.", "Te veel."));
    expect(store.get().edits).toEqual({});
    expect(store.get().cart?.line_items[0]?.quantity).toBe(2);
    expect(store.get().failures[RAVEL]?.details("")).toEqual(["Te veel.", "Nog 3."]);
    expect(heard).toEqual(["Ravel", "Te veel.", "Nog 3."]);
    store.setQuantity(ravel, 3);
    expect(store.get().failures).toEqual({});
  });

  it("that are still delayed are sent at once when the visitor leaves", async () => {
    const { store, calls } = await shopWith(ravel);
    store.setQuantity(ravel, 3);
    store.flush();
    await settled();
    expect(calls.map(({ call }) => call)).toEqual([`change ${RAVEL} 3`]);
  });

  it("are all sent in one request when the visitor leaves, whether delayed or running (R-CART-02)", async () => {
    const { store, calls } = await shopWith(ravel, plank);
    store.setQuantity(ravel, 3);
    store.setQuantity(plank, 4);
    store.flush();
    store.flush();
    await settled();
    expect(calls.map(({ call }) => call)).toEqual([`change ${RAVEL} 3, ${PLANK} 4`]);

    const other = await shopWith(ravel, plank);
    void other.store.add(PLANK, 1).catch(() => undefined);
    other.store.setQuantity(ravel, 5);
    other.clock.pass(QUANTITY_PAUSE_MS);
    other.store.setQuantity(plank, 6);
    await settled();
    other.store.flush();
    await settled();
    // One edit is queued behind the running request, one is in its delay; the queued one is not sent again afterwards.
    expect(other.calls.map(({ call }) => call)).toEqual([
      expect.stringMatching(/^add/),
      `change ${RAVEL} 5, ${PLANK} 6`,
    ]);
    await other.calls[0]?.answer(cartOf([ravel, plank]));
    await settled();
    expect(other.calls).toHaveLength(2);
  });

  it("are forgotten when their line is removed", async () => {
    const { store, calls, clock } = await shopWith(ravel);
    store.setQuantity(ravel, 3);
    void store.remove(ravel);
    clock.pass(QUANTITY_PAUSE_MS);
    await settled();
    expect(calls.map(({ call }) => call)).toEqual([`remove ${RAVEL}`]);
  });
});

describe("R-CART-09 a missing cart item", () => {
  it("is thrown in development, with its location", async () => {
    const { store } = shop();
    expect(() => store.setQuantity(undefined, 3)).toThrow(/cart store: setQuantity.*cart item is missing/);
    await expect(store.remove(undefined)).rejects.toThrow(/cart store: remove/);
  });
});

describe("CART-11 changes and notices of a response", () => {
  const change = {
    kind: "quantity",
    line_item_id: PLANK,
    quantity: { before: 2, now: 1 },
    amount: null,
    message: "Plank: het aantal is veranderd van 2 naar 1.",
  } as const;
  const error = cartError({ key: "product-stock-reached", blocks_order: false });
  const blocking = cartError({ key: "product-out-of-stock", blocks_order: true });
  const notice = { code: "session-expired", message: "Uw sessie was verlopen." } as const;

  it("stays through reads, blocking errors only while they apply, until the visitor's next change", async () => {
    const { store, calls } = shop();
    void store.load();
    await settled();
    await calls[0]?.answer(cartOf([ravel], { changes: [change], errors: [error, blocking], notice }));
    expect(store.get().notes).toEqual({ errors: [error, blocking], changes: [change], notice: notice.message });
    store.refresh();
    await settled();
    await calls[1]?.answer(cartOf([ravel]));
    expect(store.get().notes).toEqual({ errors: [error], changes: [change], notice: notice.message });
    void store.add(PLANK, 1);
    await settled();
    await calls[2]?.answer(cartOf([ravel, plank]));
    expect(store.get().notes).toEqual({ errors: [], changes: [], notice: null });
  });

  it("can come with the response to another request; the next read is the cart's own again", async () => {
    const { store, calls } = await shopWith(ravel);
    const other = cartOf([plank], { hash: "0".repeat(64), changes: [change] });
    await store.loadWith(() => Promise.resolve(other));
    expect(store.get().cart?.line_items.map(({ id }) => id)).toEqual([PLANK]);
    expect(store.get().notes.changes).toEqual([change]);
    await store.loadWith(() => Promise.reject(new ApiError(0, [])));
    expect(store.get()).toMatchObject({ status: "failed", failure: { status: 0 } });
    const read = store.load();
    await settled();
    expect(calls.map(({ call }) => call)).toEqual(["get"]);
    await calls[0]?.answer(cartOf([ravel]));
    await read;
    expect(store.get().status).toBe("ready");
  });

  it("a loaded cart stays when it cannot be refreshed", async () => {
    const { store, calls } = await shopWith(ravel);
    store.refresh();
    await settled();
    await calls[0]?.fail(new ApiError(502, []));
    expect(store.get()).toMatchObject({ status: "failed", cart: { item_count: 2 } });
  });
});

describe("R-CART-01 the cart before the order", () => {
  it("sends pending changes and returns whether they were accepted", async () => {
    const { store, calls } = await shopWith(ravel);
    store.setQuantity(ravel, 3);
    const accepted = store.settle();
    await settled();
    expect(calls.map(({ call }) => call)).toEqual([`change ${RAVEL} 3`]);
    await calls[0]?.answer(cartOf([lineItem({ quantity: 3 })]));
    expect(await accepted).toBe(true);
    store.setQuantity(ravel, 9);
    const again = store.settle();
    await settled();
    await calls[1]?.fail(refused("Te veel."));
    expect(await again).toBe(false);
  });

  it("adds a promotion code in the queue", async () => {
    const { store, calls, publish } = await shopWith(ravel);
    const added = store.addCode("WELKOM10");
    await settled();
    expect(calls[0]?.call).toBe("code WELKOM10");
    await calls[0]?.answer(cartOf([ravel, lineItem({ id: PLANK, kind: "promotion" })]));
    expect((await added).line_items).toHaveLength(2);
    expect(publish).toHaveBeenCalledOnce();
  });
});
