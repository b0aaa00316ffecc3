import { describe, expect, it } from "vitest";
import { codeOf, mailedOrder, orderKey, saysExpired } from "./address";

const ID = "0198ae6f1a3b7c2d8e4f5a6b7c8d9e0f";
const CODE = "VNHzUJi2ioujVWdnCeYzExOihpHcxX3S";

describe("the query parameters of an order", () => {
  it.each([
    ["/checkout/order/:id", `/checkout/order/${ID}`, { id: ID, code: null }],
    ["/checkout/order/:id", `/checkout/order/${CODE}`, { id: null, code: CODE }],
    ["/checkout/order/:id/betaald", `/checkout/order/${ID}/betaald`, { id: ID, code: null }],
    ["/de/kasse/order/:id/bezahlt", `/de/kasse/order/${CODE}/bezahlt`, { id: null, code: CODE }],
    ["/checkout/order/:id", "/checkout/order/short", { id: null, code: null }],
    ["/checkout/order/:id", `/checkout/order/${"x".repeat(65)}`, { id: null, code: null }],
    ["/checkout/order/:id", "/checkout/order/%3Cscript%3Ealert(1)", { id: null, code: null }],
    ["/checkout/order/:id", "/checkout/order/", { id: null, code: null }],
  ])("in %s: %s", (pattern, path, key) => {
    expect(orderKey(pattern, path)).toEqual(key);
  });

  // R-ROUTE-14: the paths in Shopware's mails, below each language's domain.
  it.each([
    ["/checkout/order/:id", `/account/order/${CODE}`, "", `/checkout/order/${CODE}`],
    ["/de/kasse/order/:id", `/de/account/order/${CODE}`, "", `/de/kasse/order/${CODE}`],
    [
      "/en/checkout/order/:id",
      `/en/account/order/download/${ID}/${ID}`,
      `?deepLinkCode=${CODE}`,
      `/en/checkout/order/${CODE}`,
    ],
    ["/checkout/order/:id", `/account/order/download/${ID}/${ID}`, "", `/checkout/order/${ID}`],
  ])("a mail's link for %s: %s%s", (pattern, path, query, to) => {
    expect(mailedOrder(pattern, path, query)).toEqual({ path: to });
  });

  it.each([`/checkout/order/${CODE}`, "/account/order", "/account/bestellingen/x", `/account/order/${CODE}/x`])(
    "%s is no link of a mail",
    (path) => expect(mailedOrder("/checkout/order/:id", path, "")).toBeNull(),
  );

  it.each([
    [CODE, CODE],
    [`https://shop.example/account/order/${CODE}`, CODE],
    [`https://shop.example/account/order/download/${ID}/${ID}?deepLinkCode=${CODE}`, CODE],
    [` ${CODE} \n`, CODE],
    [`https://shop.example/checkout/order/${CODE}`, CODE],
    [`https://shop.example/de/kasse/order/${CODE}/?utm=mail#top`, CODE],
    [`shop.example/checkout/order/${CODE}/betaald`, CODE],
    ["een link", null],
    ["https://shop.example/checkout", null],
    ["", null],
  ])("the code in %o is %o", (link, code) => {
    expect(codeOf(link)).toBe(code);
  });

  it("reports a payment timeout only for Shopware's code", () => {
    expect(saysExpired("?error-code=CHECKOUT__PAYMENT_TOKEN_EXPIRED")).toBe(true);
    expect(saysExpired("?error-code=CHECKOUT__CUSTOMER_CANCELED_EXTERNAL_PAYMENT")).toBe(false);
    expect(saysExpired("")).toBe(false);
  });
});
