import { expect, it } from "vitest";
import { createTranslate } from "../i18n";
import type { ProductKey } from "../islands/product/messages";
import { DUTCH } from "../testing/messages";
import { arrivalWords } from "./arrival";

const words = (today: string, from_days: number, to_days: number) => {
  const t = createTranslate<ProductKey>(DUTCH.product, "nl-NL");
  return arrivalWords({ from_days, to_days }, new Date(`${today}T12:00:00`), { t, locale: "nl-NL" });
};

it("R-PDP-03 shows the calendar weeks of arrival, by ISO 8601", () => {
  expect(words("2026-11-23", 56, 70)).toBe("Bij u in week 3 tot 5, vanaf 18 januari");
  expect(words("2026-11-23", 77, 77)).toBe("Bij u in week 6, vanaf 8 februari");
  // 2026 has 53 weeks; the first days of 2027 belong to the last one.
  expect(words("2026-12-14", 20, 20)).toBe("Bij u in week 53, vanaf 28 december");
  expect(words("2026-12-14", 21, 21)).toBe("Bij u in week 1, vanaf 4 januari");
  expect(words("2024-12-16", 14, 15)).toBe("Bij u in week 1, vanaf 30 december");
});
