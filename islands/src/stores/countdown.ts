// Seconds until something happens by itself, which the visitor may stop.
//
// **Invariant:** ends once: by its end, or by being stopped; how often it ticks changes nothing about when it ends.
import type { Clock } from "../clock";
import { createStore, type ReadableStore } from "./create-store";

/** The whole seconds that are left, rounded up; `null` when it has been stopped. */
export type Countdown = ReadableStore<number | null> & {
  /** Begins; one that has begun or was stopped stays as it is. */
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
