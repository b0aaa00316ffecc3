// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settled } from "../testing/carts";
import { beginning } from "./beginning";
import { ApiError, TIMEOUT_MS } from "./request";

/** A fake of the browser's lock manager for one name: one holder at a time, in order of request. */
function locks() {
  let tail: Promise<unknown> = Promise.resolve();
  return {
    request: (_name: string, { signal }: { signal: AbortSignal }, run: () => Promise<unknown>) => {
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
      const granted = tail.then(() => true);
      const held = Promise.race([granted, aborted]).then(run);
      tail = granted.then(() => held).catch(() => {});
      return held;
    },
  };
}

function held() {
  let answer: (value: string) => void = () => {};
  const call = vi.fn(
    () =>
      new Promise<string>((resolve) => {
        answer = resolve;
      }),
  );
  return { call, answer: (value: string) => answer(value) };
}

beforeEach(() => {
  vi.stubGlobal("navigator", { locks: locks() });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  // biome-ignore lint/suspicious/noDocumentCookie: the store reads document.cookie
  document.cookie = "vitrine-cart=; Max-Age=0";
});

describe("calls that may begin a session", () => {
  it("are sent one after another while there is no session", async () => {
    const [first, second] = [held(), held()];
    const answers = [beginning(first.call), beginning(second.call)];
    await settled();
    expect(first.call).toHaveBeenCalledOnce();
    expect(second.call).not.toHaveBeenCalled();
    first.answer("one");
    await settled();
    expect(second.call).toHaveBeenCalledOnce();
    second.answer("two");
    expect(await Promise.all(answers)).toEqual(["one", "two"]);
  });

  it("let the next one start when they fail, and reject with their own error", async () => {
    const refused = new ApiError(409, []);
    const second = held();
    const failing = beginning(() => Promise.reject(refused));
    const next = beginning(second.call);
    await expect(failing).rejects.toBe(refused);
    await settled();
    second.answer("two");
    expect(await next).toBe("two");
  });

  it("are not sent when the others take too long, and reject", async () => {
    const patience = new AbortController();
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(patience.signal);
    const [first, late] = [held(), held()];
    const answer = beginning(first.call);
    const waiting = beginning(late.call);
    await settled();
    patience.abort();
    await expect(waiting).rejects.toMatchObject({ name: "ApiError", status: 0 });
    expect(late.call).not.toHaveBeenCalled();
    expect(AbortSignal.timeout).toHaveBeenCalledWith(TIMEOUT_MS);
    first.answer("one");
    expect(await answer, "a call that is on its way has a deadline of its own").toBe("one");
  });

  it("are sent without a lock if the browser refuses locks, as with blocked cookies", async () => {
    const denied = new DOMException("The request was denied.", "SecurityError");
    vi.stubGlobal("navigator", { locks: { request: () => Promise.reject(denied) } });
    const only = held();
    const answer = beginning(only.call);
    await settled();
    only.answer("one");
    expect(await answer).toBe("one");
    const refused = new ApiError(403, []);
    await expect(beginning(() => Promise.reject(refused))).rejects.toBe(refused);
  });

  it("are not delayed if a cart shows that there is a session, or if a browser has no locks", async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the store reads document.cookie
    document.cookie = "vitrine-cart=2";
    const [first, second, third] = [held(), held(), held()];
    void beginning(first.call);
    void beginning(second.call);
    expect(second.call).toHaveBeenCalledOnce();
    // biome-ignore lint/suspicious/noDocumentCookie: the store reads document.cookie
    document.cookie = "vitrine-cart=; Max-Age=0";
    vi.stubGlobal("navigator", {});
    void beginning(third.call);
    expect(third.call).toHaveBeenCalledOnce();
  });
});
