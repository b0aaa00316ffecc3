// Law §4a: the permitted labels of the withdrawal link and its confirmation. To change a label, change it here and in
// the texts, after legal review.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const LOCALES = path.join(import.meta.dirname, "../../locales");
const LOCKED = {
  nl: ["Overeenkomst hier ontbinden", "Ontbinding bevestigen"],
  en: ["Withdraw from contract here", "Confirm withdrawal"],
  de: ["Vertrag widerrufen", "Widerruf bestätigen"],
} as const;

const locales = readdirSync(LOCALES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const texts = (locale: string, island: string) =>
  JSON.parse(readFileSync(path.join(LOCALES, locale, `islands/${island}.json`), "utf8")) as Record<string, string>;

it("has in each locale exactly the texts that the law permits", () => {
  const found = locales.map(({ name }) => {
    const own = texts(name, "withdrawal");
    return [name, [own["withdrawal.title"], own["withdrawal.confirm"]]];
  });
  expect(Object.fromEntries(found)).toEqual(LOCKED);
});

it("links from orders say the same", () => {
  for (const { name } of locales) {
    const label = texts(name, "withdrawal")["withdrawal.title"];
    expect(texts(name, "order-outcome")["order_outcome.withdraw"]).toBe(label);
    expect(texts(name, "account-order")["account_order.withdraw"]).toBe(label);
  }
});
