// Messages of the shop when the backend fails; no input is lost. These tests change the backend of their worker, which
// runs one test at a time; each restores it.
import { product } from "./support/catalogue";
import { hold } from "./support/network";
import { expect, type OwnShop, testOfOwnShop as test } from "./support/shop";
import { Storefront } from "./support/storefront";
import { route, text } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");
const GLIDES = product("GLIJDER");
/** A clearance product: only its stock can be ordered. */
const LAST_ONES = product("NOORD-BK-BO");
const SOLD_OUT = product("VOUW-CH");

/** Path of adding, changing and removing lines. */
const LINE_ITEM = "/store-api/checkout/cart/line-item";

test.afterEach(({ shop }) => shop.control("reset"));

function failing(shop: OwnShop, path: string): Promise<unknown> {
  return shop.control("faults", { backend: "shopware", path, kind: "status", status: 500 });
}

function mended(shop: OwnShop): Promise<unknown> {
  return shop.control("faults", undefined, "DELETE");
}

test("R-PDP-05 a failed add shows an error next to the button, loses nothing, and can be retried", async ({
  page,
  shop: backend,
}) => {
  const shop = new Storefront(page, "nl");
  await shop.add(GLIDES);
  await shop.openBuyBox(RAVEL);
  const quantity = shop.quantityOnPage(RAVEL);
  await quantity.fill("2");
  await quantity.blur();
  await failing(backend, LINE_ITEM);
  await shop.buyButton.click();
  const alert = page.locator("[data-island=buy-box]").getByRole("alert");
  await expect(alert).toContainText(text("nl", "buy_box.failed"));
  await expect(alert).toContainText(text("nl", "errors.backend_unavailable"));
  await expect(quantity).toHaveValue("2");
  await shop.expectCount(1);

  await mended(backend);
  await shop.buyButton.click();
  await shop.goOn(RAVEL, 2);
  await expect(alert).toBeEmpty();
  await shop.expectCount(3);
  await shop.openCart();
  await expect(shop.quantity(GLIDES.name("nl"))).toHaveValue("1");
  await expect(shop.quantity(RAVEL.name("nl"))).toHaveValue("2");
});

test("R-PDP-05 an unreachable shop is reported too", async ({ page, context }) => {
  const shop = new Storefront(page, "nl");
  await shop.openBuyBox(RAVEL);
  await context.setOffline(true);
  await shop.buyButton.click();
  const alert = page.locator("[data-island=buy-box]").getByRole("alert");
  await expect(alert).toContainText(text("nl", "buy_box.failed"));
  await expect(alert).toContainText(text("nl", "buy_box.unreachable"));
  await context.setOffline(false);
  await shop.buyButton.click();
  await expect(shop.confirmation(RAVEL, 1)).toBeVisible();
});

test("R-CART-06 a quantity that cannot be changed is reverted, with a toast and a message at the row", async ({
  page,
  shop: backend,
}) => {
  const shop = new Storefront(page, "nl");
  const name = GLIDES.name("nl");
  await shop.add(GLIDES);
  await shop.openCart();
  await failing(backend, LINE_ITEM);
  await shop.button("cart.increase", name).click();
  const detail = text("nl", "errors.backend_unavailable");
  const toast = page.getByRole("alert").filter({ hasText: detail });
  await expect(toast).toBeVisible();
  // "bottom-center", also with several lines of text.
  const aside = await page.locator(".toasts__toast").evaluate((note) => {
    const words = note.querySelector("p");
    if (words !== null) words.textContent = (words.textContent ?? "").repeat(3);
    const box = note.getBoundingClientRect();
    return Math.abs(box.left + box.right - document.documentElement.clientWidth) / 2;
  });
  expect(aside).toBeLessThan(1);
  await expect(shop.quantity(name)).toHaveValue("1");
  await expect(shop.row(name)).toContainText(detail);
  await expect(shop.row(name)).not.toHaveAttribute("aria-busy");
  await toast.getByRole("button", { name: text("nl", "cart.close_toast") }).click();
  await expect(toast).toHaveCount(0);

  await mended(backend);
  await shop.button("cart.increase", name).click();
  await shop.expectCount(2);
  await expect(shop.row(name)).not.toContainText(detail);
});

test("TOAST-5 a toast does not cover the link to the checkout on phones", async ({ page, shop: backend }) => {
  const shop = new Storefront(page, "nl");
  const name = GLIDES.name("nl");
  await page.setViewportSize({ width: 390, height: 700 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await shop.add(GLIDES);
  await shop.openCart();
  await failing(backend, LINE_ITEM);
  await expect(shop.quantity(name)).toHaveValue("1");
  // A toast does not time out while the window is not focused.
  await page.evaluate(() => void dispatchEvent(new Event("blur")));
  await shop.button("cart.increase", name).click();
  const toast = page.locator(".toasts__toast");
  const order = page.locator(".cart__order");
  await expect(toast).toBeVisible();
  await expect(order).toBeInViewport();
  const [above, below] = [await toast.boundingBox(), await order.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
});

test("R-CART-04 a failed removal keeps the line and shows an error", async ({ page, shop: backend }) => {
  const shop = new Storefront(page, "nl");
  const name = GLIDES.name("nl");
  await shop.add(GLIDES);
  await shop.openCart();
  await expect(shop.quantity(name)).toHaveValue("1");
  await failing(backend, LINE_ITEM);
  await shop.button("cart.remove_item", name).click();
  await expect(page.getByRole("alert").filter({ hasText: text("nl", "errors.backend_unavailable") })).toBeVisible();
  await expect(shop.quantity(name)).toHaveValue("1");
  await shop.expectCount(1);
});

test("R-CART-06 the backend's errors about the cart are shown once in the red box", async ({ page, shop: backend }) => {
  const shop = new Storefront(page, "nl");
  const name = LAST_ONES.name("nl");
  await shop.add(GLIDES);
  await shop.add(LAST_ONES);
  await shop.openCart();
  await shop.expectCartRead();
  await shop.button("cart.increase", name).click();
  await shop.expectCount(3);
  await backend.control("stock", { product_number: LAST_ONES.number, stock: 1 });
  await shop.button("cart.increase", GLIDES.name("nl")).click();

  const message = text("nl", "cart_errors.product-stock-reached", { name, quantity: 1 });
  const box = page.locator(".cart__errors");
  await expect(box.getByRole("heading", { name: text("nl", "cart.errors_title") })).toBeVisible();
  await expect(box.getByRole("listitem")).toHaveText([message]);
  await expect(box).toBeFocused();
  const [red = 0, green = 0, blue = 0] = await box.evaluate((element) =>
    (getComputedStyle(element).borderTopColor.match(/\d+/g) ?? []).map(Number),
  );
  expect(red).toBeGreaterThan(2 * Math.max(green, blue));
  // Only one piece is left: no other quantity is offered.
  await expect(shop.row(name)).toContainText(text("nl", "cart.fixed_quantity", { count: 1 }));
  await expect(shop.quantity(name)).toHaveCount(0);
  await expect(shop.quantity(GLIDES.name("nl"))).toHaveValue("2");
  await shop.expectCount(3);
  await box.getByRole("link", { name: message }).click();
  await expect(page).toHaveURL(/#cart-line-/);

  // A resolved error is gone after the next change.
  await shop.button("cart.increase", GLIDES.name("nl")).click();
  await shop.expectCount(4);
  await expect(box).toHaveCount(0);
});

test("R-CART-06 a product that sold out meanwhile is removed from the cart with a message", async ({
  page,
  shop: backend,
}) => {
  const shop = new Storefront(page, "nl");
  const name = LAST_ONES.name("nl");
  await shop.add(LAST_ONES);
  await shop.add(GLIDES);
  await shop.openCart();
  await expect(shop.row(name)).toHaveCount(1);
  await shop.expectCartRead();
  await backend.control("stock", { product_number: LAST_ONES.number, stock: 0 });
  await shop.button("cart.increase", GLIDES.name("nl")).click();
  const box = page.locator(".cart__errors");
  await expect(box.getByRole("listitem")).toHaveText([text("nl", "cart_errors.product-out-of-stock", { name })]);
  await expect(shop.quantity(GLIDES.name("nl"))).toHaveValue("2");
  await expect(shop.row(name)).toHaveCount(0);
});

test("R-PDP-05 a product that sold out since the page was opened is refused with a message", async ({
  page,
  shop: backend,
}) => {
  const shop = new Storefront(page, "nl");
  await shop.openBuyBox(LAST_ONES);
  await backend.control("stock", { product_number: LAST_ONES.number, stock: 0 });
  await shop.buyButton.click();
  const alert = page.locator("[data-island=buy-box]").getByRole("alert");
  await expect(alert).toContainText(text("nl", "buy_box.failed"));
  await expect(alert).toContainText(text("nl", "cart_errors.product-out-of-stock", { name: LAST_ONES.name("nl") }));
  await shop.expectCount(0);
});

test("R-PDP-03 a sold-out product cannot be bought", async ({ page }) => {
  const shop = new Storefront(page, "nl");
  await shop.openProduct(SOLD_OUT);
  const box = page.locator("[data-island=buy-box]");
  await expect(box).toContainText(text("nl", "buy_box.sold_out"));
  await expect(shop.buyButton).toHaveCount(0);
});

test("R-SESS-03 in maintenance the cart says so and recovers on a retry", async ({ page, shop: backend }) => {
  const shop = new Storefront(page, "nl");
  await shop.add(GLIDES);
  await backend.control("maintenance", { on: true });
  await shop.openProduct(RAVEL);
  await expect(page.getByRole("heading", { level: 1, name: RAVEL.name("nl") })).toBeVisible();
  await shop.buyButton.click();
  const alert = page.locator("[data-island=buy-box]").getByRole("alert");
  await expect(alert).toContainText(text("nl", "errors.maintenance_mode"));

  // The page was served before, as from a CDN: its island shows the same text as the static maintenance page.
  await backend.control("maintenance", { on: false });
  const letGo = await hold(page, "**/api/cart/overview");
  await page.goto(route("nl", "bor.shopping-cart"));
  await backend.control("maintenance", { on: true });
  const refused = page.waitForResponse((answer) => answer.url().endsWith("/api/cart/overview"));
  letGo();
  expect((await refused).status()).toBe(503);
  expect(Number((await refused).headers()["retry-after"])).toBeGreaterThan(0);
  const closed = page.getByRole("alert").filter({ hasText: text("nl", "content.maintenance_title") });
  await expect(closed).toContainText(text("nl", "content.maintenance_text"));
  await expect(closed.getByRole("link")).toHaveAttribute("href", "/");
  await backend.control("maintenance", { on: false });
  await page.getByRole("button", { name: text("nl", "cart.retry") }).click();
  await expect(shop.quantity(GLIDES.name("nl"))).toHaveValue("1");
});

test("R-CART-01 a cart that cannot be read keeps its lines and can be retried", async ({ page, shop: backend }) => {
  const shop = new Storefront(page, "nl");
  await shop.add(GLIDES);
  await failing(backend, "/store-api/checkout/cart");
  await shop.openCart();
  await expect(page.getByRole("alert").filter({ hasText: text("nl", "cart.failed_title") })).toBeVisible();
  await shop.expectCount(1);
  await mended(backend);
  await page.getByRole("button", { name: text("nl", "cart.retry") }).click();
  await expect(shop.quantity(GLIDES.name("nl"))).toHaveValue("1");
});
