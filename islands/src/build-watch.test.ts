// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CHECK_EVERY_MS, startBuildWatch } from "./build-watch";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function shown(persisted: boolean): void {
  dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
}

describe("R-UI-03 a new build, found by a periodic manifest check", () => {
  it("is checked every ten minutes, and when the page is restored from the back/forward cache", () => {
    expect(CHECK_EVERY_MS).toBe(10 * 60 * 1000);
    const looks: boolean[] = [];
    startBuildWatch((restored) => looks.push(restored));
    shown(false);
    vi.advanceTimersByTime(CHECK_EVERY_MS - 1);
    expect(looks).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(looks).toEqual([false]);
    vi.advanceTimersByTime(CHECK_EVERY_MS);
    expect(looks).toEqual([false, false]);
    shown(true);
    expect(looks).toEqual([false, false, true]);
  });
});
