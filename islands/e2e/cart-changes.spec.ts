// A cart while the shop changes: repaired lines, stock, used-up codes, expired sessions. These tests change the backend
// of their worker, which runs one test at a time; each restores it.
import type { Page } from "@playwright/test";
import { expectNoViolations } from "./support/accessibility";
import { product } from "./support/catalogue";
import { callApi, intercept } from "./support/network";
import { sessionToken } from "./support/session";
import { expect, testOfOwnShop as test } from "./support/shop";
import { Storefront } from "./support/storefront";
import { money, route, text } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");
const GLIDES = product("GLIJDER");
const KNAAP = product("KNAAP-BK-7");
const BEUGEL = product("BEUGEL-BK");

test.afterEach(({ shop }) => shop.control("reset"));

const orderLink = (page: Page) => page.getByRole("link", { name: "Verder naar afrekenen" });
const changes = (page: Page) => page.locator(".cart__changes");

test("CART-11 changes by the shop are shown with old and new value until the next change, without a required action", async ({
  page,
  shop: backend,
}) => {
  const shop = new Storefront(page, "nl");
  for (const item of [RAVEL, GLIDES, KNAAP]) await shop.add(item);
  await shop.openCart();
  await shop.quantity(KNAAP.name("nl")).fill("4");
  await shop.quantity(KNAAP.name("nl")).blur();
  await shop.expectCount(6);
  await expect(changes(page)).toHaveCount(0);

  await backend.control("active", { product_number: RAVEL.number, active: false });
  await backend.control("price", { product_number: GLIDES.number, price: 13.5 });
  await backend.control("stock", { product_number: KNAAP.number, stock: 3, closeout: true });
  await page.reload();
  await expect(changes(page).getByRole("heading")).toHaveText("Dit is veranderd");
  await expect(changes(page).getByRole("listitem")).toHaveText([
    `${RAVEL.name("nl")} is niet meer leverbaar en is uit uw winkelwagen gehaald.`,
    `${GLIDES.name("nl")} heeft een andere prijs. ${money("nl", 1250)} is nu ${money("nl", 1350)}.`,
    `${KNAAP.name("nl")}: het aantal is veranderd van 4 naar 3.`,
  ]);
  await expect(shop.row(RAVEL.name("nl"))).toHaveCount(0);
  await expect(shop.quantity(KNAAP.name("nl"))).toHaveValue("3");
  // No confirmation is needed: the visitor can continue to the checkout.
  await expect(orderLink(page)).toBeVisible();
  await expectNoViolations(page);
  // The cart that the checkout loaded is unchanged.
  await expect(page.getByRole("region", { name: text("nl", "cart.terms_title") })).toContainText("Betaalwijzen");
  await expect(changes(page).getByRole("listitem")).toHaveCount(3);
  await shop.button("cart.increase", GLIDES.name("nl")).click();
  await expect(shop.quantity(GLIDES.name("nl"))).toHaveValue("2");
  await expect(changes(page)).toHaveCount(0);
});

test("R-CART-06 a quantity above the stock is reported at once, in the red box and at the row", async ({
  page,
  shop: backend,
}) => {
  const shop = new Storefront(page, "nl");
  const name = GLIDES.name("nl");
  await shop.add(GLIDES);
  await shop.openCart();
  await expect(shop.quantity(name)).toHaveValue("1");
  await backend.control("stock", { product_number: GLIDES.number, stock: 3, closeout: true });
  await shop.quantity(name).fill("5");
  await shop.quantity(name).blur();
  const said = `${name}: er kunnen er nog maar 3 worden besteld. Het aantal is aangepast naar 3.`;
  const box = page.locator(".cart__errors");
  await expect(box.getByRole("listitem")).toHaveText([said]);
  await expect(box).toBeFocused();
  await expect(shop.row(name).locator(".cart__failure")).toHaveText(said);
  await expect(shop.quantity(name)).toHaveValue("3");
  await shop.expectCount(3);
  await expectNoViolations(page);
});

test("R-CART-06 a failed quantity change keeps the cart, even if it cannot be read again", async ({
  page,
  shop: backend,
}) => {
  const shop = new Storefront(page, "nl");
  const name = GLIDES.name("nl");
  await shop.add(GLIDES);
  await shop.add(RAVEL);
  await shop.openCart();
  await expect(shop.total).toContainText(money("nl", 70750));
  await backend.control("faults", {
    backend: "shopware",
    path: "/store-api/checkout/cart",
    kind: "status",
    status: 500,
  });
  await shop.button("cart.increase", name).click();
  const detail = text("nl", "errors.backend_unavailable");
  await expect(page.locator(".toasts [role=alert]")).toContainText(detail);
  await expect(shop.row(name).locator(".cart__failure")).toHaveText(detail);
  await expect(shop.quantity(name)).toHaveValue("1");
  await expect(page.getByRole("alert").filter({ hasText: text("nl", "cart.stale") })).toBeVisible();
  await expect(shop.row(RAVEL.name("nl"))).toBeVisible();
  await expect(shop.total).toContainText(money("nl", 70750));
  await expectNoViolations(page);
  await backend.control("faults", undefined, "DELETE");
  await page.getByRole("button", { name: text("nl", "cart.retry") }).click();
  await expect(page.getByText(text("nl", "cart.stale"))).toHaveCount(0);
  await expect(shop.quantity(name)).toHaveValue("1");
});

test("a promotion code that this customer has used up is refused with a message", async ({ page }) => {
  const shop = new Storefront(page, "nl");
  await shop.add(GLIDES);
  await shop.openCart();
  const code = async () => {
    await page.locator("summary").filter({ hasText: "Kortingscode" }).click();
    await page.getByRole("textbox", { name: "Kortingscode" }).fill("EENMAAL15");
    await page.keyboard.press("Enter");
  };
  await code();
  await expect(page.getByText("De kortingscode EENMAAL15 is toegepast.")).toBeVisible();
  await orderAsGuest(page);

  await shop.add(GLIDES);
  await shop.openCart();
  await code();
  const field = page.getByRole("textbox", { name: "Kortingscode" });
  await expect(field).toHaveAccessibleDescription(/De code EENMAAL15 is al gebruikt, of geldt niet voor u\.$/);
  // 12,50 and 6,95 for shipping: no discount.
  await expect(shop.total).toContainText(money("nl", 1945));
  await expect(shop.row("Eenmalig 15 % korting")).toHaveCount(0);
  await expectNoViolations(page);
});

test("R-SESS-02 an expired session is replaced within one call, with a notice to the visitor", async ({
  page,
  context,
  shop: backend,
}) => {
  const shop = new Storefront(page, "nl");
  await shop.add(BEUGEL);
  await backend.control(`sessions/${await sessionToken(context)}/expire`);
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) asked.push(pathname);
  });
  await shop.openCart();
  const said = "Uw sessie was verlopen. Er is een nieuwe begonnen; uw winkelwagen is leeg.";
  await expect(page.getByRole("main").getByRole("status").filter({ hasText: said })).toBeVisible();
  await expect(page.getByText(text("nl", "cart.empty_title"))).toBeVisible();
  await expect(orderLink(page)).toHaveCount(0);
  await shop.expectCount(0);
  expect(asked).toEqual(["/api/cart/overview"]);
  await expectNoViolations(page);
});

test("a blocking error removes the link to the checkout", async ({ page }) => {
  const shop = new Storefront(page, "nl");
  await shop.add(GLIDES);
  await intercept(page, "**/api/cart/overview", async (call) => {
    const answer = await call.fetch();
    const { cart, ...beside } = (await answer.json()) as { cart: Record<string, unknown> };
    const error = {
      key: "product-out-of-stock",
      message_key: "product-out-of-stock",
      level: "error",
      blocks_order: true,
      message: "Uitverkocht.",
    };
    await call.fulfill({ response: answer, json: { ...beside, cart: { ...cart, hash: null, errors: [error] } } });
  });
  await shop.openCart();
  await expect(page.locator(".cart__errors").getByRole("listitem")).toHaveText(["Uitverkocht."]);
  await expect(page.getByText("Afrekenen kan zodra is opgelost wat hierboven staat.")).toBeVisible();
  await expect(orderLink(page)).toHaveCount(0);
  await expect(page.locator(`main a[href="${route("nl", "bor.checkout")}"]`)).toHaveCount(0);
});

/** Orders the contents of the cart through the API. */
async function orderAsGuest(page: Page): Promise<void> {
  const checkout = (await callApi(page, "GET", "/api/checkout")).body as unknown as {
    country_id: string;
    salutations: readonly { id: string }[];
    cart: { hash: string };
  };
  const address = {
    first_name: "Noor",
    last_name: "Dekker",
    street: "Kadelaan 12",
    zipcode: "6211 KL",
    city: "Maasdrecht",
    country_id: checkout.country_id,
    salutation_id: checkout.salutations[0]?.id ?? null,
  };
  const guest = await callApi(page, "POST", "/api/checkout/guest", {
    email: "noor@voorbeeld.example",
    accept_privacy: true,
    billing_address: address,
  });
  expect(guest.status, JSON.stringify(guest.body)).toBe(200);
  const again = (await callApi(page, "GET", "/api/checkout")).body as unknown as typeof checkout;
  const order = await callApi(page, "POST", "/api/orders", {
    accept_terms: true,
    cart_hash: again.cart.hash,
    idempotency_key: "3f1b6a0e-5d1c-4c1e-9a35-2f6c0d8b7e11",
  });
  expect(order.status, JSON.stringify(order.body)).toBe(200);
}
