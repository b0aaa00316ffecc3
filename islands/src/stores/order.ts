// One order on this page: read, read again, and paid.
//
// **Invariants:** the shown order is the API's last response; only one payment is started at a time; amounts are never
// computed here.
import { getOrder, lookUpOrder } from "../api/orders.gen";
import { pay } from "../api/payment";
import { ApiError } from "../api/request";
import type { LookUpOrderRequest, Order, OrderResponse, PaymentOutcome } from "../api/schema.gen";
import { createStore, type ReadableStore } from "./create-store";

export type OrderScreenState = {
  /**
   * `locked`: the visitor must first enter details of the order; `account`: it belongs to an account that is not logged
   * in here.
   */
  readonly phase: "loading" | "shown" | "locked" | "account" | "failed";
  /** The code of the order's link, once it is known. */
  readonly code: string | null;
  readonly answer: OrderResponse | null;
  /** Why the order could not be read, while the phase is `failed`. */
  readonly failure: ApiError | null;
  readonly busy: "reading" | "paying" | null;
  /** The outcome of the last payment that did not lead to a payment page; removed by the next one. */
  readonly payment: { readonly outcome: Exclude<PaymentOutcome, "redirect">; readonly error: ApiError | null } | null;
};

export type OrderStore = ReadableStore<OrderScreenState> & {
  /** Reads the order. With `quiet` a failure does not change the state. Never rejects: see `phase`. */
  readonly load: (how?: { readonly quiet?: boolean }) => Promise<void>;
  /** Reads the order of a link. Rejects with an `ApiError`. */
  readonly lookUp: (lookup: LookUpOrderRequest) => Promise<void>;
  /** Starts the payment with another method, or with the order's own for `null`. Never rejects: see `payment`. */
  readonly pay: (methodId: string | null) => Promise<void>;
};

const ORDER_API = { getOrder, lookUpOrder, payOrder: pay };

export type OrderApi = typeof ORDER_API;

export type OrderEnvironment = {
  readonly api: OrderApi;
  /** The order's id, if the page's URL contains it. */
  readonly id: string | null;
  /** The code of the order's link, if the page's URL contains it. */
  readonly code: string | null;
  /** The input that unlocked the order before the visitor went to the payment page. */
  readonly lookup: LookUpOrderRequest | null;
  /** Goes to the payment page; `false` if its URL is not allowed. */
  readonly leave: (url: string, orderId: string, lookup: LookUpOrderRequest | null) => boolean;
  /** Called when the payment was started and there is nothing left to do. */
  readonly settle: (order: Order) => void;
};

const LOADING: OrderScreenState = {
  phase: "loading",
  code: null,
  answer: null,
  failure: null,
  busy: null,
  payment: null,
};

/** Errors after which the visitor must enter details of the order. */
const LOCKED = ["LOGIN_REQUIRED", "SESSION_EXPIRED", "ORDER_NOT_FOUND", "ORDER_LOOKUP_REFUSED"];

const OF_ACCOUNT = "ORDER_OF_ACCOUNT";

export function orderStore(environment: Omit<OrderEnvironment, "api">): OrderStore {
  return createOrderStore({ ...environment, api: ORDER_API });
}

export function createOrderStore(environment: OrderEnvironment): OrderStore {
  return new OrderOfPage(environment);
}

class OrderOfPage implements OrderStore {
  readonly #api: OrderApi;
  readonly #id: string | null;
  readonly #leave: OrderEnvironment["leave"];
  readonly #settle: OrderEnvironment["settle"];
  readonly #store = createStore(LOADING);
  #lookup: LookUpOrderRequest | null;
  /** The number of the last read; the response to an earlier one is ignored. */
  #reads = 0;

  readonly get = this.#store.get;
  readonly subscribe = this.#store.subscribe;

  constructor({ api, id, code, lookup, leave, settle }: OrderEnvironment) {
    this.#api = api;
    this.#id = id;
    this.#store.set({ ...LOADING, code });
    this.#lookup = lookup;
    this.#leave = leave;
    this.#settle = settle;
  }

  async load({ quiet = false } = {}): Promise<void> {
    this.#reads += 1;
    const read = this.#reads;
    this.#patch({ busy: "reading" });
    try {
      const answer = await this.#read();
      if (read !== this.#reads) return;
      if (answer === null) this.#patch({ phase: "locked", answer: null, busy: null });
      else this.#patch({ phase: "shown", answer, failure: null, busy: null });
    } catch (error) {
      if (read === this.#reads) this.#fail(asApiError(error), quiet);
    }
  }

  async lookUp(lookup: LookUpOrderRequest): Promise<void> {
    const answer = await this.#api.lookUpOrder({ body: lookup }).catch((error: unknown) => {
      if (error instanceof ApiError && error.is(OF_ACCOUNT)) this.#patch({ phase: "account", code: lookup.code });
      throw error;
    });
    this.#reads += 1;
    this.#lookup = lookup;
    this.#patch({ phase: "shown", answer, failure: null, busy: null });
  }

  async pay(methodId: string | null): Promise<void> {
    const { answer, busy } = this.get();
    if (answer === null || busy === "paying") return;
    // A running read must not overwrite this state.
    this.#reads += 1;
    this.#patch({ busy: "paying", payment: null });
    try {
      const path = { id: answer.order.id };
      const body = { payment_method_id: methodId, lookup: this.#lookup };
      const { payment } = await this.#api.payOrder({ path, body });
      // Busy until the page is left: a second click would start a second payment.
      if (payment.redirect_url !== null && this.#leave(payment.redirect_url, answer.order.id, this.#lookup)) return;
      if (payment.outcome === "none") this.#settle(answer.order);
      const outcome = payment.outcome === "redirect" ? "failed" : payment.outcome;
      this.#patch({ payment: { outcome, error: null } });
    } catch (error) {
      this.#patch({ payment: { outcome: "failed", error: asApiError(error) } });
    }
    // The order itself contains why it was refused and its current state.
    await this.load({ quiet: true });
  }

  #read(): Promise<OrderResponse | null> {
    if (this.#lookup !== null) return this.#api.lookUpOrder({ body: this.#lookup });
    if (this.#id !== null) return this.#api.getOrder({ path: { id: this.#id } });
    const { code } = this.get();
    // The owner's session opens it without further input.
    return code === null ? Promise.resolve(null) : this.#api.lookUpOrder({ body: { code } });
  }

  #fail(failure: ApiError, quiet: boolean): void {
    if (failure.is(OF_ACCOUNT)) {
      this.#lookup = null;
      this.#patch({ phase: "account", answer: null, busy: null });
    } else if (LOCKED.some((code) => failure.is(code))) {
      this.#lookup = null;
      this.#patch({ phase: "locked", answer: null, busy: null });
    } else if (quiet && this.get().phase === "shown") this.#patch({ busy: null });
    else this.#patch({ phase: "failed", answer: null, failure, busy: null });
  }

  #patch(change: Partial<OrderScreenState>): void {
    this.#store.set({ ...this.get(), ...change });
  }
}

function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(0, [], { cause: error });
}
