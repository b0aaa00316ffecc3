// The print version of a product page (law and R-PDP-01): one or two pages.
import { product } from "./support/catalogue";
import { expect, test } from "./support/shop";

const PAGES = ["RAVEL-RU-OA", "ZWAM-KLEIN-RU", "CADEAUKAART-50"] as const;

for (const number of PAGES) {
  for (const locale of ["nl", "de"] as const) {
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
