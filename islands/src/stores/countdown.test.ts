import { describe, expect, it, vi } from "vitest";
import type { Clock } from "../clock";
import { fakeClock } from "../testing/fake-clock";
import { createCountdown } from "./countdown";

function counting(clock: Clock) {
  const end = vi.fn();
  const countdown = createCountdown(clock, 5, end);
  const seen: (number | null)[] = [];
  countdown.subscribe(() => seen.push(countdown.get()));
  return { countdown, end, seen };
}

describe("a countdown", () => {
  it("R-CHK-05 announces each second and ends after five of them, once", () => {
    const clock = fakeClock();
    const { countdown, end, seen } = counting(clock);
    expect(countdown.get()).toBe(5);
    clock.pass(10_000);
    expect(end).not.toHaveBeenCalled();

    countdown.start();
    countdown.start();
    clock.pass(4_999);
    expect(seen).toEqual([4, 3, 2, 1]);
    expect(end).not.toHaveBeenCalled();
    clock.pass(1);
    expect(countdown.get()).toBe(0);
    expect(end).toHaveBeenCalledTimes(1);
    clock.pass(60_000);
    countdown.start();
    expect(end).toHaveBeenCalledTimes(1);
  });

  it("can be stopped", () => {
    const clock = fakeClock();
    const { countdown, end } = counting(clock);
    countdown.start();
    clock.pass(3_500);
    countdown.stop();
    expect(countdown.get()).toBeNull();
    countdown.start();
    clock.pass(60_000);
    expect(end).not.toHaveBeenCalled();
  });

  it("can be stopped before it started", () => {
    const clock = fakeClock();
    const { countdown, end } = counting(clock);
    countdown.stop();
    countdown.start();
    clock.pass(60_000);
    expect(end).not.toHaveBeenCalled();
  });

  it("ends on time if the browser delays its timers", () => {
    const inner = fakeClock();
    // Each timer fires 700 ms late, as in a background tab.
    const late: Clock = { now: inner.now, after: (wait, task) => inner.after(wait + 700, task) };
    const { countdown, end, seen } = counting(late);
    countdown.start();
    inner.pass(5_700);
    expect(end).toHaveBeenCalledTimes(1);
    expect(seen.at(-1)).toBe(0);
    expect(countdown.get()).toBe(0);
  });
});
