import { describe, expect, it, vi } from "vitest";
import { startCrossing } from "./crossing";

describe("the crossing from page to page", () => {
  it.each(["pageswap", "pagereveal"])("that is cut short at %s is heard, and no fault", (name) => {
    const scope = new EventTarget();
    const caught = { ready: vi.fn(), finished: vi.fn() };
    startCrossing(scope, null);
    const viewTransition = { ready: { catch: caught.ready }, finished: { catch: caught.finished } };
    scope.dispatchEvent(Object.assign(new Event(name), { viewTransition }));
    expect(caught.ready).toHaveBeenCalledOnce();
    expect(caught.finished).toHaveBeenCalledOnce();
  });

  it("that began before the script came is heard as well", () => {
    const caught = { ready: vi.fn(), finished: vi.fn() };
    const underWay = { ready: { catch: caught.ready }, finished: { catch: caught.finished } };
    startCrossing(new EventTarget(), underWay as unknown as ViewTransition);
    expect(caught.ready).toHaveBeenCalledOnce();
    expect(caught.finished).toHaveBeenCalledOnce();
  });

  it("without a transition is nothing", () => {
    const scope = new EventTarget();
    startCrossing(scope, null);
    expect(() => scope.dispatchEvent(Object.assign(new Event("pageswap"), { viewTransition: null }))).not.toThrow();
  });
});
