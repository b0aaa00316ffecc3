// The cart of this page: the API's last response, and the visitor's changes that are not confirmed yet.
//
// **Invariants:** requests are sent one after another; a response replaces the whole cart; prices and totals are never
// computed here; a failed change keeps the last confirmed quantity and its error.
import {
  addByNumber,
  addLineItem,
  addPromotion,
  changeLineItem,
  changeLineItems,
  getCart,
  removeLineItem,
} from "../api/cart.gen";
import type { ApiError } from "../api/request";
import type {
  AddedByNumberResponse,
  CartChange,
  CartError,
  CartResponse,
  LineItem,
  NoticeLink,
  NumberLine,
} from "../api/schema.gen";
import { browserClock, type Clock } from "../clock";
import { internalError } from "../internal-error";
import { asApiError, CallQueue } from "./call-queue";
import { createStore, type ReadableStore } from "./create-store";
import { type ItemCount, itemCount } from "./item-count";

/** A quantity is sent after it has not changed for this long (R-CART-02). */
export const QUANTITY_PAUSE_MS = 800;

export type CartStatus = "unknown" | "loading" | "ready" | "saving" | "failed";

/** A quantity that the visitor set: not sent yet, in the queue, or being sent. */
export type Edit = { readonly quantity: number; readonly phase: "waiting" | "queued" | "sending" };

export type CartState = {
  readonly status: CartStatus;
  /** The last response of the API; the only source of prices and totals. */
  readonly cart: CartResponse | null;
  /** Unconfirmed quantities by line item id. */
  readonly edits: Readonly<Record<string, Edit>>;
  /** Errors of the last change of a line item, by line item id; removed by its next change. */
  readonly failures: Readonly<Record<string, ApiError>>;
  /** Why the cart could not be read, while `status` is `failed`; `cart` keeps the last response. */
  readonly failure: ApiError | null;
  /** The messages of the responses since the visitor's last change; most messages are in one response only. */
  readonly notes: CartNotes;
};

/** The messages of a response. */
export type CartNotes = {
  readonly errors: readonly CartError[];
  readonly changes: readonly CartChange[];
  /** A message about the session. */
  readonly notice: string | null;
  /** The login link of the message. */
  readonly login?: NoticeLink;
};

export type CartStore = ReadableStore<CartState> & {
  /** Reads the cart; joins a running read. Never rejects: see `failure`. */
  readonly load: () => Promise<void>;
  /** Like `load`, through another request whose response contains the cart. */
  readonly loadWith: (call: () => Promise<CartResponse>) => Promise<void>;
  /** Sends the quantity after a delay, if it then differs from the confirmed one. */
  readonly setQuantity: (item: LineItem | undefined, quantity: number) => void;
  /** Adds immediately. Rejects with an `ApiError`. */
  readonly add: (productId: string, quantity: number) => Promise<CartResponse>;
  /** Removes immediately. Rejects with an `ApiError`. */
  readonly remove: (item: LineItem | undefined) => Promise<void>;
  /** Adds a promotion code immediately. Rejects with an `ApiError`. */
  readonly addCode: (code: string) => Promise<CartResponse>;
  /** Adds products by number immediately. Rejects with an `ApiError`. */
  readonly addNumbers: (lines: readonly NumberLine[]) => Promise<AddedByNumberResponse>;
  /** Sends quantities that are still waiting; resolves with whether all were accepted. */
  readonly settle: () => Promise<boolean>;
  /** Sends every quantity that was not sent yet, at once and in one request, because the visitor leaves the page. */
  readonly flush: () => void;
  /** Reads the cart again if it was read before: it may have changed elsewhere. */
  readonly refresh: () => void;
  /** Calls `listener` when a quantity could not be changed. */
  readonly onQuantityFailure: (listener: (error: ApiError, item: LineItem) => void) => () => void;
};

const CART_API = { getCart, addByNumber, addLineItem, addPromotion, changeLineItem, changeLineItems, removeLineItem };

export type CartApi = typeof CART_API;

export type CartEnvironment = {
  readonly api: CartApi;
  readonly clock: Clock;
  readonly count: Pick<ItemCount, "get" | "set" | "publish">;
};

const NOTHING: CartNotes = { errors: [], changes: [], notice: null };
const UNKNOWN: CartState = { status: "unknown", cart: null, edits: {}, failures: {}, failure: null, notes: NOTHING };
/** The maximum number of messages that are kept. */
const NOTES_LIMIT = 50;

/** The cart as a state machine with one queue of requests. Pages use `cartStore()`; tests create their own. */
export function createCartStore(environment: CartEnvironment): CartStore {
  return new Cart(environment);
}

class Cart implements CartStore {
  readonly #environment: CartEnvironment;
  readonly #store = createStore(UNKNOWN);
  /** The request that the next read sends instead of its own. */
  #next: (() => Promise<CartResponse>) | null = null;
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

  loadWith(call: () => Promise<CartResponse>): Promise<void> {
    this.#next = call;
    return this.load();
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
    // The row is locked while its change is being sent; this click happened before the lock was visible.
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

  async addNumbers(lines: readonly NumberLine[]): Promise<AddedByNumberResponse> {
    const answers: AddedByNumberResponse[] = [];
    await this.#write(async () => {
      const answer = await this.#environment.api.addByNumber({ body: { lines: [...lines] } });
      answers.push(answer);
      return answer.cart;
    });
    return answers[0] as AddedByNumberResponse;
  }

  async settle(): Promise<boolean> {
    for (const item of this.get().cart?.line_items ?? []) this.#rested(item);
    await this.#queue.settled();
    return Object.keys(this.get().failures).length === 0;
  }

  flush(): void {
    const lines = this.get().cart?.line_items ?? [];
    for (const { id } of lines) this.#pauses.get(id)?.();
    this.#pauses.clear();
    const changed = lines.flatMap((item) => {
      const edit = this.get().edits[item.id];
      const isUnsent = edit !== undefined && edit.phase !== "sending" && edit.quantity !== this.#confirmed(item);
      return isUnsent ? [{ id: item.id, quantity: edit.quantity, edit }] : [];
    });
    for (const { id, edit } of changed) this.#setPhase(id, edit, "sending");
    void this.#sendOnLeaving(changed.map(({ id, quantity }) => ({ id, quantity })));
  }

  /** Outside the queue, which ends with the page; the API keeps the order of a session's changes. */
  async #sendOnLeaving(line_items: { id: string; quantity: number }[]): Promise<void> {
    const { api, count } = this.#environment;
    if (line_items.length === 0) return;
    try {
      const cart = await api.changeLineItems({ body: { line_items } });
      this.#take(cart, "written");
      count.publish(cart.item_count);
    } catch {
      this.refresh();
    }
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
    const read = this.#next ?? this.#environment.api.getCart;
    this.#next = null;
    try {
      const cart = await read();
      this.#take(cart, "read");
      this.#environment.count.set(cart.item_count);
    } catch (error) {
      this.#patch({ status: "failed", failure: asApiError(error) });
    }
  }

  /** Runs a change in the queue; a `null` response means that there was nothing left to change. */
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
      // After a network error the change may still have been made; a line item that is not found was removed elsewhere.
      if (!failure.refused || failure.status === 404) this.refresh();
      throw failure;
    }
  }

  /** A response replaces everything except unsent edits. */
  #take(cart: CartResponse, how: "read" | "written"): void {
    const { edits, failures, notes } = this.get();
    const ids = new Set(cart.line_items.map(({ id }) => id));
    const unsent = Object.entries(edits).filter(([id, { phase }]) => ids.has(id) && phase !== "sending");
    const unread = Object.entries(failures).filter(([id]) => ids.has(id));
    this.#patch({
      cart,
      edits: Object.fromEntries(unsent),
      failures: Object.fromEntries(unread),
      failure: null,
      notes: notesOf(cart, how === "read" ? notes : NOTHING),
    });
  }

  /** The quantity has not changed during the delay: adds it to the queue unless it equals the confirmed one. */
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
        // A newer edit has replaced this one and is sent after its own delay.
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

/**
 * Adds the messages of a response to the earlier ones; an error that blocks the order is repeated in every response
 * while it applies.
 */
function notesOf({ errors, changes, notice }: CartResponse, before: CartNotes): CartNotes {
  const passed = before.errors.filter(
    ({ key, blocks_order }) => !blocks_order && !errors.some((error) => error.key === key),
  );
  return {
    errors: [...errors, ...passed].slice(0, NOTES_LIMIT),
    changes: [...before.changes, ...changes].slice(-NOTES_LIMIT),
    notice: notice?.message ?? before.notice,
    ...loginOf(notice === null ? before.login : notice.login),
  };
}

function loginOf(login: NoticeLink | null | undefined): Pick<CartNotes, "login"> {
  return login ? { login } : {};
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
