import { describe, expect, it } from "vitest";
import { isOwnList, parseState, priceRange, queryOf, toggled } from "./state";

const GRAMMAR = { facets: ["brand", "color", "price"], sorts: ["relevance", "new", "price_asc"] };

describe("FACET-1 the URL of a list", () => {
  it("is the same for the same selection, and ignores unknown parameters", () => {
    const state = parseState("?price=250-500&brand=plet&utm=1&brand=kante&brand=plet&sort=upwards&page=0", GRAMMAR);
    expect(state).toEqual({
      query: "",
      category: null,
      chosen: { brand: ["kante", "plet"], price: ["250-500"] },
      sort: null,
      page: 1,
    });
    expect(queryOf(state, GRAMMAR)).toBe("?brand=kante&brand=plet&price=250-500");
  });

  it("has no sort for the default, and no page for the first", () => {
    expect(queryOf(parseState("?sort=relevance&page=1", GRAMMAR), GRAMMAR)).toBe("");
    expect(queryOf(parseState("?page=3&sort=new", GRAMMAR), GRAMMAR)).toBe("?sort=new&page=3");
    expect(isOwnList(parseState("?page=3", GRAMMAR))).toBe(true);
    expect(isOwnList(parseState("?sort=new", GRAMMAR))).toBe(false);
  });

  it("accepts the code of a category, and shows the whole list for an id", () => {
    expect(parseState("?category=stoelen", GRAMMAR).category).toBe("stoelen");
    expect(parseState(`?category=${"0a".repeat(16)}`, GRAMMAR).category).toBeNull();
  });
});

describe("FACET-8 a price", () => {
  it.each([
    ["250-500", { from: 250, to: 500 }],
    ["-500", { from: null, to: 500 }],
    ["2500-", { from: 2500, to: null }],
    ["-", null],
    ["500-250", null],
    ["a-b", null],
  ])("%s", (text, range) => {
    expect(priceRange(text)).toEqual(range);
  });

  it("is a single range, while other facets can have several values", () => {
    expect(toggled({ price: ["0-100"] }, "price", "100-250")).toEqual({ price: ["100-250"] });
    expect(toggled({ brand: ["plet"] }, "brand", "kante")).toEqual({ brand: ["kante", "plet"] });
    expect(toggled({ brand: ["plet"] }, "brand", "plet")).toEqual({});
  });
});
