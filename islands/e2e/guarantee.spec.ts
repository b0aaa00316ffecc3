// The notice on the legal guarantee (law §5), with drawings that stand in for the Commission's files.
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { expectNoFaults } from "./support/accessibility";
import { product } from "./support/catalogue";
import { CheckoutPage } from "./support/checkout";
import { RATES, type Running, withBackends, withShop } from "./support/running";
import { total, watchShifts } from "./support/shifts";
import { test as shared } from "./support/shop";
import { Storefront } from "./support/storefront";
import { LOCALES, route, text } from "./support/texts";

const GLIDES = product("GLIJDER");
const FOLDER = path.join(import.meta.dirname, "guarantee-notice");

/** A shop that has the notice, one per worker. */
const test = shared.extend<{ shop: Running }, { noticed: Running }>({
  noticed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
    async ({}, use) => {
      await withBackends((backends) =>
        withShop({ backends, consumerLocales: LOCALES, rates: RATES, guaranteeNotice: FOLDER }, use),
      );
    },
    { scope: "worker", timeout: 240_000 },
  ],
  shop: async ({ noticed }, use) => {
    await use(noticed);
  },
});

const notice = (page: Page) => page.locator("main figure.guarantee-notice");

for (const locale of LOCALES) {
  test(`law §5 ${locale}: the notice is seen in the review before the order, and linked in the footer of every page`, async ({
    page,
  }) => {
    await new Storefront(page, locale).add(GLIDES);
    const checkout = new CheckoutPage(page, locale);
    await checkout.toReview();
    const image = notice(page).getByRole("img", { name: text(locale, "common.guarantee_notice") });
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((drawn: HTMLImageElement) => drawn.naturalWidth)).toBeGreaterThan(0);
    await expect(notice(page).getByRole("link")).toHaveAttribute("href", text(locale, "common.guarantee_your_europe"));
    const boxes = await Promise.all([image.boundingBox(), checkout.orderButton.boundingBox()]);
    expect(boxes[0]?.y).toBeLessThan(boxes[1]?.y ?? 0);
    await expectNoFaults(page);
    const footer = page.getByRole("contentinfo");
    const link = footer.getByRole("link", { name: text(locale, "common.guarantee"), exact: true });
    const href = (await link.getAttribute("href")) ?? "";
    await page.goto(href);
    await page.setViewportSize({ width: 390, height: 844 });
    const shifts = await watchShifts(page);
    await page.reload();
    await expect(notice(page).getByRole("img")).toHaveAttribute("alt", text(locale, "common.guarantee_notice"));
    await notice(page).scrollIntoViewIfNeeded();
    // The picture has its place; fonts that come late may move the words by the bound of static pages.
    expect(total(shifts), JSON.stringify(shifts)).toBeLessThan(0.005);
    await expectNoFaults(page);
    for (const other of [route(locale, "bor.shopping-cart"), href]) {
      await page.goto(other);
      await expect(footer.getByRole("link", { name: text(locale, "common.guarantee"), exact: true })).toBeVisible();
    }
  });
}
