import { describe, expect, it } from "vitest";
import { localPath, returnPath, withReturnPath } from "./return-path";

const ORIGIN = "https://shop.example";

describe("ORDER-6 rule 4: the return path of the login", () => {
  it.each([
    ["/account", "/account"],
    ["/en/account/orders?page=2#top", "/en/account/orders?page=2#top"],
    ["/checkout/../account", "/account"],
    ["/zoeken?q=https://boos.example", "/zoeken?q=https://boos.example"],
  ])("%j is a path of the shop", (text, path) => expect(localPath(text, ORIGIN)).toBe(path));

  it.each([
    null,
    "",
    "account",
    "https://boos.example/",
    "https://shop.example/account",
    "//boos.example",
    "/\\boos.example",
    "\\\\boos.example",
    "/..//boos.example",
    "/%09/boos.example\u0000//",
    "/\t/boos.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "/api/account",
    "/api",
    `/${"a".repeat(2001)}`,
  ])("%j is none", (text) => {
    const path = localPath(text, ORIGIN);
    // Either the path is refused, or it stays within the shop.
    if (path !== null) expect(new URL(path, ORIGIN).host).toBe("shop.example");
    else expect(path).toBeNull();
    expect(path?.startsWith("//") ?? false).toBe(false);
  });

  it("is passed from screen to screen", () => {
    expect(withReturnPath("/inloggen", null)).toBe("/inloggen");
    const href = withReturnPath("/inloggen", "/account?x=1&y=2");
    expect(returnPath({ origin: ORIGIN, search: new URL(href, ORIGIN).search })).toBe("/account?x=1&y=2");
    expect(returnPath({ origin: ORIGIN, search: "" })).toBeNull();
  });
});
