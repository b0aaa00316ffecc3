// From the home page to the cart, and back to an empty cart, in the default locale.
import { product, shippingName } from "./support/catalogue";
import { callApi, hold, watchWrites } from "./support/network";
import { expect, test } from "./support/shop";
import { Storefront } from "./support/storefront";
import { home, money, route, text } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");
const WALNUT = product("RAVEL-RU-WA");
const SOLD_OUT = product("VOUW-CH");
const BEUGEL = product("BEUGEL-BK");
const GLIDES = product("GLIJDER");
const TABLES = product("KEI");
const LINE_ITEMS = "**/api/cart/line-items**";

test("R-PDP-04 from the home page to a product and on to another variant's own page", async ({ page }) => {
  const shop = new Storefront(page, "nl");
  await page.goto("/");
  await page
    .getByRole("main")
    .getByRole("link", { name: RAVEL.name("nl"), exact: true })
    .click();
  await expect(page).toHaveURL(RAVEL.path("nl"));
  const heading = page.getByRole("heading", { level: 1, name: RAVEL.name("nl"), exact: true });
  await expect(heading).toBeVisible();
  await expect(shop.buyButton).toContainText(money("nl", RAVEL.price));

  const [group, option] = WALNUT.options("nl")[1] ?? ["", ""];
  const choices = page.getByRole("region", { name: group });
  await expect(choices.locator("[aria-current=page]")).toHaveText(RAVEL.options("nl")[1]?.[1] ?? "");
  // An unavailable combination is visible but not selectable: it links to the nearest available one.
  const missing = choices.locator("[data-changes]");
  const changes = (await missing.getAttribute("data-changes")) ?? "";
  await expect(missing).toContainText(text("nl", "product.option_missing", { changes }));
  await expect(missing).toHaveAttribute("href", product("RAVEL-SA-BO").path("nl"));

  await choices.getByRole("link", { name: option }).click();
  await expect(page).toHaveURL(WALNUT.path("nl"));
  await expect(shop.buyButton).toContainText(money("nl", WALNUT.price));
  await expect(choices.locator("[aria-current=page]")).toHaveText(option);

  // A sold-out variant is marked and still has its page.
  await shop.openProduct(product("VOUW-BG"));
  const [, soldOut] = SOLD_OUT.options("nl")[0] ?? ["", ""];
  const marked = page.getByRole("main").getByRole("link", { name: soldOut });
  await expect(marked).toContainText(text("nl", "product.option_sold_out"));
  await marked.click();
  await expect(page).toHaveURL(SOLD_OUT.path("nl"));
});

test("R-PDP-05 a click gets feedback within a frame, adds once, and is confirmed", async ({ page }) => {
  const shop = new Storefront(page, "nl");
  const writes = watchWrites(page);
  const letGo = await hold(page, LINE_ITEMS, "POST");
  await shop.openBuyBox(RAVEL);
  const button = page.locator("[data-buy]");
  await expect(button).toHaveAccessibleName(/^In winkelwagen/);

  const twoFramesLater = await button.evaluate((pressed: HTMLElement) => {
    pressed.click();
    return new Promise((seen) => {
      requestAnimationFrame(() => requestAnimationFrame(() => seen(pressed.getAttribute("aria-disabled"))));
    });
  });
  expect(twoFramesLater).toBe("true");
  await expect(button).toHaveAccessibleName(text("nl", "buy_box.adding"));
  await button.dispatchEvent("click");
  letGo();

  const confirmation = shop.confirmation(RAVEL, 1);
  await expect(confirmation).toBeVisible();
  await expect(confirmation).toContainText(text("nl", "buy_box.cart_holds", { count: 1 }));
  await expect(shop.buyButton).not.toHaveAttribute("aria-disabled");
  expect(writes.map(({ method }) => method)).toEqual(["POST"]);
  await shop.goOn(RAVEL, 1);
  await confirmation.getByRole("link", { name: text("nl", "buy_box.to_cart") }).click();
  await expect(page).toHaveURL(route("nl", "bor.shopping-cart"));
  await expect(shop.quantity(RAVEL.name("nl"))).toHaveValue("1");
});

test("R-PDP-05 a click before the buy box is loaded is not lost, nor is the typed quantity", async ({ page }) => {
  const shop = new Storefront(page, "nl");
  const letGo = await hold(page, /\/assets\/buy-box-.*\.js$/);
  await shop.openProduct(RAVEL);
  await page.getByLabel(text("nl", "buy_box.quantity")).fill("3");
  await shop.buyButton.click();
  letGo();
  await expect(shop.confirmation(RAVEL, 3)).toBeVisible();
});

test("R-CART-01 the header's count is updated, on the next page and in another tab", async ({ page, context }) => {
  const shop = new Storefront(page, "nl");
  const other = new Storefront(await context.newPage(), "nl");
  await other.page.goto("/");
  await other.expectCount(0);
  await shop.add(RAVEL);
  await shop.expectCount(1);
  await other.expectCount(1);
  await shop.add(BEUGEL);
  await shop.expectCount(3);
  await other.expectCount(3);

  // A cart in another tab is updated too.
  await other.openCart();
  await expect(other.rows.getByRole("listitem")).toHaveCount(2);
  await shop.add(GLIDES);
  await expect(other.row(GLIDES.name("nl"))).toBeVisible();
  await page.goto("/");
  await shop.expectCount(4);
});

test("R-CART-07 a row shows name, options, cover, prices, stock and delivery time", async ({ page }) => {
  const shop = new Storefront(page, "nl");
  await shop.add(WALNUT);
  await shop.add(TABLES);
  await shop.openCart();

  const row = shop.row(WALNUT.name("nl"));
  await expect(row.getByRole("link", { name: WALNUT.name("nl") })).toHaveAttribute("href", WALNUT.path("nl"));
  await expect(row.locator("dt, dd")).toHaveText(WALNUT.options("nl").flat());
  const cover = row.locator("img");
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(row).toContainText(text("nl", "cart.stock", { count: WALNUT.stock }));
  await expect(row).toContainText(text("nl", "product.delivery_time", { time: WALNUT.deliveryTime("nl") }));
  await expect(row).toContainText(text("nl", "cart.unit_price", { price: money("nl", WALNUT.price) }));
  await expect(row.locator("s")).toHaveCount(0);

  const reduced = shop.row(TABLES.name("nl"));
  await expect(reduced.locator("s")).toHaveText(money("nl", TABLES.formerPrice ?? 0));
  await expect(reduced).toContainText(text("nl", "cart.unit_price", { price: money("nl", TABLES.price) }));
});

test("R-CART-05 totals, with the shipping method's name and the included taxes", async ({ page }) => {
  const shop = new Storefront(page, "nl");
  await shop.add(GLIDES);
  await shop.openCart();
  const shipping = text("nl", "cart.shipping_by", { name: shippingName("nl") });
  const total = `${text("nl", "cart.total")} ${text("nl", "cart.tax_gross")}`;
  await expect(
    page.getByRole("main").getByText(text("nl", "cart.item_count", { count: 1 }), { exact: true }),
  ).toBeVisible();
  // 12,50 and 6,95 for shipping; of 19,45 incl. 21 % tax is 3,38.
  await expect(shop.sums).toHaveText([
    `${text("nl", "cart.subtotal")}${money("nl", 1250)}`,
    `${shipping}${money("nl", 695)}`,
    `${total}${money("nl", 1945)}`,
    `${text("nl", "cart.tax_included", { rate: 21 })}${money("nl", 338)}`,
  ]);

  await shop.button("cart.increase", GLIDES.name("nl")).click();
  await expect(
    page.getByRole("main").getByText(text("nl", "cart.item_count", { count: 2 }), { exact: true }),
  ).toBeVisible();
  await expect(shop.total).toHaveText(`${total}${money("nl", 3195)}`);
  await shop.expectCount(2);
  const said = text("nl", "cart.updated", { count: 2, total: money("nl", 3195) });
  await expect(page.getByRole("status").filter({ hasText: said })).toHaveCount(1);
});

test("R-CART-02 a changed quantity is sent 800 ms after the last change, and its row is locked", async ({ page }) => {
  const shop = new Storefront(page, "nl");
  await shop.add(GLIDES);
  const writes = watchWrites(page);
  const letGo = await hold(page, LINE_ITEMS, "PATCH");
  await page.clock.install({ time: "2026-05-01T10:00:00Z" });
  await shop.openCart();
  const name = GLIDES.name("nl");
  const more = shop.button("cart.increase", name);
  const less = shop.button("cart.decrease", name);
  await expect(shop.quantity(name)).toHaveValue("1");
  await page.clock.pauseAt("2026-05-01T11:00:00Z");

  await more.click();
  await less.click();
  await page.clock.runFor(5000);
  await more.click();
  await page.clock.runFor(500);
  await more.click();
  await page.clock.runFor(799);
  await expect(shop.quantity(name)).toHaveValue("3");
  await expect(shop.row(name)).not.toHaveAttribute("aria-busy");
  expect(writes).toEqual([]);
  await page.clock.runFor(1);

  const row = shop.row(name);
  await expect(row).toHaveAttribute("aria-busy", "true");
  await expect(more).toHaveAttribute("aria-disabled", "true");
  await expect(less).toHaveAttribute("aria-disabled", "true");
  await expect(shop.quantity(name)).not.toBeEditable();
  await expect(shop.button("cart.remove_item", name)).toHaveAttribute("aria-disabled", "true");
  await more.dispatchEvent("click");
  letGo();
  await expect(row).not.toHaveAttribute("aria-busy");
  await expect(shop.quantity(name)).toHaveValue("3");
  await expect(shop.quantity(name)).toBeEditable();
  await expect(shop.sums.first()).toContainText(money("nl", 3 * GLIDES.price));
  // Neither the change that was reverted, nor the first of two, nor a click while the row was locked.
  await page.clock.runFor(5000);
  await shop.button("cart.increase", name).click();
  await page.clock.runFor(800);
  await expect(shop.sums.first()).toContainText(money("nl", 4 * GLIDES.price));
  expect(writes).toEqual([
    { method: "PATCH", body: { quantity: 3 } },
    { method: "PATCH", body: { quantity: 4 } },
  ]);
});

test("R-CART-02 a pending change is sent when the page is left", async ({ page }) => {
  const shop = new Storefront(page, "nl");
  await shop.add(GLIDES);
  await page.clock.install({ time: "2026-05-01T10:00:00Z" });
  await shop.openCart();
  await expect(shop.quantity(GLIDES.name("nl"))).toHaveValue("1");
  // With the clock paused, no debounce delay elapses.
  await page.clock.pauseAt("2026-05-01T11:00:00Z");
  await shop.button("cart.increase", GLIDES.name("nl")).click();
  await expect(shop.quantity(GLIDES.name("nl"))).toHaveValue("2");
  await page.goto("/");
  await expect.poll(async () => (await callApi(page, "GET", "/api/session")).body).toMatchObject({ item_count: 2 });
});

test("R-CART-03 a row enforces the product's minimum, maximum and step, in whole numbers", async ({ page }) => {
  const shop = new Storefront(page, "nl");
  const name = BEUGEL.name("nl");
  const { min, max, steps } = BEUGEL.limits;
  await shop.openBuyBox(BEUGEL);
  await shop.add(BEUGEL);
  await shop.openCart();
  const quantity = shop.quantity(name);
  const more = shop.button("cart.increase", name);
  const less = shop.button("cart.decrease", name);
  await expect(quantity).toHaveValue(String(min));
  await expect(quantity).toHaveAttribute("aria-valuemin", String(min));
  await expect(quantity).toHaveAttribute("aria-valuemax", String(max));
  await expect(less).toHaveAttribute("aria-disabled", "true");
  await less.dispatchEvent("click");
  await expect(quantity).toHaveValue(String(min));
  const limits = text("nl", "cart.limits_step", { min, max: max ?? 0, step: steps });
  await expect(shop.row(name).getByText(limits)).toBeVisible();

  const subtotal = shop.sums.first();
  await more.click();
  await expect(quantity).toHaveValue(String(min + steps));
  await expect(subtotal).toContainText(money("nl", (min + steps) * BEUGEL.price));
  for (const [typed, kept] of [
    ["7", "6"],
    ["6,5", "6"],
    ["een", "6"],
    ["999", String(max)],
  ] as const) {
    await quantity.fill(typed);
    await quantity.blur();
    await expect(quantity).toHaveValue(kept);
  }
  await expect(more).toHaveAttribute("aria-disabled", "true");
  await shop.expectCount(max ?? 0);
});

test("R-CART-04 R-CART-08 removing can be undone; an emptied cart says so and links to the home page", async ({
  page,
}) => {
  const shop = new Storefront(page, "nl");
  const name = RAVEL.name("nl");
  await shop.add(RAVEL);
  await shop.add(BEUGEL);
  await shop.openCart();
  await shop.button("cart.remove_item", BEUGEL.name("nl")).click();
  const undo = shop.button("cart.undo_item", BEUGEL.name("nl"));
  await expect(undo).toBeFocused();
  await expect(page.getByText(text("nl", "cart.removed", { name: BEUGEL.name("nl") }))).toBeVisible();
  await expect(shop.quantity(BEUGEL.name("nl"))).toHaveCount(0);
  await shop.expectCount(1);
  await undo.click();
  await expect(shop.quantity(BEUGEL.name("nl"))).toHaveValue(String(BEUGEL.limits.min));
  await expect(undo).toHaveCount(0);
  await shop.expectCount(3);

  await shop.button("cart.remove_item", BEUGEL.name("nl")).click();
  await shop.expectCount(1);
  await shop.button("cart.remove_item", name).click();
  await expect(page.getByText(text("nl", "cart.empty_title"))).toBeVisible();
  await expect(shop.button("cart.undo_item", name)).toBeFocused();
  await expect(shop.totals).toHaveCount(0);
  await shop.expectCount(0);

  await page.reload();
  await expect(page.getByText(text("nl", "cart.empty_title"))).toBeVisible();
  await expect(page.getByText(text("nl", "cart.empty_text"))).toBeVisible();
  await expect(shop.button("cart.undo_item", name)).toHaveCount(0);
  await page
    .getByRole("main")
    .getByRole("link", { name: text("nl", "cart.home") })
    .click();
  await expect(page).toHaveURL(home("nl"));
});
