// A countdown in seconds that the visitor can stop.
//
// **Invariant:** ends once, either by reaching zero or by being stopped; the end time does not depend on how often it
// ticks.
import type { Clock } from "../clock";
import { createStore, type ReadableStore } from "./create-store";

/** The remaining whole seconds, rounded up; `null` if stopped. */
export type Countdown = ReadableStore<number | null> & {
  /** Starts; has no effect if it was already started or stopped. */
  readonly start: () => void;
  readonly stop: () => void;
};

const SECOND_MS = 1000;

export function createCountdown(clock: Clock, seconds: number, atEnd: () => void): Countdown {
  const store = createStore<number | null>(seconds);
  let end: number | null = null;
  let cancel = () => {};
  const tick = (endsAt: number) => {
    const left = endsAt - clock.now();
    store.set(Math.max(0, Math.ceil(left / SECOND_MS)));
    if (left <= 0) atEnd();
    else cancel = clock.after(left % SECOND_MS || SECOND_MS, () => tick(endsAt));
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    start: () => {
      if (end !== null || store.get() === null) return;
      end = clock.now() + seconds * SECOND_MS;
      tick(end);
    },
    stop: () => {
      cancel();
      store.set(null);
    },
  };
}
