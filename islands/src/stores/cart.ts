// The cart of this page: what the API last said, and what the visitor wants that it has not confirmed yet.
//
// **Invariants:** calls go out one after another; an answer replaces everything that was known; a price or total is never computed here;
// a change that fails leaves the last confirmed quantity and says why.
import { addLineItem, addPromotion, changeLineItem, getCart, removeLineItem } from "../api/cart.gen";
import type { ApiError } from "../api/request";
import type { CartChange, CartError, CartResponse, LineItem } from "../api/schema.gen";
import { browserClock, type Clock } from "../clock";
import { internalError } from "../internal-error";
import { asApiError, CallQueue } from "./call-queue";
import { createStore, type ReadableStore } from "./create-store";
import { type ItemCount, itemCount } from "./item-count";

/** A quantity is sent when it has rested this long (R-CART-02). */
export const QUANTITY_PAUSE_MS = 800;

export type CartStatus = "unknown" | "loading" | "ready" | "saving" | "failed";

/** A quantity that the visitor set: still resting, in the queue, or on its way. */
export type Edit = { readonly quantity: number; readonly phase: "waiting" | "queued" | "sending" };

export type CartState = {
  readonly status: CartStatus;
  /** The last answer of the API; prices and totals stand here only. */
  readonly cart: CartResponse | null;
  /** By line item id. */
  readonly edits: Readonly<Record<string, Edit>>;
  /** Why the last change of a line failed, by line item id; until its next change. */
  readonly failures: Readonly<Record<string, ApiError>>;
  /** Why the cart could not be read, while `status` is `failed`; what was read before stays in `cart`. */
  readonly failure: ApiError | null;
  /** What the answers since the visitor's last change said: most of it stands in one answer only. */
  readonly told: Told;
};

/** What an answer says beside the cart itself. */
export type Told = {
  readonly errors: readonly CartError[];
  readonly changes: readonly CartChange[];
  /** A word about the session. */
  readonly notice: string | null;
};

export type CartStore = ReadableStore<CartState> & {
  /** Reads the cart; a read that is on its way is joined. Never rejects: see `failure`. */
  readonly load: () => Promise<void>;
  /** Sends the quantity after a pause, if it differs from the confirmed one by then. */
  readonly setQuantity: (item: LineItem | undefined, quantity: number) => void;
  /** Adds at once. Rejects with an `ApiError`. */
  readonly add: (productId: string, quantity: number) => Promise<CartResponse>;
  /** Removes at once. Rejects with an `ApiError`. */
  readonly remove: (item: LineItem | undefined) => Promise<void>;
  /** Adds a promotion code at once. Rejects with an `ApiError`. */
  readonly addCode: (code: string) => Promise<CartResponse>;
  /** Takes a cart that came with another answer, in its turn; one that is the same says nothing new. */
  readonly readWith: <Answer extends { readonly cart: CartResponse }>(call: () => Promise<Answer>) => Promise<Answer>;
  /** Sends what still rests; resolves with whether all of it was accepted. */
  readonly settle: () => Promise<boolean>;
  /** Sends what still rests: the visitor leaves the page. */
  readonly flush: () => void;
  /** Reads the cart again if it was read before: it may have changed elsewhere. */
  readonly refresh: () => void;
  /** Calls `listener` when a quantity could not be changed. */
  readonly onQuantityFailure: (listener: (error: ApiError, item: LineItem) => void) => () => void;
};

const CART_API = { getCart, addLineItem, addPromotion, changeLineItem, removeLineItem };

export type CartApi = typeof CART_API;

export type CartEnvironment = {
  readonly api: CartApi;
  readonly clock: Clock;
  readonly count: Pick<ItemCount, "get" | "set" | "publish">;
};

const NOTHING: Told = { errors: [], changes: [], notice: null };
const UNKNOWN: CartState = { status: "unknown", cart: null, edits: {}, failures: {}, failure: null, told: NOTHING };
/** More changes than this that nobody answered are not all kept. */
const TOLD_LIMIT = 50;

/** The cart as a state machine over one queue of calls. Use `cartStore()` on a page; tests make their own. */
export function createCartStore(environment: CartEnvironment): CartStore {
  return new Cart(environment);
}

class Cart implements CartStore {
  readonly #environment: CartEnvironment;
  readonly #store = createStore(UNKNOWN);
  readonly #pauses = new Map<string, () => void>();
  readonly #failureListeners = new Set<(error: ApiError, item: LineItem) => void>();
  readonly #queue = new CallQueue(() => this.#read(), {
    begun: (status) => this.#patch({ status }),
    idle: () => this.#settled(),
  });

  readonly get = this.#store.get;
  readonly subscribe = this.#store.subscribe;

  constructor(environment: CartEnvironment) {
    this.#environment = environment;
  }

  load(): Promise<void> {
    return this.#queue.read();
  }

  refresh(): void {
    this.#queue.refresh(this.get().cart !== null);
  }

  setQuantity(item: LineItem | undefined, quantity: number): void {
    if (item === undefined) {
      internalError("the cart item is missing", "cart store: setQuantity");
      return;
    }
    const { edits, failures } = this.get();
    // Its row is locked while it is on its way; what comes now is a press that was already in the air.
    if (edits[item.id]?.phase === "sending") return;
    this.#patch({
      edits: { ...edits, [item.id]: { quantity, phase: "waiting" } },
      failures: without(failures, item.id),
    });
    this.#pauses.get(item.id)?.();
    this.#pauses.set(
      item.id,
      this.#environment.clock.after(QUANTITY_PAUSE_MS, () => this.#rested(item)),
    );
  }

  add(productId: string, quantity: number): Promise<CartResponse> {
    return this.#write(() => this.#environment.api.addLineItem({ body: { product_id: productId, quantity } }));
  }

  async remove(item: LineItem | undefined): Promise<void> {
    if (item === undefined) {
      internalError("the cart item is missing", "cart store: remove");
      return;
    }
    this.#pauses.get(item.id)?.();
    this.#patch({ edits: without(this.get().edits, item.id) });
    await this.#write(() => this.#environment.api.removeLineItem({ path: { id: item.id } }));
  }

  addCode(code: string): Promise<CartResponse> {
    return this.#write(() => this.#environment.api.addPromotion({ body: { code } }));
  }

  readWith<Answer extends { readonly cart: CartResponse }>(call: () => Promise<Answer>): Promise<Answer> {
    return this.#queue.runUnseen(async () => {
      const answer = await call();
      if (answer.cart.hash !== this.get().cart?.hash) this.#take(answer.cart, "read");
      return answer;
    });
  }

  async settle(): Promise<boolean> {
    this.flush();
    await this.#queue.settled();
    return Object.keys(this.get().failures).length === 0;
  }

  flush(): void {
    const lines = this.get().cart?.line_items ?? [];
    for (const item of lines) this.#rested(item);
  }

  onQuantityFailure(listener: (error: ApiError, item: LineItem) => void): () => void {
    this.#failureListeners.add(listener);
    return () => this.#failureListeners.delete(listener);
  }

  #patch(change: Partial<CartState>): void {
    this.#store.set({ ...this.get(), ...change });
  }

  #settled(): void {
    const { status, cart } = this.get();
    if (status !== "failed") this.#patch({ status: cart === null ? "unknown" : "ready" });
  }

  async #read(): Promise<void> {
    try {
      const cart = await this.#environment.api.getCart();
      this.#take(cart, "read");
      this.#environment.count.set(cart.item_count);
    } catch (error) {
      this.#patch({ status: "failed", failure: asApiError(error) });
    }
  }

  /** Runs a change in its turn; a `null` answer says that there was nothing to change any more. */
  async #write<Answer extends CartResponse | null>(call: () => Promise<Answer>): Promise<Answer> {
    try {
      return await this.#queue.run("saving", async () => {
        const cart = await call();
        if (cart === null) return cart;
        this.#take(cart, "written");
        this.#environment.count.publish(cart.item_count);
        return cart;
      });
    } catch (error) {
      const failure = asApiError(error);
      // Behind a broken line the change may have been made; a line that is not found was removed elsewhere.
      if (!failure.refused || failure.status === 404) this.refresh();
      throw failure;
    }
  }

  /** An answer replaces everything but what the visitor set since and was not sent yet. */
  #take(cart: CartResponse, how: "read" | "written"): void {
    const { edits, failures, told } = this.get();
    const ids = new Set(cart.line_items.map(({ id }) => id));
    const unsent = Object.entries(edits).filter(([id, { phase }]) => ids.has(id) && phase !== "sending");
    const unread = Object.entries(failures).filter(([id]) => ids.has(id));
    this.#patch({
      cart,
      edits: Object.fromEntries(unsent),
      failures: Object.fromEntries(unread),
      failure: null,
      told: toldBy(cart, how === "read" ? told : NOTHING),
    });
  }

  /** The quantity has rested: it takes its place in the queue if it still says something new. */
  #rested(item: LineItem): void {
    this.#pauses.get(item.id)?.();
    this.#pauses.delete(item.id);
    const edit = this.get().edits[item.id];
    if (edit?.phase !== "waiting") return;
    if (edit.quantity === this.#confirmed(item)) {
      this.#patch({ edits: without(this.get().edits, item.id) });
      return;
    }
    this.#setPhase(item.id, edit, "queued");
    void this.#sendQuantity(item);
  }

  async #sendQuantity(item: LineItem): Promise<void> {
    try {
      await this.#write(async () => {
        const edit = this.get().edits[item.id];
        // A newer edit has taken this one's place and comes when it has rested.
        if (edit?.phase !== "queued") return null;
        this.#setPhase(item.id, edit, "sending");
        return this.#environment.api.changeLineItem({ path: { id: item.id }, body: { quantity: edit.quantity } });
      });
    } catch (error) {
      const failure = asApiError(error);
      const { edits, failures } = this.get();
      this.#patch({ edits: without(edits, item.id), failures: { ...failures, [item.id]: failure } });
      for (const listener of [...this.#failureListeners]) listener(failure, item);
    }
  }

  #setPhase(id: string, edit: Edit, phase: Edit["phase"]): void {
    this.#patch({ edits: { ...this.get().edits, [id]: { ...edit, phase } } });
  }

  #confirmed(item: LineItem): number {
    return this.get().cart?.line_items.find(({ id }) => id === item.id)?.quantity ?? item.quantity;
  }
}

/** What was said before stays beside what this answer says; an error that blocks the order stands in every answer for as long as it does. */
function toldBy({ errors, changes, notice }: CartResponse, before: Told): Told {
  const passed = before.errors.filter(
    ({ key, blocks_order }) => !blocks_order && !errors.some((error) => error.key === key),
  );
  return {
    errors: [...errors, ...passed].slice(0, TOLD_LIMIT),
    changes: [...before.changes, ...changes].slice(-TOLD_LIMIT),
    notice: notice?.message ?? before.notice,
  };
}

function without<Value>(record: Readonly<Record<string, Value>>, id: string): Record<string, Value> {
  const { [id]: _, ...rest } = record;
  return rest;
}

let shared: CartStore | undefined;

/** The cart that all islands of this page share. */
export function cartStore(): CartStore {
  if (shared === undefined) {
    const count = itemCount();
    const cart = createCartStore({ api: CART_API, clock: browserClock, count });
    count.onRemoteChange(() => cart.refresh());
    addEventListener("pageshow", (event) => {
      if (event.persisted) cart.refresh();
    });
    addEventListener("pagehide", () => cart.flush());
    shared = cart;
  }
  return shared;
}
