// How far the page's bar at the top is, while something that the visitor waits for is on its way (R-UI-02).
//
// **Invariant:** counts up and never back until it is reset; what is over within the throttle is never shown.
import type { Clock } from "../clock";
import { createStore, type ReadableStore } from "./create-store";

/** A wait shorter than this shows nothing. */
export const THROTTLE_MS = 200;
/** How long a wait is taken to be: in half of it the bar comes half of its way; it slows down and never arrives by itself. */
export const DURATION_MS = 2000;
/** How long the finished bar is still seen. */
export const HIDE_DELAY_MS = 500;
/** After being hidden it waits this long before it is empty again, so that nobody sees it run back. */
export const RESET_DELAY_MS = 400;
const TICK_MS = 50;

export type LoadingBarState = {
  /** 0 to 100. */
  readonly progress: number;
  readonly visible: boolean;
  readonly error: boolean;
};

export type LoadingBar = ReadableStore<LoadingBarState> & {
  /** Nothing when it runs already. */
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
      // What went wrong is shown however soon it was.
      if (!store.get().visible && !error) return;
      store.set({ progress: 100, visible: true, error });
      next(HIDE_DELAY_MS, hide);
    },
  };
}

function progressAfter(elapsed: number): number {
  return (200 / Math.PI) * Math.atan((2 * elapsed) / DURATION_MS);
}
