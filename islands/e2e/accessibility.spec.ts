// Axe checks of every kind of page, in every locale and at common widths.
import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll, expectNoViolations } from "./support/accessibility";
import { product } from "./support/catalogue";
import { PAGE_KINDS, type PageKind, pathIn } from "./support/page-kinds";
import { expect, test } from "./support/shop";
import { Storefront } from "./support/storefront";
import { home, LOCALES, type Locale, text } from "./support/texts";

const WIDTHS = [320, 390, 820, 1440];
const RAVEL = product("RAVEL-RU-OA");
const BEUGEL = product("BEUGEL-BK");
test.use({ shopOptions: { consumerLocales: ["nl", "en", "de"] } });

/**
 * Visits the empty cart, a product that was just added, and the cart with lines; calls `look` for each once its islands
 * are mounted.
 */
async function eachState(page: Page, locale: Locale, look: () => Promise<void>): Promise<void> {
  const shop = new Storefront(page, locale);
  await page.context().clearCookies();
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

async function open(page: Page, kind: PageKind, locale: Locale): Promise<void> {
  const path = await pathIn(page.request, kind, locale);
  expect((await page.goto(path))?.status(), path).toBe(kind.status ?? 200);
}

// Pages differ between locales only by their texts, so each is checked at one width per locale.
const LOOKS = [
  ["nl", 390],
  ["en", 820],
  ["de", 1440],
] as const;

for (const kind of PAGE_KINDS) {
  test(`${kind.name}: no axe violations and no horizontal scrolling`, async ({ page }) => {
    // With reduced motion nothing is animated, so that axe measures the final state.
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const [locale, width] of LOOKS) {
      await page.setViewportSize({ width, height: 900 });
      await open(page, kind, locale);
      await expectNoViolations(page);
      await expectNoWiderThan(page, WIDTHS);
    }
  });
}

for (const [locale, width] of LOOKS) {
  test(`${locale}: axe finds nothing in the cart at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await eachState(page, locale, () => expectNoViolations(page));
  });
}

test("R-HEAD-12 no axe violations with open menus", async ({ page }) => {
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
  test(`${locale}: the cart is not wider than its window`, async ({ page }) => {
    await eachState(page, locale, () => expectNoWiderThan(page, WIDTHS));
  });
}

async function expectNoWiderThan(page: Page, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
}
