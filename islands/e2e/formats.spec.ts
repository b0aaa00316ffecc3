// The generator formats values as the browser's `Intl` does (R-I18N-07), so that pages and islands agree.
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { allProducts } from "./support/catalogue";
import { expect, test } from "./support/shop";
import { LOCALES, type Locale, TAGS } from "./support/texts";

const LOCALES_FOLDER = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../locales");

for (const locale of LOCALES) {
  test(`R-I18N-07 ${locale}: the price of every product has the format of Chromium's Intl`, async ({
    page,
    request,
  }) => {
    await page.goto("/");
    const products = allProducts();
    const prices = products.map(({ price }) => price);
    // The sample must contain cents, thousands and whole amounts.
    expect(prices.some((price) => price % 100 !== 0)).toBe(true);
    expect(prices.some((price) => price >= 100_000)).toBe(true);
    const written = await page.evaluate(
      ([tag, amounts]) => {
        const format = new Intl.NumberFormat(tag, { style: "currency", currency: "EUR" });
        return amounts.map((amount) => format.format(amount / 100));
      },
      [TAGS[locale], prices] as const,
    );
    const differing: string[] = [];
    for (const [index, { number, path }] of products.entries()) {
      const html = await (await request.get(path(locale))).text();
      const price = written[index] ?? "";
      if (!html.includes(`>${price}<`) && !html.includes(`"price_text":"${price}"`))
        differing.push(`${number}: ${price}`);
    }
    expect(differing).toEqual([]);
  });

  test(`R-I18N-07 ${locale}: dates have the format of Chromium's Intl`, async ({ page }) => {
    const { date, months } = readFormat(locale);
    const built = months.map((month, index) =>
      date
        .replace("{day}", String(index + 3))
        .replace("{month}", month)
        .replace("{year}", "2026"),
    );
    await page.goto("/");
    const written = await page.evaluate((tag) => {
      const format = new Intl.DateTimeFormat(tag, { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
      return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month, month + 3)));
    }, TAGS[locale]);
    expect(built).toEqual(written);
  });
}

function readFormat(locale: Locale): { readonly date: string; readonly months: readonly string[] } {
  return JSON.parse(readFileSync(path.join(LOCALES_FOLDER, locale, "format.json"), "utf8"));
}
