import { describe, expect, it } from "vitest";
import { fakeClock } from "../testing/fake-clock";
import { COLLAPSE_MS, createToasts, TOAST_MS } from "./toasts";

function bread() {
  const clock = fakeClock();
  return { clock, toasts: createToasts(clock) };
}

describe("R-UI-01 toasts", () => {
  it("close by themselves after 3000 ms and collapse for 300 ms", () => {
    const { clock, toasts } = bread();
    toasts.show("Te veel.", "error");
    clock.pass(TOAST_MS - 1);
    expect(toasts.get()).toMatchObject({ text: "Te veel.", level: "error", leaving: false });
    clock.pass(1);
    expect(toasts.get()?.leaving).toBe(true);
    clock.pass(COLLAPSE_MS - 1);
    expect(toasts.get()).not.toBeNull();
    clock.pass(1);
    expect(toasts.get()).toBeNull();
    expect([TOAST_MS, COLLAPSE_MS]).toEqual([3000, 300]);
  });

  it.each(["hover", "blur", "focus"] as const)("stand still on %s and go on with what was left", (reason) => {
    const { clock, toasts } = bread();
    toasts.show("Te veel.", "error");
    clock.pass(2000);
    toasts.pause(reason);
    clock.pass(60_000);
    expect(toasts.get()?.leaving).toBe(false);
    toasts.resume(reason);
    clock.pass(999);
    expect(toasts.get()?.leaving).toBe(false);
    clock.pass(1);
    expect(toasts.get()?.leaving).toBe(true);
  });

  it("pause until the last reason is gone", () => {
    const { clock, toasts } = bread();
    toasts.show("Te veel.", "error");
    toasts.pause("hover");
    toasts.pause("blur");
    toasts.resume("hover");
    clock.pass(TOAST_MS);
    expect(toasts.get()?.leaving).toBe(false);
  });

  it("TOAST-4 are shown one at a time, the same text once", () => {
    const { clock, toasts } = bread();
    toasts.show("Te veel.", "error");
    toasts.show("Te veel.", "error");
    toasts.show("Nog 3.", "error");
    expect(toasts.get()?.text).toBe("Te veel.");
    clock.pass(TOAST_MS + COLLAPSE_MS);
    expect(toasts.get()?.text).toBe("Nog 3.");
    clock.pass(TOAST_MS + COLLAPSE_MS);
    expect(toasts.get()).toBeNull();
  });

  it("can be closed", () => {
    const { clock, toasts } = bread();
    toasts.show("Te veel.", "error");
    toasts.dismiss();
    clock.pass(COLLAPSE_MS);
    expect(toasts.get()).toBeNull();
  });
});
