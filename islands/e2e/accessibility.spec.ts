// Every kind of page, in every locale, at the widths people have.
import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll, expectNoViolations } from "./support/accessibility";
import { product } from "./support/catalogue";
import { expect, test } from "./support/shop";
import { Storefront } from "./support/storefront";
import { home, LOCALES, type Locale, route, text } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");
const BEUGEL = product("BEUGEL-BK");
const ABOUT = { nl: "/over-ons", en: "/en/about-us", de: "/de/ueber-uns" } as const satisfies Record<Locale, string>;

test.use({ shopOptions: { consumerLocales: ["nl", "en", "de"] } });

/** Opens each kind of page in turn, the cart first empty and last with lines, and looks at it once its islands are there. */
async function eachPage(page: Page, locale: Locale, look: () => Promise<void>): Promise<void> {
  const shop = new Storefront(page, locale);
  await page.context().clearCookies();
  for (const [path, status] of [
    [home(locale), 200],
    [ABOUT[locale], 200],
    [`${route(locale, "bor.shopping-cart")}/nergens`, 404],
  ] as const) {
    expect((await page.goto(path))?.status(), path).toBe(status);
    await look();
  }
  await shop.openCart();
  await expect(page.getByText(text(locale, "cart.empty_title"))).toBeVisible();
  await look();
  await shop.add(RAVEL);
  await look();
  await shop.add(BEUGEL);
  await shop.openCart();
  await expect(shop.quantity(BEUGEL.name(locale))).toBeVisible();
  await look();
}

// A kind of page is the same in every locale but for its words: each is looked at once at a width.
for (const [locale, width] of [
  ["nl", 390],
  ["de", 1440],
] as const) {
  test(`${locale}: axe finds nothing at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    // Whoever asks for less motion gets none, and a still page is what can be measured.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await eachPage(page, locale, () => expectNoViolations(page));
  });
}

test("R-HEAD-12 axe finds nothing with the menus open", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const opened = async (name: string) => {
    await page.getByRole("banner").locator("summary:visible").filter({ hasText: name }).first().click();
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
  };
  for (const path of [home("nl"), RAVEL.path("nl")]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    await opened("Meubels");
    await opened(text("nl", "common.language"));
    await page.setViewportSize({ width: 390, height: 844 });
    await opened(text("nl", "common.menu"));
    await opened("Meubels");
  }
});

for (const locale of LOCALES) {
  test(`${locale}: no page is wider than its window`, async ({ page }) => {
    await eachPage(page, locale, async () => {
      for (const width of [320, 390, 820, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expectNoSidewaysScroll(page);
      }
    });
  });
}
