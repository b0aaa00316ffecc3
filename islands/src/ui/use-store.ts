// Reads a store in a component.
import { useSyncExternalStore } from "react";
import type { ReadableStore } from "../stores/create-store";

export function useStore<Value>(store: ReadableStore<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}
