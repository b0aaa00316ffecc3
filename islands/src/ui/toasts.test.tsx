// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { createToasts, TOAST_MS } from "../stores/toasts";
import { fakeClock } from "../testing/fake-clock";
import { Toasts } from "./toasts";

afterEach(cleanup);

function bread() {
  const clock = fakeClock();
  const toasts = createToasts(clock);
  render(<Toasts toasts={toasts} closeLabel="Sluiten" />);
  return { toasts, pass: (ms: number) => act(() => clock.pass(ms)) };
}

it("TOAST-3 renders both regions before there is a message", () => {
  bread();
  expect(screen.getByRole("status").textContent).toBe("");
  expect(screen.getByRole("alert").textContent).toBe("");
});

it("R-UI-01 pauses while hovered and while the window is not focused", () => {
  const { toasts, pass } = bread();
  act(() => toasts.show("Te veel.", "error"));
  const toast = document.querySelector(".toasts__toast") as HTMLElement;
  expect(screen.getByRole("alert").contains(toast)).toBe(true);
  fireEvent.pointerEnter(toast);
  act(() => void dispatchEvent(new Event("blur")));
  pass(TOAST_MS);
  fireEvent.pointerLeave(toast);
  pass(TOAST_MS);
  expect(toast.dataset.state).toBe("shown");
  act(() => void dispatchEvent(new Event("focus")));
  pass(TOAST_MS);
  expect(toast.dataset.state).toBe("leaving");
  pass(300);
  expect(document.querySelector(".toasts__toast")).toBeNull();
});

it("R-UI-01 can be closed by hand", () => {
  const { toasts, pass } = bread();
  act(() => toasts.show("Te veel.", "error"));
  fireEvent.click(screen.getByRole("button", { name: "Sluiten" }));
  pass(300);
  expect(screen.getByRole("alert").textContent).toBe("");
});

it("TOAST-2 pauses while the tab is hidden, even if it was hidden before", () => {
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  const { toasts, pass } = bread();
  act(() => toasts.show("Te veel.", "error"));
  pass(TOAST_MS);
  expect(toasts.get()?.leaving).toBe(false);
  visibility.mockReturnValue("visible");
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  pass(TOAST_MS);
  expect(toasts.get()?.leaving).toBe(true);
});

it("TOAST-2 pauses while it has the focus, and does not take the focus", () => {
  const { toasts, pass } = bread();
  act(() => toasts.show("Bewaard.", "status"));
  expect(document.activeElement).toBe(document.body);
  expect(screen.getByRole("status").textContent).toContain("Bewaard.");
  act(() => screen.getByRole("button", { name: "Sluiten" }).focus());
  pass(TOAST_MS);
  expect(toasts.get()?.leaving).toBe(false);
  act(() => screen.getByRole("button", { name: "Sluiten" }).blur());
  pass(TOAST_MS);
  expect(toasts.get()?.leaving).toBe(true);
});
