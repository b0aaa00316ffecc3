// @vitest-environment jsdom
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createLoadingBar } from "../stores/loading-bar";
import { fakeClock } from "../testing/fake-clock";
import { LoadingBar } from "./loading-bar";

afterEach(cleanup);

it("R-UI-02 counts up, finishes, can flag error, and is hidden from screen readers", () => {
  const clock = fakeClock();
  const bar = createLoadingBar(clock);
  render(<LoadingBar bar={bar} />);
  const shown = document.querySelector("progress") as HTMLProgressElement;
  expect(shown.getAttribute("aria-hidden")).toBe("true");
  expect(shown.dataset.state).toBe("hidden");
  act(() => {
    bar.start();
    clock.pass(1000);
  });
  expect(shown.dataset.state).toBe("shown");
  expect(shown.max).toBe(100);
  expect(shown.value).toBeCloseTo(50);
  act(() => bar.finish({ error: true }));
  expect(shown.value).toBe(100);
  expect(shown.dataset.error).toBe("true");
  act(() => clock.pass(500));
  expect(shown.dataset.state).toBe("hidden");
  act(() => clock.pass(400));
  expect(shown.value).toBe(0);
  expect(shown.dataset.error).toBeUndefined();
});
