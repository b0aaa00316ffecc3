// Quantities that were changed just before the page is left are not lost (R-CART-02).
import type { BrowserContext, Page } from "@playwright/test";
import type { CartResponse } from "../src/api/schema.gen";
import { product } from "./support/catalogue";
import { callApi } from "./support/network";
import { expect, testOfOwnShop as test } from "./support/shop";
import { Storefront } from "./support/storefront";
import { home } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");
const GLIDES = product("GLIJDER");
const LAMP = product("ZWAM-KLEIN-RU");
const LINES = [RAVEL, GLIDES, LAMP];

test.afterEach(({ shop }) => shop.control("reset"));

/** How a visitor leaves the page. */
const WAYS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  "to another page": (page) => page.goto(home("nl")),
  "by a reload": (page) => page.reload(),
  "by closing the tab": (page) => page.close({ runBeforeUnload: true }),
};

/** Opens the cart with one of each product, with the clock paused, so that no delay elapses by itself. */
async function openCart(page: Page): Promise<Storefront> {
  const shop = new Storefront(page, "nl");
  for (const one of LINES) await shop.add(one);
  await page.clock.install({ time: "2026-05-01T10:00:00Z" });
  await shop.openCart();
  await shop.expectCartRead();
  await page.clock.pauseAt("2026-05-01T11:00:00Z");
  return shop;
}

async function increase(shop: Storefront, one: (typeof LINES)[number], to: number): Promise<void> {
  await shop.button("cart.increase", one.name("nl")).click();
  await expect(shop.quantity(one.name("nl"))).toHaveValue(String(to));
}

/** The quantities of the session's cart, read in another tab. */
async function expectQuantities(context: BrowserContext, wanted: readonly number[]): Promise<void> {
  const tab = await context.newPage();
  await tab.goto(home("nl"));
  await expect
    .poll(async () => {
      const { line_items } = (await callApi(tab, "GET", "/api/cart")).body as unknown as CartResponse;
      return LINES.map((one) => line_items.find(({ label }) => label === one.name("nl"))?.quantity);
    })
    .toEqual(wanted);
}

for (const [way, leave] of Object.entries(WAYS)) {
  test(`R-CART-02 two changed lines are both kept when the page is left ${way}`, async ({ page, context }) => {
    const shop = await openCart(page);
    await increase(shop, RAVEL, 2);
    await increase(shop, LAMP, 2);
    await increase(shop, LAMP, 3);
    await leave(page);
    await expectQuantities(context, [2, 1, 3]);
  });

  test(`R-CART-02 a change on its way and two that wait are all kept when the page is left ${way}`, async ({
    page,
    context,
    shop: backend,
  }) => {
    const shop = await openCart(page);
    const path = "/store-api/checkout/cart/line-item";
    await backend.control("faults", {
      backend: "shopware",
      method: "PATCH",
      path,
      kind: "delay",
      delay_ms: 2000,
      times: 1,
    });
    await increase(shop, GLIDES, 2);
    const sent = page.waitForRequest((request) => request.method() === "PATCH");
    await page.clock.runFor(800);
    await sent;
    // One of these waits behind the call, the other for its own delay.
    await increase(shop, RAVEL, 2);
    await page.clock.runFor(800);
    await increase(shop, LAMP, 2);
    await leave(page);
    await expectQuantities(context, [2, 2, 2]);
  });
}
