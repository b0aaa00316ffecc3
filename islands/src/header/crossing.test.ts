import { describe, expect, it, vi } from "vitest";
import { startCrossing } from "./crossing";

describe("page transitions", () => {
  it.each(["pageswap", "pagereveal"])("that is cut short at %s is heard, and no fault", (name) => {
    const scope = new EventTarget();
    const caught = { ready: vi.fn(), finished: vi.fn() };
    startCrossing(scope, null);
    const viewTransition = { ready: { catch: caught.ready }, finished: { catch: caught.finished } };
    scope.dispatchEvent(Object.assign(new Event(name), { viewTransition }));
    expect(caught.ready).toHaveBeenCalledOnce();
    expect(caught.finished).toHaveBeenCalledOnce();
  });

  it("handles a hover that began before the script ran", () => {
    const caught = { ready: vi.fn(), finished: vi.fn() };
    const underWay = { ready: { catch: caught.ready }, finished: { catch: caught.finished } };
    startCrossing(new EventTarget(), underWay as unknown as ViewTransition);
    expect(caught.ready).toHaveBeenCalledOnce();
    expect(caught.finished).toHaveBeenCalledOnce();
  });

  it("is ignored without a transition", () => {
    const scope = new EventTarget();
    startCrossing(scope, null);
    expect(() => scope.dispatchEvent(Object.assign(new Event("pageswap"), { viewTransition: null }))).not.toThrow();
  });
});
