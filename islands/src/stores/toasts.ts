// Toasts at the bottom of the window, one at a time, with the durations of R-UI-01.
//
// **Invariant:** the timer stops while there is any reason to pause; the same text within two seconds is one toast.
import type { Clock } from "../clock";
import { createStore, type ReadableStore } from "./create-store";

export const TOAST_MS = 3000;
export const COLLAPSE_MS = 300;
const MERGE_MS = 2000;
/** The maximum number of waiting toasts. */
const QUEUE_LIMIT = 20;

export type ToastLevel = "status" | "error";
export type Toast = {
  readonly id: number;
  readonly text: string;
  readonly level: ToastLevel;
  readonly leaving: boolean;
};
/** Why the timer of the shown toast is stopped. */
export type PauseReason = "hover" | "focus" | "blur" | "hidden";

export type Toasts = ReadableStore<Toast | null> & {
  readonly show: (text: string, level: ToastLevel) => void;
  readonly dismiss: () => void;
  readonly pause: (reason: PauseReason) => void;
  readonly resume: (reason: PauseReason) => void;
};

export function createToasts(clock: Clock): Toasts {
  const store = createStore<Toast | null>(null);
  const queue: Toast[] = [];
  const pauses = new Set<PauseReason>();
  const recent = new Map<string, number>();
  let lastId = 0;
  let left = 0;
  let startedAt = 0;
  let stop: (() => void) | null = null;

  const run = () => {
    if (stop !== null || pauses.size > 0 || store.get() === null || store.get()?.leaving) return;
    startedAt = clock.now();
    stop = clock.after(left, dismiss);
  };
  const halt = () => {
    if (stop === null) return;
    stop();
    stop = null;
    left -= clock.now() - startedAt;
  };
  const next = () => {
    const toast = queue.shift() ?? null;
    store.set(toast);
    left = TOAST_MS;
    // The pointer was on the toast that was removed.
    pauses.delete("hover");
    pauses.delete("focus");
    run();
  };
  function dismiss(): void {
    const toast = store.get();
    if (toast === null || toast.leaving) return;
    halt();
    store.set({ ...toast, leaving: true });
    clock.after(COLLAPSE_MS, next);
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    dismiss,
    show: (text, level) => {
      const now = clock.now();
      const said = recent.get(text);
      for (const [old, at] of recent) if (now - at >= MERGE_MS) recent.delete(old);
      if ((said !== undefined && now - said < MERGE_MS) || queue.length >= QUEUE_LIMIT) return;
      recent.set(text, now);
      lastId += 1;
      queue.push({ id: lastId, text, level, leaving: false });
      if (store.get() === null) next();
    },
    pause: (reason) => {
      pauses.add(reason);
      halt();
    },
    resume: (reason) => {
      pauses.delete(reason);
      run();
    },
  };
}
