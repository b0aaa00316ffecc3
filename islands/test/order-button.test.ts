// Law §1: the permitted labels of the order button. To change a label, change it here and in the texts, after legal
// review.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const LOCALES = path.join(import.meta.dirname, "../../locales");
const LOCKED = {
  nl: "Bestellen en betalen",
  en: "Order with obligation to pay",
  de: "Zahlungspflichtig bestellen",
} as const;

it("has in each locale exactly the texts that the law permits", () => {
  const locales = readdirSync(LOCALES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const found = locales.map(({ name }) => {
    const texts = JSON.parse(readFileSync(path.join(LOCALES, name, "islands/checkout.json"), "utf8"));
    return [name, texts["checkout.order_button"]];
  });
  expect(Object.fromEntries(found)).toEqual(LOCKED);
});
