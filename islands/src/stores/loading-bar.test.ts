import { describe, expect, it } from "vitest";
import { fakeClock } from "../testing/fake-clock";
import {
  createLoadingBar,
  DURATION_MS,
  HIDE_DELAY_MS,
  type LoadingBarState,
  RESET_DELAY_MS,
  THROTTLE_MS,
} from "./loading-bar";

const RESTING = { progress: 0, visible: false, error: false };

function waiting() {
  const clock = fakeClock();
  const bar = createLoadingBar(clock);
  const seen: LoadingBarState[] = [];
  bar.subscribe(() => seen.push(bar.get()));
  return { clock, bar, seen };
}

describe("R-UI-02 the loading bar", () => {
  it("throttle 200 ms, duration 2000 ms, hide delay 500 ms, reset delay 400 ms", () => {
    expect([THROTTLE_MS, DURATION_MS, HIDE_DELAY_MS, RESET_DELAY_MS]).toEqual([200, 2000, 500, 400]);
  });

  it("shows nothing for a wait of less than 200 ms", () => {
    const { clock, bar, seen } = waiting();
    bar.start();
    clock.pass(199);
    bar.finish();
    clock.pass(60_000);
    expect(seen.some(({ visible }) => visible)).toBe(false);
    expect(bar.get()).toEqual(RESTING);
  });

  it("is visible from 200 ms on", () => {
    const { clock, bar } = waiting();
    bar.start();
    clock.pass(199);
    expect(bar.get().visible).toBe(false);
    clock.pass(1);
    expect(bar.get()).toMatchObject({ visible: true, error: false });
  });

  it("counts up: never back, half full after half of 2000 ms, and never full by itself", () => {
    const { clock, bar, seen } = waiting();
    bar.start();
    clock.pass(1000);
    expect(bar.get().progress).toBeCloseTo(50);
    clock.pass(1000);
    expect(bar.get().progress).toBeGreaterThan(70);
    clock.pass(60_000);
    expect(bar.get().progress).toBeLessThan(100);
    const counts = seen.filter(({ visible }) => visible).map(({ progress }) => progress);
    expect(counts.length).toBeGreaterThan(100);
    expect(counts.every((count, index) => count > (counts[index - 1] ?? 0))).toBe(true);
  });

  it("finishes: full, hidden after 500 ms, and empty 400 ms later", () => {
    const { clock, bar } = waiting();
    bar.start();
    clock.pass(300);
    bar.finish();
    const full = { progress: 100, visible: true, error: false };
    expect(bar.get()).toEqual(full);
    clock.pass(499);
    expect(bar.get()).toEqual(full);
    clock.pass(1);
    expect(bar.get()).toEqual({ ...full, visible: false });
    clock.pass(399);
    expect(bar.get().progress).toBe(100);
    clock.pass(1);
    expect(bar.get()).toEqual(RESTING);
  });

  it.each([100, 900])("can flag error, also of a wait of %i ms", (after) => {
    const { clock, bar } = waiting();
    bar.start();
    clock.pass(after);
    bar.finish({ error: true });
    expect(bar.get()).toEqual({ progress: 100, visible: true, error: true });
    clock.pass(499);
    expect(bar.get().visible).toBe(true);
    clock.pass(1);
    expect(bar.get()).toMatchObject({ visible: false, error: true });
    clock.pass(400);
    expect(bar.get()).toEqual(RESTING);
  });

  it.each([100, 700])("starts anew %i ms after it finished, and what was to hide it is forgotten", (after) => {
    const { clock, bar } = waiting();
    bar.start();
    clock.pass(300);
    bar.finish({ error: true });
    clock.pass(after);
    bar.start();
    expect(bar.get()).toEqual(RESTING);
    clock.pass(5000);
    expect(bar.get()).toMatchObject({ visible: true, error: false });
  });

  it("starts once, and finishes only if started", () => {
    const { clock, bar, seen } = waiting();
    bar.finish({ error: true });
    expect(seen).toEqual([]);
    bar.start();
    clock.pass(1000);
    bar.start();
    expect(bar.get().progress).toBeCloseTo(50);
    bar.finish();
    bar.finish({ error: true });
    expect(bar.get().error).toBe(false);
  });
});
