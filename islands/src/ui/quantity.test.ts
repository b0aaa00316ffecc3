import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS, nearestQuantity, parseQuantity, steppedQuantity } from "./quantity";

describe("R-CART-03 quantities", () => {
  it("have the default limits -100 and 100 and step 1", () => {
    expect(DEFAULT_LIMITS).toEqual({ min: -100, max: 100, step: 1 });
  });

  it.each([
    [0, 1, 10, 1, 1],
    [11, 1, 10, 1, 10],
    [-5, -100, 100, 1, -5],
    [5, 2, 20, 3, 5],
    [7, 2, 20, 3, 5],
    [99, 2, 20, 3, 20],
    [4, 1, 0, 1, 1],
    [4, 1, 10, 0, 4],
  ])("%i within %i to %i by %i is %i", (wanted, min, max, step, expected) => {
    expect(nearestQuantity(wanted, { min, max, step })).toBe(expected);
  });

  it.each([
    [1, -1, 1],
    [1, 1, 3],
    [9, 1, 9],
    [4, 1, 5],
    [4, -1, 1],
    [12, -1, 9],
  ] as const)("from %i by %i is %i when 1 to 10 go by 2", (quantity, direction, expected) => {
    expect(steppedQuantity(quantity, direction, { min: 1, max: 10, step: 2 })).toBe(expected);
  });

  it.each([
    ["3", 3],
    [" 12 ", 12],
    ["-4", -4],
    ["1.5", null],
    ["1e3", null],
    ["", null],
    ["drie", null],
  ])("%j typed is %j: whole numbers only", (text, expected) => {
    expect(parseQuantity(text)).toBe(expected);
  });
});
