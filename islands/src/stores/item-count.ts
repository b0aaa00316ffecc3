// How many items are in the cart: from the readable cookie, from the cart of this tab, and from other tabs.
//
// **Invariant:** small and free of React and of the API, since every page loads it for the number in its header.
import { createStore, type ReadableStore, type Store } from "./create-store";

/** What was put into the cart on this page, as far as its confirmation says it. */
export type Added = {
  readonly productId: string;
  readonly name: string;
  readonly quantity: number;
  readonly itemCount: number;
};

export type ItemCount = ReadableStore<number> & {
  /** What was added last; `null` once that was said. */
  readonly added: Store<Added | null>;
  /** The API said that the cart has so many items. */
  readonly set: (count: number) => void;
  /** The cart was changed in this tab and has so many items now: other tabs are told. */
  readonly publish: (count: number) => void;
  /** Reads the cookie again. */
  readonly refresh: () => void;
  /** Calls `listener` when another tab changed the cart. */
  readonly onRemoteChange: (listener: () => void) => void;
};

export type ItemCountEnvironment = {
  readonly cookie: () => string;
  readonly channel: Pick<BroadcastChannel, "postMessage" | "addEventListener"> | null;
};

/** The count in the cookie `vitrine-cart`; 0 when there is no such cookie or it holds anything else. */
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
    // A page that comes back whole from the browser's memory shows what it showed then (G-13).
    addEventListener("pageshow", (event) => {
      if (event.persisted) count.refresh();
    });
    shared = count;
  }
  return shared;
}
