import { describe, expect, it, vi } from "vitest";
import { createItemCount, readItemCount } from "./item-count";

function channel() {
  const listeners: ((event: MessageEvent<unknown>) => void)[] = [];
  return {
    postMessage: vi.fn(),
    addEventListener: (_: string, listener: (event: MessageEvent<unknown>) => void) => listeners.push(listener),
    say: (data: unknown) => {
      for (const listener of listeners) listener(new MessageEvent("message", { data }));
    },
  };
}

describe("R-CART-01 the count in the header", () => {
  it.each([
    ["vitrine-cart=3", 3],
    ["a=1; vitrine-cart=12; b=2", 12],
    ["", 0],
    ["vitrine-cart=0", 0],
    ["not-vitrine-cart=4", 0],
    ["vitrine-cart=<b>", 0],
  ])("reads the cookie %j as %i", (cookies, count) => {
    expect(readItemCount(cookies)).toBe(count);
  });

  it("follows this tab and notifies the others", () => {
    const wire = channel();
    const count = createItemCount({ cookie: () => "vitrine-cart=1", channel: wire as unknown as BroadcastChannel });
    const seen = vi.fn();
    count.subscribe(seen);
    count.publish(4);
    expect(count.get()).toBe(4);
    expect(seen).toHaveBeenCalledOnce();
    expect(wire.postMessage).toHaveBeenCalledExactlyOnceWith(4);
  });

  it("follows another tab without notifying others, and ignores invalid numbers", () => {
    const wire = channel();
    const count = createItemCount({ cookie: () => "", channel: wire as unknown as BroadcastChannel });
    const remote = vi.fn();
    count.onRemoteChange(remote);
    wire.say(7);
    wire.say({ count: 9 });
    expect(count.get()).toBe(7);
    expect(remote).toHaveBeenCalledOnce();
    expect(wire.postMessage).not.toHaveBeenCalled();
  });

  it("G-13 reads the cookie again when the page is restored", () => {
    let cookie = "vitrine-cart=1";
    const count = createItemCount({ cookie: () => cookie, channel: null });
    cookie = "vitrine-cart=5";
    count.refresh();
    expect(count.get()).toBe(5);
  });
});
