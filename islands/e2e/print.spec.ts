// The print version of a product page (law and R-PDP-01): one or two pages.
import { product } from "./support/catalogue";
import { pixelsChanged } from "./support/pixels";
import { expect, test } from "./support/shop";
import { LOCALES } from "./support/texts";

/** Products, and whether their dimensions are drawn. */
const PAGES = [
  ["RAVEL-RU-OA", true],
  ["ZWAM-KLEIN-RU", true],
  ["CADEAUKAART-50", false],
] as const;

for (const [number, drawn] of PAGES) {
  for (const locale of LOCALES) {
    test(`a product page prints on one or two pages: ${number} ${locale}`, async ({ page }) => {
      const own = product(number);
      await page.goto(own.path(locale));
      await page.waitForLoadState("load");
      await page.emulateMedia({ media: "print" });
      // Name, image, price, facts, number, URL of the page, shop.
      const article = page.getByRole("article");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(article.locator(".product-gallery img").first()).toBeVisible();
      await expect(article.locator(".price").first()).toBeVisible();
      await expect(article.getByText(number, { exact: true })).toBeVisible();
      await expect(article.getByText(own.path(locale))).toBeVisible();
      // What was chosen, every fact, and the drawing with its measures.
      for (const [, option] of own.options(locale))
        await expect(article.locator(".options__chosen").filter({ hasText: option }).first()).toBeVisible();
      const facts = article.locator(".facts__row");
      expect(await facts.count()).toBeGreaterThan(drawn ? 2 : 0);
      for (const fact of await facts.all()) await expect(fact).toBeVisible();
      const drawing = article.locator(".drawing");
      await expect(drawing).toHaveCount(drawn ? 1 : 0);
      if (drawn) {
        await expect(drawing).toBeVisible();
        for (const measure of await drawing.locator(".drawing__measure").all()) await expect(measure).toBeVisible();
        expect(await pixelsChanged(drawing, ".drawing { visibility: hidden }")).toBeGreaterThan(500);
      }
      await expect(page.getByRole("banner").locator(".header__brand")).toBeVisible();
      await expect(page.locator(".footer__contact")).toBeVisible();
      // No controls, and no other products.
      for (const gone of [".product__buy", ".buy-bar", ".suggest", ".product-card", ".options__list"]) {
        for (const element of await page.locator(gone).all()) await expect(element).toBeHidden();
      }
      const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
      const sheets = pdf.match(/\/Type\s*\/Page(?!s)/g)?.length ?? 0;
      expect(sheets).toBeGreaterThan(0);
      expect(sheets).toBeLessThanOrEqual(2);
    });
  }
}
