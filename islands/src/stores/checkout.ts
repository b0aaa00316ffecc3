// The checkout of this page: the API's last response, and the visitor's choices that are not confirmed yet.
//
// **Invariants:** requests are sent one after another; a choice is shown immediately and reverted, with the reason, if
// it is refused; a response replaces the whole checkout; amounts are never computed here.
import { changeAddress, createAddress } from "../api/addresses.gen";
import { changeCheckout, getCheckout, goOnAsGuest, orderAsGuest } from "../api/checkout.gen";
import { placeAndPay } from "../api/payment";
import type { ApiError } from "../api/request";
import type {
  AddressInput,
  CartChange,
  CartChangedResponse,
  CartResponse,
  ChangeCheckoutRequest,
  CheckoutChangedResponse,
  CheckoutResponse,
  GuestRequest,
  PlacedOrderResponse,
  PlaceOrderRequest,
} from "../api/schema.gen";
import { asApiError, CallQueue } from "./call-queue";
import { createStore, type ReadableStore } from "./create-store";
import { type ItemCount, itemCount } from "./item-count";

export type CheckoutStatus = "unknown" | "loading" | "ready" | "saving" | "failed";

/** The possible choices, by their names in the API. */
export type Choices = { readonly [Name in keyof ChangeCheckoutRequest]?: string };

export type CheckoutState = {
  readonly status: CheckoutStatus;
  /** The last response of the API; the only source of amounts. */
  readonly checkout: CheckoutResponse | null;
  /** Unconfirmed choices. */
  readonly chosen: Choices;
  /** Why the last choice was reverted; removed by the next one. */
  readonly refusal: { readonly choice: keyof Choices; readonly error: ApiError } | null;
  /** Why the checkout could not be read, while `status` is `failed`. */
  readonly failure: ApiError | null;
  /** Changes that the shop made by itself. The API reports each once; they are kept to be shown at the review. */
  readonly changes: readonly CartChange[];
  /** The cart that was shown when its order was refused because the cart had changed; removed by the next response. */
  readonly outdated: CartResponse | null;
};

export type CheckoutStore = ReadableStore<CheckoutState> & {
  /** Reads the checkout; joins a running read. Never rejects: see `failure`. */
  readonly load: () => Promise<void>;
  /** Reads the checkout again if it was read before: it may have changed elsewhere. */
  readonly refresh: () => void;
  /** Makes a choice immediately; `refusal` explains why it was reverted. Resolves with whether it was accepted. */
  readonly choose: (choices: Choices) => Promise<boolean>;
  /**
   * Registers the visitor as a guest. Resolves with whether that is done; otherwise a mail was sent, whose link must be
   * opened first, and `waiting` is for `goOn`. Rejects with an `ApiError`.
   */
  readonly enter: (guest: GuestRequest) => Promise<{ readonly entered: boolean; readonly waiting: string | null }>;
  /**
   * Reads the checkout as the guest whose address was confirmed meanwhile, on any device. Never rejects; it is polled.
   */
  readonly goOn: (waiting: string | null) => Promise<void>;
  /**
   * Runs a login or registration between two requests of the checkout, then reads the checkout of the new visitor.
   * Rejects with an `ApiError` if it was refused.
   */
  readonly become: (call: () => Promise<void>) => Promise<void>;
  /** Adds an address to the address book and selects it as shipping address. Rejects with an `ApiError`. */
  readonly deliverTo: (address: AddressInput) => Promise<void>;
  /** Replaces an address of the address book, and reads the checkout. Rejects with an `ApiError`. */
  readonly correct: (id: string, address: AddressInput) => Promise<void>;
  /**
   * Places the order. Rejects with an `ApiError`; with the code `CART_CHANGED` the new cart is taken over and
   * `outdated` contains the old one.
   */
  readonly order: (order: PlaceOrderRequest) => Promise<PlacedOrderResponse>;
};

const CHECKOUT_API = {
  getCheckout,
  changeCheckout,
  orderAsGuest,
  goOnAsGuest,
  createAddress,
  changeAddress,
  placeOrder: placeAndPay,
};

export type CheckoutApi = typeof CHECKOUT_API;

export type CheckoutEnvironment = {
  readonly api: CheckoutApi;
  readonly count: Pick<ItemCount, "set" | "publish">;
};

const UNKNOWN: CheckoutState = {
  status: "unknown",
  checkout: null,
  chosen: {},
  refusal: null,
  failure: null,
  changes: [],
  outdated: null,
};

/** The checkout with one queue of requests. Pages use `checkoutStore()`; tests create their own. */
export function createCheckoutStore(environment: CheckoutEnvironment): CheckoutStore {
  return new Checkout(environment);
}

class Checkout implements CheckoutStore {
  readonly #api: CheckoutApi;
  readonly #count: CheckoutEnvironment["count"];
  readonly #store = createStore(UNKNOWN);
  readonly #queue = new CallQueue(() => this.#read(), {
    begun: (status) => this.#patch({ status }),
    idle: () => this.#settled(),
  });

  readonly get = this.#store.get;
  readonly subscribe = this.#store.subscribe;

  constructor({ api, count }: CheckoutEnvironment) {
    this.#api = api;
    this.#count = count;
  }

  load(): Promise<void> {
    return this.#queue.read();
  }

  refresh(): void {
    this.#queue.refresh(this.get().checkout !== null);
  }

  async choose(choices: Choices): Promise<boolean> {
    this.#patch({ chosen: { ...this.get().chosen, ...choices }, refusal: null });
    try {
      await this.#write(async () => this.#changed(await this.#api.changeCheckout({ body: choices })));
      this.#confirm(choices);
      return true;
    } catch (error) {
      this.#confirm(choices);
      const [choice] = Object.keys(choices) as (keyof Choices)[];
      if (choice !== undefined) this.#patch({ refusal: { choice, error: asApiError(error) } });
      return false;
    }
  }

  enter(guest: GuestRequest): Promise<{ readonly entered: boolean; readonly waiting: string | null }> {
    return this.#write(async () => {
      const answer = await this.#api.orderAsGuest({ body: guest });
      await this.#changed(answer);
      return { entered: answer.outcome !== "confirm-email", waiting: answer.waiting };
    });
  }

  async goOn(waiting: string | null): Promise<void> {
    if (waiting === null) return this.load();
    await this.#queue
      .runUnseen(async () => this.#changed(await this.#api.goOnAsGuest({ body: { waiting } })))
      .catch(() => {});
  }

  become(call: () => Promise<void>): Promise<void> {
    return this.#write(async () => {
      await call();
      await this.#read();
      const { checkout } = this.get();
      if (checkout !== null) this.#count.publish(checkout.cart.item_count);
    });
  }

  deliverTo(address: AddressInput): Promise<void> {
    return this.#write(async () => {
      const { changed_id } = await this.#api.createAddress({ body: address });
      await this.#changed(await this.#api.changeCheckout({ body: { shipping_address_id: changed_id } }));
    });
  }

  correct(id: string, address: AddressInput): Promise<void> {
    return this.#write(async () => {
      await this.#api.changeAddress({ path: { id }, body: address });
      await this.#read();
    });
  }

  order(order: PlaceOrderRequest): Promise<PlacedOrderResponse> {
    return this.#write(async () => {
      try {
        const placed = await this.#api.placeOrder({ body: order });
        this.#count.publish(0);
        return placed;
      } catch (error) {
        this.#takeChanged(asApiError(error));
        throw error;
      }
    });
  }

  #patch(change: Partial<CheckoutState>): void {
    this.#store.set({ ...this.get(), ...change });
  }

  #settled(): void {
    const { status, checkout } = this.get();
    if (status !== "failed") this.#patch({ status: checkout === null ? "unknown" : "ready" });
  }

  async #read(): Promise<void> {
    try {
      const checkout = await this.#api.getCheckout();
      this.#take(checkout);
      this.#count.set(checkout.cart.item_count);
    } catch (error) {
      this.#patch({ status: "failed", failure: asApiError(error) });
    }
  }

  async #write<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    try {
      return await this.#queue.run("saving", call);
    } catch (error) {
      const failure = asApiError(error);
      // After a network error the change may still have been made; a replaced session has another cart.
      if (!failure.refused || STALE.some((code) => failure.is(code))) this.refresh();
      throw failure;
    }
  }

  async #changed({ checkout }: CheckoutChangedResponse): Promise<void> {
    // The change was made, but the new state could not be read in the same request.
    const now = checkout ?? (await this.#api.getCheckout());
    this.#take(now);
    this.#count.publish(now.cart.item_count);
  }

  #take(checkout: CheckoutResponse): void {
    this.#patch({ checkout, failure: null, changes: this.#mergeChanges(checkout.cart), outdated: null });
  }

  /** A later change of the same kind and line item replaces an earlier one. */
  #mergeChanges({ changes }: CartResponse): readonly CartChange[] {
    const same = (one: CartChange, other: CartChange) =>
      one.kind === other.kind && one.line_item_id === other.line_item_id;
    return [...this.get().changes.filter((one) => !changes.some((other) => same(one, other))), ...changes];
  }

  /** Removes choices that were confirmed or refused, unless another choice was made since. */
  #confirm(choices: Choices): void {
    const left = Object.entries(this.get().chosen).filter(([name, id]) => choices[name as keyof Choices] !== id);
    this.#patch({ chosen: Object.fromEntries(left) });
  }

  #takeChanged(error: ApiError): void {
    const { checkout } = this.get();
    if (!error.is("CART_CHANGED") || checkout === null) return;
    const { cart } = (error.body ?? {}) as Partial<CartChangedResponse>;
    if (cart === undefined) return;
    this.#patch({ checkout: { ...checkout, cart }, changes: this.#mergeChanges(cart), outdated: checkout.cart });
    this.#count.publish(cart.item_count);
  }
}

/** After these errors the shown checkout may belong to another session. */
const STALE = ["SESSION_CHANGED", "LOGIN_REQUIRED", "ORDERING_NOT_ALLOWED", "ORDER_REJECTED"];

/** The id to show as chosen: the unconfirmed choice, otherwise the confirmed one. */
export function chosenId(state: CheckoutState, name: "shipping_method_id" | "payment_method_id"): string | null {
  return state.chosen[name] ?? state.checkout?.[name] ?? null;
}

let shared: CheckoutStore | undefined;

/** The checkout that all islands of this page share. */
export function checkoutStore(): CheckoutStore {
  if (shared === undefined) {
    const count = itemCount();
    const checkout = createCheckoutStore({ api: CHECKOUT_API, count });
    count.onRemoteChange(() => checkout.refresh());
    addEventListener("pageshow", (event) => {
      if (event.persisted) checkout.refresh();
    });
    shared = checkout;
  }
  return shared;
}
