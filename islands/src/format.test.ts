import { describe, expect, it } from "vitest";
import { formatMoney } from "./format";

const NO_BREAK = "\u00a0";

describe("R-I18N-07 money", () => {
  it.each([
    ["nl-NL", 129900, `€${NO_BREAK}1.299,00`],
    ["en-GB", 129900, "€1,299.00"],
    ["de-DE", 129900, `1.299,00${NO_BREAK}€`],
    ["nl-NL", -1050, `€${NO_BREAK}-10,50`],
    ["en-GB", 5, "€0.05"],
  ])("%s writes %i as %s", (locale, minor, expected) => {
    expect(formatMoney({ minor, currency: "EUR" }, locale)).toBe(expected);
  });

  it("knows currencies without minor units", () => {
    expect(formatMoney({ minor: 1299, currency: "JPY" }, "en-GB")).toBe("JP¥1,299");
  });
});
