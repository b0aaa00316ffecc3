// The number of items in the cart: from the readable cookie, from the cart of this tab, and from other tabs.
//
// **Invariant:** small and independent of React and of the API, because every page loads it for the header.
import { createStore, type ReadableStore, type Store } from "./create-store";

/** A product that was added to the cart on this page. */
export type Added = {
  readonly productId: string;
  readonly name: string;
  readonly quantity: number;
  readonly itemCount: number;
};

export type ItemCount = ReadableStore<number> & {
  /** The product that was added last; `null` after it was announced. */
  readonly added: Store<Added | null>;
  /** Sets the count from a response of the API. */
  readonly set: (count: number) => void;
  /** Sets the count after a change in this tab, and notifies other tabs. */
  readonly publish: (count: number) => void;
  /** Reads the cookie again. */
  readonly refresh: () => void;
  /** Calls `listener` when another tab has changed the cart. */
  readonly onRemoteChange: (listener: () => void) => void;
};

export type ItemCountEnvironment = {
  readonly cookie: () => string;
  readonly channel: Pick<BroadcastChannel, "postMessage" | "addEventListener"> | null;
};

/** The count in the cookie `vitrine-cart`; 0 if the cookie is missing or invalid. */
export function readItemCount(cookies: string): number {
  return Number(/(?:^|;\s*)vitrine-cart=(\d{1,6})(?:;|$)/.exec(cookies)?.[1] ?? 0);
}

export function createItemCount({ cookie, channel }: ItemCountEnvironment): ItemCount {
  const store = createStore(readItemCount(cookie()));
  const remoteListeners: (() => void)[] = [];
  channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== "number") return;
    store.set(data);
    for (const listener of remoteListeners) listener();
  });
  return {
    ...store,
    added: createStore<Added | null>(null),
    publish: (count) => {
      store.set(count);
      channel?.postMessage(count);
    },
    refresh: () => store.set(readItemCount(cookie())),
    onRemoteChange: (listener) => remoteListeners.push(listener),
  };
}

let shared: ItemCount | undefined;

/** The count that all islands of this page share. */
export function itemCount(): ItemCount {
  if (shared === undefined) {
    const count = createItemCount({
      cookie: () => document.cookie,
      channel: "BroadcastChannel" in globalThis ? new BroadcastChannel("vitrine-cart") : null,
    });
    // A page restored from the back/forward cache still shows its old state (G-13).
    addEventListener("pageshow", (event) => {
      if (event.persisted) count.refresh();
    });
    shared = count;
  }
  return shared;
}
