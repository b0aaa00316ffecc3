// The data of an account screen: read from the API, refreshed, and replaced by the answer to a change.
//
// **Invariant:** the value is the API's last answer. A later failed read keeps it and sets `failure`.
import type { ApiError } from "../api/request";
import { asApiError } from "../stores/call-queue";
import { createStore, type ReadableStore } from "../stores/create-store";

export type ResourceState<Value> = {
  readonly value: Value | null;
  readonly busy: boolean;
  /** Why the last read failed. */
  readonly failure: ApiError | null;
};

export type Resource<Value> = ReadableStore<ResourceState<Value>> & {
  /** Reads; an earlier read that is still running is ignored. Never rejects: see `failure`. */
  readonly load: () => Promise<void>;
  /** Sets the value from the answer to a change. */
  readonly take: (value: Value) => void;
};

export function createResource<Value>(read: () => Promise<Value>): Resource<Value> {
  const store = createStore<ResourceState<Value>>({ value: null, busy: false, failure: null });
  let reads = 0;
  const load = async () => {
    reads += 1;
    const own = reads;
    store.set({ ...store.get(), busy: true });
    try {
      const value = await read();
      if (own === reads) store.set({ value, busy: false, failure: null });
    } catch (error) {
      if (own === reads) store.set({ ...store.get(), busy: false, failure: asApiError(error) });
    }
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    load,
    take: (value) => {
      reads += 1;
      store.set({ value, busy: false, failure: null });
    },
  };
}
