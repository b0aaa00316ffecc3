// Failures during an order: it is placed at most once, and no input is lost. These tests change the backend of their
// worker, which runs one test at a time; each restores it.
import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll, expectNoViolations } from "./support/accessibility";
import { PAST_ORDERS, product } from "./support/catalogue";
import { CheckoutPage, GUEST } from "./support/checkout";
import { callApi, hold, intercept } from "./support/network";
import { sessionToken } from "./support/session";
import { expect, type OwnShop, testOfOwnShop as test } from "./support/shop";
import { Storefront } from "./support/storefront";
import { money, text } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");
const GLIDES = product("GLIJDER");
/** A clearance product: only its stock can be sold. */
const LAST_ONES = product("NOORD-BK-BO");
const ORDERS = "**/api/orders";

test.afterEach(({ shop }) => shop.control("reset"));

/** The orders placed since the shop was started. */
async function ordersOf(shop: OwnShop): Promise<readonly { readonly id: string }[]> {
  const orders = (await shop.control("orders", undefined, "GET")).orders as { id: string; number: string }[];
  return orders.filter(({ number }) => !PAST_ORDERS.has(number));
}

/** The backend has exactly the order that the page shows. */
async function expectOneOrder(shop: OwnShop, id: string): Promise<void> {
  expect((await ordersOf(shop)).map((order) => order.id)).toEqual([id]);
}

/** Runs axe and checks that nothing scrolls horizontally. */
async function look(page: Page): Promise<void> {
  await expectNoViolations(page);
  await page.setViewportSize({ width: 320, height: 900 });
  await expectNoSidewaysScroll(page);
  await expectNoViolations(page);
  await page.setViewportSize({ width: 1280, height: 720 });
}

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "reduce" }));

test("R-CHK-08 a double click never places the order twice", async ({ page, shop: backend }) => {
  const checkout = new CheckoutPage(page, "nl");
  await new Storefront(page, "nl").add(GLIDES);
  await checkout.toReview();
  const id = await checkout.order(() => checkout.orderButton.dblclick());
  await expectOneOrder(backend, id);
});

test("R-CHK-08 a reload never places the order twice", async ({ page, shop: backend }) => {
  const checkout = new CheckoutPage(page, "nl");
  await new Storefront(page, "nl").add(GLIDES);
  await checkout.toReview();
  // The order was placed, but the page is left before the answer arrives.
  let placed = () => {};
  const isPlaced = new Promise<void>((resolve) => {
    placed = resolve;
  });
  let left = false;
  await intercept(page, ORDERS, async (call) => {
    if (left) return call.continue();
    left = true;
    await call.fetch();
    placed();
  });
  await checkout.orderButton.click();
  await expect(page.getByRole("status").filter({ hasText: checkout.t("ordering") })).toBeVisible();
  await isPlaced;
  await expectNoViolations(page);
  const id = await checkout.order(async () => {
    await page.reload({ waitUntil: "commit" });
  });
  await expectOneOrder(backend, id);
});

test("R-CHK-08 a lost response never places the order twice", async ({ page, shop: backend }) => {
  const checkout = new CheckoutPage(page, "nl");
  const shop = new Storefront(page, "nl");
  await shop.add(GLIDES);
  await checkout.toReview();
  // The answer is lost between the shop and the page.
  let lost = 0;
  await intercept(page, ORDERS, async (call) => {
    if (lost === 0) {
      lost += 1;
      await call.fetch();
      await call.abort("connectionreset");
    } else await call.continue();
  });
  const id = await checkout.order();
  expect(lost).toBe(1);
  await expectOneOrder(backend, id);

  // The answer is lost between the backend and the shop.
  await shop.add(RAVEL);
  await checkout.open();
  await checkout.keepMethods();
  await checkout.field("terms").check();
  await backend.control("faults", {
    backend: "shopware",
    method: "POST",
    path: "/store-api/checkout/order",
    kind: "lost",
    times: 1,
  });
  const second = await checkout.order();
  expect((await ordersOf(backend)).map((order) => order.id).sort()).toEqual([id, second].sort());
});

test("R-CHK-08 without any response the visitor is told not to order again", async ({ page, shop: backend }) => {
  const checkout = new CheckoutPage(page, "nl");
  await new Storefront(page, "nl").add(GLIDES);
  await page.clock.install();
  await checkout.toReview();
  let tries = 0;
  const keys = new Set<string>();
  await intercept(page, ORDERS, async (call) => {
    tries += 1;
    keys.add(call.request().postDataJSON().idempotency_key);
    await call.abort("connectionreset");
  });
  await checkout.orderButton.click();
  const unsure = page.getByRole("alert").filter({ hasText: checkout.t("unsure_title") });
  await expect(async () => {
    await page.clock.runFor(2000);
    await expect(unsure).toBeVisible({ timeout: 200 });
  }).toPass();
  await expect(unsure).toContainText(checkout.t("unsure_text"));
  expect(tries).toBe(6);
  await look(page);
  await page.unroute(ORDERS);
  await page.clock.resume();
  const id = await checkout.order(() => checkout.button("ask_again").click());
  expect(keys.size).toBe(1);
  await expectOneOrder(backend, id);
});

test("CHK-8 R-CHK-04 a price change during checkout shows old and new price and asks for confirmation", async ({
  page,
  shop: backend,
}) => {
  const checkout = new CheckoutPage(page, "nl");
  await new Storefront(page, "nl").add(RAVEL);
  await checkout.toReview();
  const [before, now] = [money("nl", RAVEL.price), money("nl", RAVEL.price + 5000)];
  await backend.control("price", { product_number: RAVEL.number, price: (RAVEL.price + 5000) / 100 });
  await checkout.orderButton.click();
  const dialog = page.getByRole("dialog", { name: checkout.t("changed_title") });
  await expect(dialog).toContainText(checkout.t("changed_text"));
  await expect(dialog.locator("s").last()).toHaveText(before);
  await expect(dialog.locator(".checkout__difference")).toContainText(now);
  await look(page);
  expect(await ordersOf(backend)).toEqual([]);
  await dialog.getByRole("button", { name: checkout.t("look_again") }).click();
  await expect(dialog).toBeHidden();
  const review = checkout.section("review");
  await expect(review).toContainText(checkout.t("changed_title"));
  await expect(review.locator("[data-sum=total]")).toContainText(now);
  await expect(checkout.orderButton).toContainText(now);
  await look(page);
  const id = await checkout.order();
  await expectOneOrder(backend, id);
});

test("CHK-8 changes before the checkout was opened are shown until the review", async ({ page, shop: backend }) => {
  const checkout = new CheckoutPage(page, "nl");
  const shop = new Storefront(page, "nl");
  await shop.add(RAVEL);
  await shop.openCart();
  await expect(shop.quantity(RAVEL.name("nl"))).toBeVisible();
  await backend.control("price", { product_number: RAVEL.number, price: (RAVEL.price + 5000) / 100 });
  await checkout.open();
  const told = page.getByRole("status").filter({ hasText: checkout.t("since_last") });
  await expect(told).toContainText(RAVEL.name("nl"));
  await expect(told.locator("s")).toHaveText(money("nl", RAVEL.price));
  await expect(told).toContainText(money("nl", RAVEL.price + 5000));
  await checkout.enterDetails();
  await checkout.keepMethods();
  await expect(told.locator("s")).toHaveText(money("nl", RAVEL.price));
  await look(page);
});

test("CHK-8 a product that sells out during checkout is reported, and nothing is ordered", async ({
  page,
  shop: backend,
}) => {
  const checkout = new CheckoutPage(page, "nl");
  const shop = new Storefront(page, "nl");
  await shop.add(LAST_ONES);
  await shop.add(GLIDES);
  await checkout.toReview();
  await backend.control("stock", { product_number: LAST_ONES.number, stock: 0 });
  await checkout.orderButton.click();
  const dialog = page.getByRole("dialog", { name: checkout.t("changed_title") });
  await expect(dialog).toContainText(LAST_ONES.name("nl"));
  await expect(dialog).toContainText(money("nl", GLIDES.price + 695));
  expect(await ordersOf(backend)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(
    checkout
      .section("review")
      .getByRole("listitem")
      .filter({ hasText: GLIDES.name("nl") }),
  ).toBeVisible();
  await expect(
    checkout
      .section("review")
      .getByRole("list", { name: checkout.t("lines") })
      .getByText(LAST_ONES.name("nl")),
  ).toHaveCount(0);
  await look(page);

  // If the cart is empty now, the reason is shown above the empty state.
  await backend.control("active", { product_number: GLIDES.number, active: false });
  await checkout.orderButton.click();
  await expect(page.getByText(checkout.t("empty_title"))).toBeVisible();
  await expect(page.locator("[data-island=checkout]")).toContainText(GLIDES.name("nl"));
  expect(await ordersOf(backend)).toEqual([]);
  await look(page);
});

test("R-CHK-01 CHK-13 a session that expired during checkout is reported, and the input is kept", async ({
  page,
  context,
  shop: backend,
}) => {
  const checkout = new CheckoutPage(page, "nl");
  const shop = new Storefront(page, "nl");
  await shop.add(GLIDES);
  await checkout.open();
  await checkout.enterDetails();
  await backend.control(`sessions/${await sessionToken(context)}/expire`);
  await page.locator(".radio-card").last().click();
  await expect(page.getByRole("status").filter({ hasText: text("nl", "notices.session-expired") })).toBeVisible();
  await expect(page.getByText(checkout.t("empty_title"))).toBeVisible();
  await look(page);
  await shop.add(GLIDES);
  await checkout.open();
  await expect(checkout.field("email")).toHaveValue(GUEST.email);
  await expect(checkout.field("delivery-street")).toHaveValue(GUEST.street);
  await checkout.button("to_delivery").click();
  await checkout.keepMethods();
  await checkout.field("terms").check();
  const id = await checkout.order();
  await expectOneOrder(backend, id);
});

test("R-SESS-03 in maintenance the checkout says so, keeps the input and continues afterwards", async ({
  page,
  shop: backend,
}) => {
  const checkout = new CheckoutPage(page, "nl");
  await new Storefront(page, "nl").add(GLIDES);
  // The maintenance starts after the page and before its island; later pages are maintenance pages themselves.
  const letGo = await hold(page, "**/api/checkout");
  await checkout.open();
  await backend.control("maintenance", { on: true });
  letGo();
  const closed = page.getByRole("alert").filter({ hasText: text("nl", "content.maintenance_title") });
  await expect(closed).toContainText(text("nl", "content.maintenance_text"));
  await expect(closed).toContainText(checkout.t("maintenance_text"));
  await expect(closed.getByRole("link")).toHaveAttribute("href", /^tel:\+/);
  await look(page);
  await backend.control("maintenance", { on: false });
  await checkout.button("retry").click();
  await checkout.enterDetails();
  await checkout.keepMethods();
  await checkout.field("comment").fill("Graag aanbellen.");
  await checkout.field("terms").check();
  await backend.control("maintenance", { on: true });
  await checkout.orderButton.click();
  const refused = page.getByRole("alert").filter({ hasText: checkout.t("not_ordered") });
  await expect(refused).toContainText(text("nl", "errors.maintenance_mode"));
  await expect(checkout.field("comment")).toHaveValue("Graag aanbellen.");
  await expect(checkout.field("terms")).toBeChecked();
  expect(await ordersOf(backend)).toEqual([]);
  await look(page);
  await backend.control("maintenance", { on: false });
  const id = await checkout.order();
  await expectOneOrder(backend, id);
});

test("FORM-6 FORM-8 details that could not be saved are kept, with an error summary and a retry", async ({
  page,
  shop: backend,
}) => {
  const checkout = new CheckoutPage(page, "nl");
  await new Storefront(page, "nl").add(GLIDES);
  await backend.control("faults", { backend: "shopware", path: "/store-api/", kind: "status", status: 500 });
  await checkout.open();
  const failed = page.getByRole("alert").filter({ hasText: checkout.t("failed_title") });
  await expect(failed).toContainText(checkout.t("failed_text"));
  await look(page);
  await backend.control("faults", undefined, "DELETE");
  // After a failure the server waits before it calls the shop again.
  await expect(async () => {
    if (await checkout.button("retry").isVisible()) await checkout.button("retry").click();
    await expect(checkout.button("to_delivery")).toBeVisible({ timeout: 2000 });
  }).toPass();
  await checkout.fillDetails();
  await intercept(page, "**/api/checkout/guest", (call) => call.abort("connectionreset"));
  await checkout.button("to_delivery").click();
  await expect(checkout.summary).toContainText(checkout.t("failed_details"));
  await expect(checkout.summary).toBeFocused();
  await expect(checkout.field("delivery-city")).toHaveValue(GUEST.city);
  await look(page);
  await page.unroute("**/api/checkout/guest");
  await checkout.button("to_delivery").click();
  await expect(checkout.button("to_payment")).toBeVisible();
});

test("CHK with a backend of realistic latency a guest orders and sees the loading message", async ({
  page,
  shop: backend,
}) => {
  const checkout = new CheckoutPage(page, "nl");
  await new Storefront(page, "nl").add(RAVEL);
  const added = await callApi(page, "POST", "/api/cart/promotions", { code: "WELKOM10" });
  expect(added.status).toBe(200);
  await backend.control("latency", { latency: "real" });
  await checkout.open();
  await checkout.enterDetails();
  const total = RAVEL.price - Math.round(RAVEL.price / 10);
  await checkout.keepMethods();
  const review = checkout.section("review");
  const line = review.getByRole("listitem").filter({ hasText: "Welkomstkorting 10 %" });
  await expect(line).toContainText(money("nl", -Math.round(RAVEL.price / 10)));
  await expect(review.locator("[data-sum=total]")).toContainText(money("nl", total));
  await checkout.field("terms").check();
  const id = await checkout.order();
  await backend.control("latency", { latency: "none" });
  await expectOneOrder(backend, id);
});

test("R-UI-02 LOAD-2 a long wait shows a message, and the input stays", async ({ page, shop: backend }) => {
  const checkout = new CheckoutPage(page, "nl");
  await new Storefront(page, "nl").add(GLIDES);
  // The paused clock makes the test independent of the machine's speed.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const letGo = await hold(page, "**/api/checkout");
  await checkout.open();
  await page.clock.runFor(300);
  await expect(page.getByRole("status").filter({ hasText: checkout.t("loading") })).toBeVisible();
  await expect(page.locator(".loading-bar")).toHaveAttribute("data-state", "shown");
  await page.clock.runFor(4000);
  await expect(page.getByRole("status").filter({ hasText: checkout.t("slow") })).toBeVisible();
  await page.clock.resume();
  await look(page);
  letGo();
  await expect(checkout.button("to_delivery")).toBeVisible();
  await expect(page.getByText(checkout.t("slow"))).toHaveCount(0);
  await page.clock.runFor(1000);
  await expect(page.locator(".loading-bar")).toHaveAttribute("data-state", "hidden");
  expect(await ordersOf(backend)).toEqual([]);
});
