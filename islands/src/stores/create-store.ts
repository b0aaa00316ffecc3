// A value that changes and tells who listens. Knows nothing of React; `useSyncExternalStore` reads it as it is.
//
// **Invariant:** `get` answers the same reference until something changed.

export type Listener = () => void;

export type ReadableStore<Value> = {
  readonly get: () => Value;
  /** Calls `listener` after each change; the answer ends it. */
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
      // A copy, so that a listener may end itself or another while it is called.
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
