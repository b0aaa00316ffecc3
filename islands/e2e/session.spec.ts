// The cookie that holds the visitor's context token.
import { product } from "./support/catalogue";
import { sessionCookie, sessionToken } from "./support/session";
import { expect, testOfOwnShop as test } from "./support/shop";
import { Storefront } from "./support/storefront";
import { text } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");
const GLIDES = product("GLIJDER");
const YEAR = 365 * 24 * 60 * 60;

test("R-SESS-02 the token is stored for a year, inaccessible to scripts and other sites", async ({ page, context }) => {
  const shop = new Storefront(page, "nl");
  await page.goto("/");
  expect(await context.cookies()).toEqual([]);
  await shop.add(RAVEL);
  const cookie = await sessionCookie(context);
  expect(cookie).toMatchObject({ path: "/", sameSite: "Lax", httpOnly: true, secure: false, domain: "127.0.0.1" });
  expect(Math.abs(cookie.expires - Date.now() / 1000 - YEAR)).toBeLessThan(60);
  expect(await page.evaluate(() => document.cookie)).toBe("vitrine-cart=1");
});

test("R-SESS-02 the token stays while the backend keeps it and is replaced when the backend issues another", async ({
  page,
  context,
  shop: backend,
}) => {
  const shop = new Storefront(page, "nl");
  await shop.add(RAVEL);
  const first = await sessionToken(context);
  await shop.add(GLIDES);
  expect(await sessionToken(context)).toBe(first);

  expect(await backend.control(`sessions/${first}/expire`)).toMatchObject({ known: true });
  await shop.openCart();
  await expect(page.getByText(text("nl", "cart.empty_title"))).toBeVisible();
  await expect.poll(() => sessionToken(context)).not.toBe(first);
  await shop.expectCount(0);
  const second = await sessionToken(context);
  await shop.add(GLIDES);
  expect(await sessionToken(context)).toBe(second);
  await shop.expectCount(1);
});

test("R-SESS-02 a product added after the session expired is in the new one", async ({
  page,
  context,
  shop: backend,
}) => {
  const shop = new Storefront(page, "nl");
  await shop.add(RAVEL);
  const first = await sessionToken(context);
  await backend.control(`sessions/${first}/expire`);
  await shop.add(GLIDES);
  await shop.expectCount(1);
  expect(await sessionToken(context)).not.toBe(first);
  await shop.openCart();
  await expect(shop.quantity(GLIDES.name("nl"))).toHaveValue("1");
  await expect(shop.row(RAVEL.name("nl"))).toHaveCount(0);
});

test("two tabs that start a cart at the same time fill the same one", async ({ page, context, shop: backend }) => {
  const other = await context.newPage();
  const tabs = [new Storefront(page, "nl"), new Storefront(other, "nl")] as const;
  await tabs[0].openProduct(RAVEL);
  await tabs[1].openProduct(GLIDES);
  expect(await context.cookies(), "nobody has a session yet").toEqual([]);
  // Neither response has arrived when the other tab sends its request.
  await backend.control("faults", { backend: "shopware", path: "/store-api/", kind: "delay", delay_ms: 1000 });
  try {
    await Promise.all([tabs[0].buyButton.click(), tabs[1].buyButton.click()]);
    await expect(tabs[0].confirmation(RAVEL, RAVEL.limits.min)).toBeVisible({ timeout: 15_000 });
    await expect(tabs[1].confirmation(GLIDES, GLIDES.limits.min)).toBeVisible({ timeout: 15_000 });
  } finally {
    await backend.control("faults", undefined, "DELETE");
  }
  await tabs[0].openCart();
  for (const product of [RAVEL, GLIDES]) {
    await expect(tabs[0].quantity(product.name("nl"))).toHaveValue(String(product.limits.min));
  }
});
