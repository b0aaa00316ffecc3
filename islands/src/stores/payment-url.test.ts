import { describe, expect, it } from "vitest";
import { paymentUrl } from "./payment-url";

describe("the permitted payment pages", () => {
  const origin = "https://shop.example";

  it.each([
    ["https://pay.example/session/1?a=b", "https://pay.example/session/1?a=b"],
    ["http://127.0.0.1:4010/_demo/gateway/1", "http://127.0.0.1:4010/_demo/gateway/1"],
    ["http://localhost:4010/pay", "http://localhost:4010/pay"],
    ["http://[::1]:4010/pay", "http://[::1]:4010/pay"],
    ["/pay/1", "https://shop.example/pay/1"],
    ["http://pay.example/session", null],
    ["javascript:alert(1)", null],
    ["data:text/html,hello", null],
    ["http://127.0.0.1.evil.example/", null],
    ["http://localhost.evil.example/", null],
    ["http://", null],
    [null, null],
  ])("%o: %o", (url, allowed) => {
    expect(paymentUrl(url, origin)).toBe(allowed);
  });

  it("of a shop without https", () => {
    expect(paymentUrl("http://shop.example/pay", "http://shop.example")).toBe("http://shop.example/pay");
  });
});
