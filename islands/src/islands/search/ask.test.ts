import { expect, it } from "vitest";
import { isNothingAsked, tidy } from "./ask";

const STATE = { query: "", category: null, chosen: {}, sort: null, page: 1 };

it("R-SEARCH-01 sends no request below two characters, unless a filter is active", () => {
  for (const [query, chosen, expected] of [
    ["", {}, true],
    ["  l ", {}, true],
    ["la", {}, false],
    ["", { brand: ["kante"] }, false],
  ] as const) {
    expect(isNothingAsked({ ...STATE, query, chosen }), query).toBe(expected);
  }
});

it("a query is trimmed, with single spaces, and no longer than the API accepts", () => {
  expect(tidy("  staande \t lamp\n")).toBe("staande lamp");
  expect(tidy("x".repeat(300))).toHaveLength(200);
});
