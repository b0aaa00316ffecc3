// Locales in which ordering is closed: what a guest in English and German gets instead of a buy button (R-HEAD-02).

import type { Locator, Page } from "@playwright/test";
import { expectNoViolations } from "./support/accessibility";
import { product } from "./support/catalogue";
import { callApi } from "./support/network";
import { expect, test } from "./support/shop";
import { Storefront } from "./support/storefront";
import { home, type Locale, money, route, text } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");

/**
 * "with login, showroom and nl as ways on": each leads to an existing page. The login is included only if its screen
 * exists.
 */
async function expectWays(page: Page, ways: Locator, locale: Locale, dutch: string): Promise<void> {
  const found = await ways.evaluateAll((links) =>
    links.map((link) => [link.textContent?.trim() ?? "", link.getAttribute("href") ?? ""] as const),
  );
  const language = text(locale, "language.nl");
  // The other language comes last.
  expect(found.at(-1)).toEqual([text(locale, "common.order_in_language", { language }), dutch]);
  expect(found).toContainEqual([text(locale, "common.showrooms"), `${home(locale)}/showrooms`]);
  const login = route(locale, "bor.auth.login");
  const isPage = (await page.request.get(login)).status() === 200;
  expect(found.some(([label, href]) => label === text(locale, "common.log_in") && href === login)).toBe(isPage);
  for (const [label, href] of found) expect([label, (await page.request.get(href)).status()]).toEqual([label, 200]);
  const heights = await ways.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
  for (const height of heights) expect(height, "a target of 24 px (WCAG 2.5.8)").toBeGreaterThanOrEqual(24);
}

for (const locale of ["en", "de"] as const) {
  test(`R-HEAD-02 ${locale}: the product page shows price, stock, the reason, and alternatives`, async ({ page }) => {
    const shop = new Storefront(page, locale);
    await shop.openProduct(RAVEL);
    const main = page.getByRole("main");
    await expect(main.getByText(money(locale, RAVEL.price), { exact: true })).toBeVisible();
    await expect(main.getByText(text(locale, "product.in_stock"), { exact: true })).toBeVisible();
    await expect(main.getByText(text(locale, "buy_box.closed_title"), { exact: true })).toBeVisible();
    await expect(main.getByText(text(locale, "buy_box.closed_text"), { exact: true })).toBeVisible();
    await expect(shop.buyButton).toHaveCount(0);
    await expect(shop.cartLink).toHaveCount(0);

    const ways = page.locator("[data-island=buy-box]").getByRole("listitem").getByRole("link");
    await expectWays(page, ways, locale, RAVEL.path("nl"));
    // Unchanged after the session has been read.
    const session = await callApi(page, "GET", "/api/session");
    expect(session.body).toMatchObject({ customer: null, ordering_allowed: false });
    await expect(shop.buyButton).toHaveCount(0);

    await expectNoViolations(page);
    await ways.last().click();
    await expect(page).toHaveURL(RAVEL.path("nl"));
    await expect(new Storefront(page, "nl").buyButton).toBeVisible();
  });

  test(`R-HEAD-02 ${locale}: the cart screen says the same and requests no cart`, async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(route(locale, "bor.shopping-cart"));
    await expect(page.getByText(text(locale, "cart.closed_title"), { exact: true })).toBeVisible();
    await expect(page.getByText(text(locale, "cart.closed_text"), { exact: true })).toBeVisible();
    const ways = page.locator("[data-island=cart]").getByRole("listitem").getByRole("link");
    await expectWays(page, ways, locale, route("nl", "bor.shopping-cart"));
    await expectNoViolations(page);
    await page.waitForLoadState("networkidle");
    expect(asked).not.toContain("/api/cart");
  });

  test(`R-HEAD-02 ${locale}: the API refuses what the page does not offer`, async ({ page }) => {
    await page.goto(RAVEL.path(locale));
    const source = await (await page.request.get(RAVEL.path(locale))).text();
    const product_id = /"product_id":"([0-9a-f]{32})"/.exec(source)?.[1] ?? "";
    const write = { product_id, quantity: 1 };
    const refused = await callApi(page, "POST", "/api/cart/line-items", write);
    expect(refused.status).toBe(403);
    expect(refused.body.errors).toMatchObject([
      { code: "ORDERING_NOT_ALLOWED", detail: text(locale, "errors.ordering_not_allowed") },
    ]);
    expect((await callApi(page, "PATCH", `/api/cart/line-items/${product_id}`, { quantity: 2 })).status).toBe(403);
    expect((await callApi(page, "DELETE", `/api/cart/line-items/${product_id}`)).status).toBe(403);
    await page.goto(route("nl", "bor.shopping-cart"));
    await expect(page.getByText(text("nl", "cart.empty_title"))).toBeVisible();
  });
}
