// A value with change notifications. Independent of React; `useSyncExternalStore` can use it directly.
//
// **Invariant:** `get` returns the same reference until the value changes.

export type Listener = () => void;

export type ReadableStore<Value> = {
  readonly get: () => Value;
  /** Calls `listener` after each change; returns a function that unsubscribes it. */
  readonly subscribe: (listener: Listener) => () => void;
};

export type Store<Value> = ReadableStore<Value> & { readonly set: (next: Value) => void };

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<Listener>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      // Iterates over a copy, because a listener may unsubscribe itself or another.
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
