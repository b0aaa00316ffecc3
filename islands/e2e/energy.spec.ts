// The energy label of light sources (law §6): the arrow wherever one is offered with its price, which opens the label in
// place from the shop's own hosts; a luminaire with a replaceable lamp has a sentence and nothing that looks like a label.
import type { Locator, Page } from "@playwright/test";
import { expectNoFaults, expectNoSidewaysScroll, expectNoViolations } from "./support/accessibility";
import { product } from "./support/catalogue";
import { CheckoutPage } from "./support/checkout";
import { DESK, field, trigger } from "./support/search";
import { total, watchShifts } from "./support/shifts";
import { expect, test } from "./support/shop";
import { Storefront } from "./support/storefront";
import { LOCALES, type Locale, route, text } from "./support/texts";

const ZWAM = product("ZWAM-CL");
const LEEST = product("LEEST-CL");
const SPAT = product("SPAT-CR");
const TROS = product("TROS-AM");
const STATIEF = product("STATIEF");

test.use({ shopOptions: { consumerLocales: ["nl", "en", "de"] }, hasTouch: true });
test.setTimeout(180_000);

/** The arrow has its class, its range and its words, and its letter is as large as the price beside it. */
async function expectArrow(around: Locator, locale: Locale, letter: string, price?: Locator): Promise<void> {
  const arrow = around.locator(".energy__arrow");
  await expect(arrow).toHaveCount(1);
  await expect(arrow).toHaveClass(new RegExp(`energy__arrow--${letter}( |$)`));
  await expect(arrow.locator(".energy__class")).toHaveText(letter);
  await expect(arrow).toContainText(text(locale, "product.energy_alt", { class: letter }));
  const colour = await arrow.evaluate((element) => getComputedStyle(element).getPropertyValue("--energy"));
  expect(colour).not.toBe("");
  if (price === undefined) return;
  const size = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
  const letterSize = await arrow.locator(".energy__class").evaluate(size);
  expect(letterSize, "law §6: font size equal to the price").toBeGreaterThanOrEqual((await price.evaluate(size)) - 1);
}

const card = (page: Page, name: string) =>
  page.locator(".product-card").filter({ has: page.getByRole("link", { name, exact: true }) });

async function search(page: Page, locale: Locale, query: string): Promise<Locator> {
  await trigger(page).click();
  await field(page, locale).fill(query);
  await expect(page.getByRole("listbox")).toBeVisible();
  return page.getByRole("listbox");
}

for (const locale of LOCALES) {
  test(`law §6 ${locale}: the arrow stands beside the price on product page, card, list, suggestion, panel, cart and review`, async ({
    page,
  }) => {
    await page.setViewportSize(DESK);
    const shop = new Storefront(page, locale);
    const name = ZWAM.name(locale);
    await shop.openProduct(ZWAM);
    const own = page.locator(".product__panel");
    await expectArrow(own, locale, "E", own.locator(".price__amount").first());
    await page.goto(`${route(locale, "bor.search")}?q=${encodeURIComponent(name)}`);
    await expectArrow(card(page, name), locale, "E", card(page, name).locator(".product-card__price"));
    await expectNoViolations(page);

    const list = await search(page, locale, name);
    const row = list.locator(".search-found__product").filter({ hasText: name }).first();
    await expectArrow(row, locale, "E", row.locator(".search-found__price"));
    const label = list.getByRole("option", { name: text(locale, "search_panel.energy_label", { name }) });
    await expectNoViolations(page);
    await label.click();
    await expect(page).toHaveURL(/#energy-label$/);
    await expect(page.locator("#energy-label")).toBeVisible();

    await shop.openProduct(LEEST);
    await expectArrow(page.locator(".product__panel"), locale, "D");
    await shop.openProduct(ZWAM);
    await shop.buyButton.click();
    await expectArrow(shop.addedPanel, locale, "E", shop.addedPanel.locator(".cart-panel__price"));
    await shop.addedPanel.locator("summary").click();
    await expect(shop.addedPanel.locator(".energy__picture")).toBeVisible();
    await expectNoViolations(page);
    await shop.goOn(ZWAM, ZWAM.limits.min);
    await shop.openCart();
    await shop.expectCartRead();
    await expectArrow(shop.row(name), locale, "E", shop.row(name).locator(".cart__total-price"));
    await expectNoFaults(page);
    await page.setViewportSize(DESK);
    const checkout = new CheckoutPage(page, locale);
    await checkout.toReview();
    const review = checkout.section("review");
    await expectArrow(review, locale, "E", review.locator(".checkout__line-price"));
    await expectNoFaults(page);
  });

  test(`law §6 ${locale}: a luminaire with a replaceable lamp has a sentence and no arrow anywhere`, async ({
    page,
  }) => {
    const shop = new Storefront(page, locale);
    await shop.openProduct(TROS);
    const main = page.getByRole("main");
    await expect(main).toContainText(text(locale, "product.energy_contains", { class: "F" }));
    await expect(page.locator(".product__panel .energy")).toHaveCount(0);
    await shop.buyButton.click();
    await expect(shop.addedPanel).toContainText(TROS.name(locale));
    await expect(shop.addedPanel.locator(".energy")).toHaveCount(0);
    await shop.goOn(TROS, TROS.limits.min);
    await shop.openCart();
    await shop.expectCartRead();
    await expect(shop.row(TROS.name(locale)).locator(".energy")).toHaveCount(0);
  });

  test(`law §6 ${locale}: a lamp that is sold without light source names its socket, and nothing looks like a label`, async ({
    page,
  }) => {
    const shop = new Storefront(page, locale);
    await shop.openProduct(STATIEF);
    const main = page.getByRole("main");
    await expect(main).toContainText("E27");
    await expect(main).not.toContainText(text(locale, "product.energy_contains", { class: "" }).replace(/\W+$/, ""));
    await expect(page.locator(".product__panel .energy, .product__panel .energy__arrow")).toHaveCount(0);
    await page.goto(`${route(locale, "bor.search")}?q=${encodeURIComponent(STATIEF.name(locale))}`);
    await expect(card(page, STATIEF.name(locale))).toBeVisible();
    await expect(card(page, STATIEF.name(locale)).locator(".energy")).toHaveCount(0);
  });

  test(`law §6 ${locale}: the label opens at the first press beside the arrow and closes again, without leaving the page`, async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("-label-")) asked.push(request.url());
    });
    // Each width with another lamp, and only its own label: a browser loads others at once if it has them in memory.
    for (const [width, lamp] of [
      [1440, ZWAM],
      [390, LEEST],
      [320, SPAT],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      asked.length = 0;
      await page.goto(lamp.path(locale));
      const own = page.locator(".product__panel .energy");
      const summary = own.locator("summary");
      await summary.scrollIntoViewIfNeeded();
      await page.waitForLoadState("networkidle");
      const label = (await own.locator("img").getAttribute("src")) ?? "";
      expect(label).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/documents/\\w+-label-${locale}\\.svg$`));
      expect(asked, "it is not loaded before it is opened").not.toContain(label);
      const url = page.url();
      // Those of the page's load are reported too.
      const shifts = await watchShifts(page);
      const before = total(shifts);
      for (const press of [() => summary.click(), () => summary.tap(), () => summary.press("Enter")]) {
        await press();
        await expect(own.locator(".energy__picture")).toBeVisible();
        await expect(own.locator(".energy__picture")).toHaveJSProperty("complete", true);
        expect(await own.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
        await expectNoSidewaysScroll(page);
        await press();
        await expect(own.locator(".energy__picture")).toBeHidden();
      }
      expect(page.url()).toBe(url);
      expect(asked.filter((one) => one === label)).toHaveLength(1);
      expect(total(shifts), JSON.stringify(shifts)).toBe(before);
      const sheet = own.getByRole("link", { name: text(locale, "product.energy_sheet") });
      const answer = await page.request.get((await sheet.getAttribute("href")) ?? "");
      expect(answer.headers()["content-type"]).toBe("application/pdf");
    }
    // On a card, above it: nothing moves, and only one label of a page is open.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${route(locale, "bor.search")}?q=${encodeURIComponent(ZWAM.name(locale))}`);
    const first = card(page, ZWAM.name(locale));
    await first.locator("summary").click();
    await expect(first.locator(".energy__picture")).toBeVisible();
    await expectNoFaults(page);
  });
}

test.describe("law §6 without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  for (const locale of LOCALES) {
    test(`${locale}: the label opens on the product page, and is linked from search results`, async ({ page }) => {
      const shop = new Storefront(page, locale);
      await shop.openProduct(ZWAM);
      await page.locator(".product__panel .energy summary").click();
      await expect(page.locator("#energy-label")).toBeVisible();
      await page.goto(`${route(locale, "bor.search")}?q=${encodeURIComponent(ZWAM.name(locale))}`);
      // Words instead of the arrow: the page has a budget of bytes (LIMITS.md).
      const label = card(page, ZWAM.name(locale)).getByRole("link", {
        name: text(locale, "product.energy_alt", { class: "E" }),
      });
      await expect(label).toHaveAttribute("href", new RegExp(`/documents/zwam-label-${locale}\\.svg$`));
    });
  }
});

test("law §6 the arrow keeps its colours where the visitor's own colours are forced", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(ZWAM.path("nl"));
  const arrow = page.locator(".product__panel .energy__arrow");
  expect(await arrow.evaluate((element) => getComputedStyle(element).forcedColorAdjust)).toBe("none");
});
