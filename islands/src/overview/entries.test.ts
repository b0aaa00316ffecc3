import { describe, expect, it } from "vitest";
import { answerOf } from "./entries";

const FACETS = [
  { key: "brand", label: "Brand", values: ["kante", "plet"].map((key) => ({ key, label: key, count: 0 })) },
  { key: "year", label: "Year", values: ["2023", "2024"].map((key) => ({ key, label: key, count: 0 })) },
];
const ENTRIES = [
  { item: "hotel", values: { brand: ["kante", "plet"], year: ["2024"] } },
  { item: "school", values: { brand: ["plet"], year: ["2023"] } },
  { item: "office", values: { brand: ["kante"], year: ["2023"] } },
];

describe("R-CMS-03 the filters of an overview", () => {
  it("values of one facet are combined with OR, facets with AND, and a facet's counts ignore its own selection", () => {
    const counts = (chosen: Record<string, string[]>) => {
      const { products, facets } = answerOf(ENTRIES, FACETS, chosen);
      return [products, ...facets.map(({ values }) => values.map(({ count }) => count))];
    };
    expect(counts({})).toEqual([
      ["hotel", "school", "office"],
      [2, 2],
      [2, 1],
    ]);
    expect(counts({ brand: ["kante"] })).toEqual([
      ["hotel", "office"],
      [2, 2],
      [1, 1],
    ]);
    expect(counts({ brand: ["kante", "plet"], year: ["2023"] })).toEqual([
      ["school", "office"],
      [1, 1],
      [2, 1],
    ]);
    expect(counts({ brand: ["plet"], year: ["1900"] })).toEqual([[], [0, 0], [1, 1]]);
  });
});
