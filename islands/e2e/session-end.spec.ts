// A session or cart that ended while the visitor was away: reported once, on whatever page comes next.
import type { Locator, Page } from "@playwright/test";
import { expectNoFaults, expectNoViolations } from "./support/accessibility";
import { AuthPage } from "./support/account";
import { type Product, product } from "./support/catalogue";
import { becomeCustomer, type Customer } from "./support/customers";
import { inTurn } from "./support/in-turn";
import { callApi } from "./support/network";
import { sessionToken } from "./support/session";
import { expect, type OwnShop, testOfOwnShop as test } from "./support/shop";
import { Storefront } from "./support/storefront";
import { home, type Locale, route, text } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");
const GLIDES = product("GLIJDER");

test.afterEach(({ shop }) => shop.control("reset"));

const noticeOf = (page: Page): Locator => page.locator(".session-notice");

/** Adds one piece of a product from its page, in the language in which guests may order. */
async function put(page: Page, wanted: Product): Promise<void> {
  await page.goto(wanted.path("nl"));
  const data = await page.locator("[data-island=buy-box] script[type='application/json']").textContent();
  const { props } = JSON.parse(data ?? "{}") as { props: { product_id: string } };
  const line = { product_id: props.product_id, quantity: wanted.limits.min };
  const { status } = await callApi(page, "POST", "/api/cart/line-items", line);
  expect(status).toBe(200);
}

/** Deletes a session and its cart. */
async function expire(page: Page, shop: OwnShop): Promise<void> {
  expect(await shop.control(`sessions/${await sessionToken(page.context())}/expire`)).toMatchObject({ known: true });
}

/** Moves the backend's clock forward. */
async function pass(shop: OwnShop, hours: number): Promise<void> {
  await shop.control("clock", { now: new Date(Date.now() + hours * 3_600_000).toISOString() });
}

/** Hours: longer than Shopware keeps an idle session, shorter than it keeps a customer's cart. */
const A_DAY_LATER = 25;

/** No page says that a product was removed. */
async function expectNothingTakenOut(page: Page, locale: Locale): Promise<void> {
  for (const key of ["changes.removed", "changes.left"])
    await expect(page.getByText(text(locale, key, { name: RAVEL.name(locale) }))).toHaveCount(0);
}

/** The header shows neither a customer nor a number of items. */
async function expectStranger(page: Page, locale: Locale): Promise<void> {
  await expect(page.locator("[data-cart-count]").first()).toHaveText("");
  await expect(page.locator(".account-link__customer:visible")).toHaveCount(0);
  await expect(
    page
      .getByRole("banner")
      .getByRole("link", { name: text(locale, "common.log_in") })
      .first(),
  ).toBeVisible();
}

/** The login returns to the page with the notice, and restores customer and cart. */
async function logInFrom(page: Page, notice: Locator, locale: Locale, { email, password }: Customer): Promise<void> {
  const auth = new AuthPage(page, locale);
  await notice.getByRole("link", { name: text(locale, "notices.log-in"), exact: true }).click();
  await auth.fillLogin(email, password);
  await auth.send.click();
  await expect(auth.toast("logged_in")).toBeVisible();
  await expect(page.locator("[data-cart-count]").first()).toHaveText("1");
  await expect(noticeOf(page)).toHaveCount(0);
}

for (const locale of inTurn("nl")) {
  const told = text(locale, "notices.customer-session-expired");
  test(`R-SESS-02 ${locale}: on a product page a customer sees that the session ended, and restores the cart by logging in`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const customer = await becomeCustomer(page, locale);
    await put(page, RAVEL);
    // Pages that are open to everybody do not read the session.
    await page.goto(home("nl"));
    await expect(page.locator("[data-cart-count]").first()).toHaveText("1");
    await pass(shop, A_DAY_LATER);

    await page.goto(GLIDES.path(locale));
    await expect(noticeOf(page).getByRole("status")).toContainText(told);
    await expectStranger(page, locale);
    await expectNothingTakenOut(page, locale);
    await expectNoFaults(page);

    // Only once: later pages show no notice, no name and no number.
    await page.goto(home(locale));
    await expectStranger(page, locale);
    await expect(noticeOf(page)).toHaveCount(0);
    await page.goBack();
    await page.reload();
    await expectStranger(page, locale);
    await expect(noticeOf(page)).toHaveCount(0);

    await page.goto(route(locale, "bor.auth.login"));
    const auth = new AuthPage(page, locale);
    await auth.fillLogin(customer.email, customer.password);
    await auth.send.click();
    await expect(auth.toast("logged_in")).toBeVisible();
    await expect(page.locator("[data-cart-count]").first()).toHaveText("1");
  });
}

for (const locale of inTurn("en")) {
  test(`R-SESS-02 ${locale}: the notice has a login link, which returns to the product`, async ({ page, shop }) => {
    const customer = await becomeCustomer(page, locale);
    await put(page, RAVEL);
    await pass(shop, A_DAY_LATER);
    await page.goto(GLIDES.path(locale));
    await logInFrom(page, noticeOf(page), locale, customer);
    await expect(page).toHaveURL(GLIDES.path(locale));
  });
}

for (const locale of inTurn("de")) {
  const told = text(locale, "notices.customer-session-expired");
  test(`R-SESS-02 R-ROUTE-11 ${locale}: the account redirects to the login, which shows it`, async ({ page, shop }) => {
    const customer = await becomeCustomer(page, locale);
    await put(page, RAVEL);
    await pass(shop, A_DAY_LATER);
    await page.goto(route(locale, "bor.account.index"));
    const auth = new AuthPage(page, locale);
    await expect(auth.field("login-email")).toBeVisible();
    await expect(noticeOf(page).getByRole("status")).toHaveText(told);
    await expect(noticeOf(page).getByRole("link"), "this is the login").toHaveCount(0);
    await expectNoViolations(page);
    await noticeOf(page).getByRole("button").click();
    await expect(noticeOf(page)).toHaveCount(0);
    await auth.fillLogin(customer.email, customer.password);
    await auth.send.click();
    await expect(page).toHaveURL(route(locale, "bor.account.index"));
    await expect(page.locator("[data-cart-count]").first()).toHaveText("1");
  });
}

for (const locale of inTurn("nl")) {
  const told = text(locale, "notices.customer-session-expired");
  test(`R-SESS-02 ${locale}: the cart shows it in its own place, with the login`, async ({ page, shop }) => {
    const customer = await becomeCustomer(page, locale);
    await put(page, RAVEL);
    await pass(shop, A_DAY_LATER);
    await page.goto(route(locale, "bor.shopping-cart"));
    // Where ordering is closed to guests the page shows no cart, and the notice is the general one.
    const notice = locale === "nl" ? page.locator("main").getByText(told) : noticeOf(page).getByText(told);
    await expect(notice).toHaveCount(1);
    await expect(page.getByText(told)).toHaveCount(1);
    await expectNothingTakenOut(page, locale);
    await logInFrom(page, notice, locale, customer);
  });
}

test("R-SESS-02 a guest's ended session is reported on a product page and in the cart, not as removed products", async ({
  page,
  shop: backend,
}) => {
  const shop = new Storefront(page, "nl");
  const told = text("nl", "notices.session-expired");
  for (const place of ["product", "cart"] as const) {
    await shop.add(RAVEL);
    await expire(page, backend);
    await (place === "product" ? shop.openProduct(GLIDES) : shop.openCart());
    await expect(page.getByText(told)).toHaveCount(1);
    await expect(page.getByText(told)).toBeVisible();
    await expect(
      page.getByText(text("nl", "notices.log-in"), { exact: true }).and(page.locator(".session-notice a")),
    ).toHaveCount(0);
    await expectNothingTakenOut(page, "nl");
    await shop.expectCount(0);
    await page.reload();
    await expect(page.getByText(told)).toHaveCount(0);
  }
});

test("R-SESS-02 a cart whose record expired is reported as such", async ({ page, shop: backend }) => {
  const shop = new Storefront(page, "nl");
  await shop.add(RAVEL);
  await shop.openCart();
  await expect(shop.row(RAVEL.name("nl"))).toBeVisible();
  await pass(backend, 121 * 24);
  await shop.openCart();
  await expect(page.locator("main").getByText(text("nl", "notices.cart-ended"))).toBeVisible();
  await expectNothingTakenOut(page, "nl");
  await shop.expectCount(0);
});

for (const [width, height] of [
  [320, 568],
  [390, 844],
] as const) {
  test(`R-SESS-02 at ${width} px the notice does not cover the buy button`, async ({ page, shop: backend }) => {
    await page.setViewportSize({ width, height });
    await becomeCustomer(page, "nl");
    await put(page, RAVEL);
    await expire(page, backend);
    await page.goto(GLIDES.path("nl"));
    await expect(noticeOf(page)).toContainText(text("nl", "notices.customer-session-expired"));
    await page
      .locator("[data-island=buy-box]")
      .evaluate((box) => scrollTo(0, scrollY + box.getBoundingClientRect().bottom));
    const bar = page.locator("[data-buy-bar][data-shown]");
    await expect(bar).toBeVisible();
    const foot = async () => {
      const [notice, button] = [await noticeOf(page).boundingBox(), await bar.boundingBox()];
      return (button?.y ?? 0) - ((notice?.y ?? 0) + (notice?.height ?? 0));
    };
    await expect.poll(foot).toBeGreaterThanOrEqual(0);
    await bar.getByRole("button").click({ trial: true });
    // Part of the page is visible between header and notice.
    const top = (await noticeOf(page).boundingBox())?.y ?? 0;
    expect(top).toBeGreaterThan(height / 3);

    await noticeOf(page).getByRole("button").click();
    await expect(bar).toBeVisible();
  });
}
