// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cartOf } from "../testing/carts";
import { addLineItem, changeLineItem, getCart } from "./cart.gen";
import { ApiError, TIMEOUT_MS } from "./request";

const answer = (status: number, body: unknown) =>
  new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
const sent = vi.fn<typeof fetch>();

beforeEach(() => {
  document.documentElement.dataset.locale = "de";
  vi.stubGlobal("fetch", sent);
  sent.mockReset();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("request", () => {
  it("reads with the page's locale and without the headers of a write", async () => {
    sent.mockResolvedValue(answer(200, cartOf([])));
    expect((await getCart()).item_count).toBe(0);
    expect(sent).toHaveBeenCalledExactlyOnceWith(
      "/api/cart",
      expect.objectContaining({
        method: "GET",
        body: null,
        headers: { Accept: "application/json", "X-Vitrine-Locale": "de" },
      }),
    );
  });

  it("writes with the headers that the API requires", async () => {
    sent.mockResolvedValue(answer(200, cartOf([])));
    await changeLineItem({ path: { id: "a/b" }, body: { quantity: 3 } });
    expect(sent).toHaveBeenCalledExactlyOnceWith(
      "/api/cart/line-items/a%2Fb",
      expect.objectContaining({
        method: "PATCH",
        body: '{"quantity":3}',
        keepalive: true,
        headers: {
          Accept: "application/json",
          "X-Vitrine-Locale": "de",
          "X-Vitrine": "1",
          "Content-Type": "application/json",
        },
      }),
    );
  });

  it("reports that cookies are blocked if the browser stores none, and leaves no test cookie", async () => {
    sent.mockImplementation(async () => answer(200, cartOf([])));
    const headers = () => sent.mock.lastCall?.[1]?.headers as Record<string, string>;
    await changeLineItem({ path: { id: "a" }, body: { quantity: 3 } });
    expect(headers()).not.toHaveProperty("X-Vitrine-Cookies");
    expect(document.cookie).toBe("");
    const storage = vi.spyOn(globalThis, "localStorage", "get").mockImplementation(() => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    });
    await changeLineItem({ path: { id: "a" }, body: { quantity: 3 } });
    expect(headers()["X-Vitrine-Cookies"]).toBe("blocked");
    await getCart();
    expect(headers(), "a read changes nothing").not.toHaveProperty("X-Vitrine-Cookies");
    storage.mockRestore();
  });

  it("turns the error envelope into an ApiError with status and details", async () => {
    const errors = [
      { code: "CART_REJECTED", title: "Rejected", detail: "Nog 3.", source: { pointer: "/quantity" } },
      { code: "CART_REJECTED", title: "Rejected", detail: "Te veel.", source: null },
      { code: "CART_REJECTED", title: "Rejected", detail: "", source: null },
    ];
    sent.mockResolvedValue(answer(409, { errors }));
    const error = await addLineItem({ body: { product_id: "a", quantity: 1 } }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 409, errors, refused: true, maintenance: false });
    expect((error as ApiError).details("fallback")).toEqual(["Nog 3.", "Te veel."]);
  });

  it("R-SESS-03 recognizes maintenance", async () => {
    sent.mockResolvedValue(answer(503, { errors: [{ code: "MAINTENANCE_MODE", title: "t", detail: "d" }] }));
    await expect(getCart()).rejects.toMatchObject({ status: 503, maintenance: true, refused: false });
  });

  it.each([
    [502, "<html>bad gateway</html>"],
    [500, ""],
    [500, { errors: "x" }],
  ])("survives a %i that is not the API's", async (status, body) => {
    sent.mockResolvedValue(answer(status, body));
    const error = await getCart().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ status, errors: [] });
    expect((error as ApiError).details("fallback")).toEqual(["fallback"]);
  });

  it("treats a response that is not JSON as empty", async () => {
    sent.mockResolvedValue(answer(200, "<html>"));
    await expect(getCart()).rejects.toMatchObject({ status: 0 });
  });

  it("gives up after 10 seconds", async () => {
    vi.useFakeTimers();
    sent.mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(new Error("aborted")));
        }),
    );
    const call = getCart().catch((reason: unknown) => reason);
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 1);
    expect(sent.mock.calls[0]?.[1]?.signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await call).toMatchObject({ status: 0 });
    expect(TIMEOUT_MS).toBe(10_000);
  });
});
