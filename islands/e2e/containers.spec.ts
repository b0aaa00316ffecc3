// A container of a shop extension (a bundle, a set): its contents are shown below it wherever its cart or order is
// shown, at any depth, and the container counts once.
import type { Locator, Page } from "@playwright/test";
import { expectNoFaults } from "./support/accessibility";
import { AccountPage } from "./support/account-area";
import { product } from "./support/catalogue";
import { CheckoutPage } from "./support/checkout";
import { becomeCustomer } from "./support/customers";
import { outcomePath } from "./support/orders";
import { sessionToken } from "./support/session";
import { expect, type OwnShop, testOfOwnShop as test } from "./support/shop";
import { Storefront } from "./support/storefront";
import { money, route, text } from "./support/texts";

const GLIDES = product("GLIJDER");
const RAIL = {
  label: "Rail",
  unit_price: 20,
  quantity: 2,
  children: [{ label: "Schroef", unit_price: 1, quantity: 8 }],
};
const CABINET = { label: "Wandkast", unit_price: 300, type: "container", children: [RAIL] };

test.afterEach(({ shop }) => shop.control("reset"));

async function put(page: Page, shop: OwnShop, line: unknown): Promise<void> {
  await shop.control(`cart/${await sessionToken(page.context())}/lines`, line);
}

/** The cabinet is one line; its rail is below it, and the screws below the rail. */
async function expectContents(line: Locator): Promise<void> {
  await expect(line).toHaveCount(1);
  const parts = line.locator(":scope .parts > li");
  await expect(parts).toHaveCount(2);
  await expect(parts.first()).toContainText("2 × Rail");
  await expect(parts.first().locator(".parts > li")).toHaveText("8 × Schroef");
  await expect(line).toContainText(money("nl", 30_000));
}

test("R-CART-07 R-CHK-04 ORDER-1 R-ACCT-03 what is inside of a container is shown below it in cart, panel, checkout, order and account", async ({
  page,
  shop: backend,
}) => {
  const shop = new Storefront(page, "nl");
  await becomeCustomer(page, "nl");
  await shop.add(GLIDES);
  await put(page, backend, CABINET);
  const cabinet = { hasText: "Wandkast" };

  await shop.openCart();
  await expectContents(shop.row("Wandkast"));
  await expect(shop.rows.locator(":scope > li")).toHaveCount(2);
  await shop.expectCount(2);
  await expectNoFaults(page);

  await page.goto("/");
  // Until its island is there, the link leads to the cart.
  await shop.expectCount(2);
  await shop.cartLink.click();
  const lines = shop.panel.locator(".cart-panel__line");
  await expect(lines).toHaveCount(2);
  await expectContents(lines.filter(cabinet));
  await expect(shop.panel).toContainText(text("nl", "cart_count.items", { count: 2 }));
  await expectNoFaults(page);

  const checkout = new CheckoutPage(page, "nl");
  await checkout.open();
  await checkout.keepMethods();
  const list = checkout.section("review").locator(".checkout__lines");
  await expect(list.locator(":scope > li")).toHaveCount(2);
  await expectContents(list.locator(":scope > li").filter(cabinet));
  await expectNoFaults(page);
  await checkout.field("terms").check();
  const id = await checkout.order();

  await page.goto(outcomePath("nl", "success", id));
  const ordered = page.locator(".outcome__lines > li");
  await expect(ordered).toHaveCount(2);
  await expectContents(ordered.filter(cabinet));
  await expectNoFaults(page);

  await new AccountPage(page, "nl").openOrder(id);
  const kept = page.locator(".order-detail__lines > li");
  await expect(kept).toHaveCount(2);
  await expectContents(kept.filter(cabinet));
  await expectNoFaults(page);
});

test("R-CART-07 a line without a price says that it is on request in cart, panel and checkout, and nothing is ordered", async ({
  page,
  shop: backend,
}) => {
  const shop = new Storefront(page, "nl");
  await becomeCustomer(page, "nl");
  await shop.add(GLIDES);
  await put(page, backend, { label: "Maatwerk" });

  await shop.openCart();
  const row = shop.row("Maatwerk");
  await expect(row.locator(".cart__prices")).toHaveText("prijs op aanvraag");
  await expect(shop.row(GLIDES.name("nl"))).toContainText(money("nl", GLIDES.price));
  await expectNoFaults(page);

  await page.goto("/");
  // Until its island is there, the link leads to the cart.
  await shop.expectCount(2);
  await shop.cartLink.click();
  const line = shop.panel.locator(".cart-panel__line").filter({ hasText: "Maatwerk" });
  await expect(line.locator(".cart-panel__price")).toHaveText("prijs op aanvraag");
  await expectNoFaults(page);

  const checkout = new CheckoutPage(page, "nl");
  await checkout.open();
  const summary = page.getByRole("complementary").locator(".checkout__line").filter({ hasText: "Maatwerk" });
  await expect(summary.locator(".checkout__line-price")).toHaveText("prijs op aanvraag");
  await checkout.keepMethods();
  const ordered = checkout.section("review").locator(".checkout__line").filter({ hasText: "Maatwerk" });
  await expect(ordered.locator(".checkout__line-price")).toHaveText("prijs op aanvraag");
  await expect(page.getByRole("alert").filter({ hasText: "Maatwerk" })).toBeVisible();
  await expectNoFaults(page);
  await checkout.field("terms").check();
  await checkout.orderButton.click();
  // The shop's own words again, as the form's error; nothing was sent.
  const refusal = page.getByRole("alert", { name: "Er is een probleem" });
  await expect(refusal).toContainText("De prijs van Maatwerk is op aanvraag.");
  await expect(page).toHaveURL(route("nl", "bor.checkout"));
  await expectNoFaults(page);
});
