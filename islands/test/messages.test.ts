// R-I18N-06: the islands' texts are complete, have the same keys in every locale, and are all used.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const HERE = import.meta.dirname;
const LOCALES = path.join(HERE, "../../locales");
const ISLANDS = path.join(HERE, "../src/islands");

type Catalogue = Record<string, string | Record<string, string>>;

const locales = readdirSync(LOCALES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();
/** Components that several islands use; their sources are next to the islands. */
const SHARED = ["account-area", "address", "overview", "payment", "product-list"];
/** The consent layer has its texts in the page. */
const WITHOUT_TEXTS = ["consent"];
const islands = [...readdirSync(ISLANDS).filter((name) => !WITHOUT_TEXTS.includes(name)), ...SHARED].sort();
const catalogueOf = (locale: string, island: string): Catalogue =>
  JSON.parse(readFileSync(path.join(LOCALES, locale, "islands", `${island}.json`), "utf8"));

function formsOf(message: Catalogue[string] | undefined): string[] {
  return typeof message === "string" ? [message] : Object.values(message ?? {});
}

function parametersOf(message: Catalogue[string] | undefined): string[] {
  const names = formsOf(message).flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name));
  return [...new Set(names)].sort();
}

/**
 * The keys in an island's sources, in `t("…")` or in a table of keys; scripts without React are in a folder of its name
 * next to the islands.
 */
function usedKeys(island: string): Set<string> {
  const folders = [path.join(ISLANDS, island), path.join(ISLANDS, "..", island)].filter((folder) => existsSync(folder));
  const sources = folders.flatMap((folder) => readdirSync(folder).map((file) => path.join(folder, file)));
  const own = sources.filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."));
  const text = own.map((file) => readFileSync(file, "utf8")).join("\n");
  return new Set([...text.matchAll(/"([a-z_]+\.[a-z0-9_]+)"/g)].map(([, key = ""]) => key));
}

it("has the three locales", () => {
  expect(locales).toEqual(expect.arrayContaining(["de", "en", "nl"]));
});

describe.each(islands)("R-I18N-06 texts of %s", (island) => {
  const dutch = catalogueOf("nl", island);
  const keys = Object.keys(dutch);

  it("start with the island's name and contain no other text", () => {
    const prefix = `${island.replaceAll("-", "_")}.`;
    expect(keys.filter((key) => !key.startsWith(prefix))).toEqual([]);
  });

  it.each(locales)("have the same keys and parameters in %s", (locale) => {
    const catalogue = catalogueOf(locale, island);
    expect(Object.keys(catalogue)).toEqual(keys);
    for (const key of keys) {
      expect(parametersOf(catalogue[key]), `${locale} ${key}`).toEqual(parametersOf(dutch[key]));
      expect(
        formsOf(catalogue[key]).every((form) => form.trim() !== ""),
        `${locale} ${key} is empty`,
      ).toBe(true);
    }
  });

  it.each(locales)("have the plural forms that %s needs, and a count", (locale) => {
    const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    for (const [key, message] of Object.entries(catalogueOf(locale, island))) {
      if (typeof message === "string") continue;
      expect(Object.keys(message).sort(), `${locale} ${key}`).toEqual([...categories].sort());
      expect(parametersOf(message), `${locale} ${key}`).toContain("count");
    }
  });

  it("are all used, and all used ones exist", () => {
    const used = [...usedKeys(island)].filter((key) => key.startsWith(`${island.replaceAll("-", "_")}.`)).sort();
    expect(used).toEqual([...keys].sort());
  });
});

it("R-PDP-05 has the specification's text for a failed add", () => {
  expect(catalogueOf("en", "buy-box")["buy_box.failed"]).toBe("Something went wrong while adding the product.");
});

it("R-CART-08 has a text for cart.product_fetching_error in every locale", () => {
  const texts = locales.map((locale) => catalogueOf(locale, "cart")["cart.product_fetching_error"]);
  expect(new Set(texts).size).toBe(locales.length);
});
