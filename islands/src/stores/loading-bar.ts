// The state of the loading bar at the top of the page, while the visitor waits for something (R-UI-02).
//
// **Invariant:** progress never decreases until the reset; a successful wait shorter than the throttle is never shown.
import type { Clock } from "../clock";
import { createStore, type ReadableStore } from "./create-store";

/** Shorter waits are not shown, in milliseconds. */
export const THROTTLE_MS = 200;
/**
 * The expected duration in milliseconds: after half of it the bar is half full; then it slows down and never becomes
 * full by itself.
 */
export const DURATION_MS = 2000;
/** How long the full bar stays visible, in milliseconds. */
export const HIDE_DELAY_MS = 500;
/** The delay between hiding and resetting the bar, so that the reset is not visible; in milliseconds. */
export const RESET_DELAY_MS = 400;
const TICK_MS = 50;

export type LoadingBarState = {
  /** 0 to 100. */
  readonly progress: number;
  readonly visible: boolean;
  readonly error: boolean;
};

export type LoadingBar = ReadableStore<LoadingBarState> & {
  /** Starts; has no effect while it is running. */
  readonly start: () => void;
  readonly finish: (how?: { readonly error?: boolean }) => void;
};

const RESTING: LoadingBarState = { progress: 0, visible: false, error: false };

export function createLoadingBar(clock: Clock): LoadingBar {
  const store = createStore(RESTING);
  let running = false;
  let startedAt = 0;
  let stop = () => {};
  const next = (milliseconds: number, task: () => void) => {
    stop();
    stop = clock.after(milliseconds, task);
  };
  const count = () => {
    store.set({ ...store.get(), visible: true, progress: progressAfter(clock.now() - startedAt) });
    next(TICK_MS, count);
  };
  const hide = () => {
    store.set({ ...store.get(), visible: false });
    next(RESET_DELAY_MS, () => store.set(RESTING));
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    start: () => {
      if (running) return;
      running = true;
      startedAt = clock.now();
      store.set(RESTING);
      next(THROTTLE_MS, count);
    },
    finish: ({ error = false } = {}) => {
      if (!running) return;
      running = false;
      stop();
      // An error is always shown, however short the wait was.
      if (!store.get().visible && !error) return;
      store.set({ progress: 100, visible: true, error });
      next(HIDE_DELAY_MS, hide);
    },
  };
}

function progressAfter(elapsed: number): number {
  return (200 / Math.PI) * Math.atan((2 * elapsed) / DURATION_MS);
}
