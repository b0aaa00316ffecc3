// The links in Shopware's mails: orders of an account or a guest, and a guest's confirmation on another device.
import { expectNoFaults } from "./support/accessibility";
import { AuthPage, linkOf, mailTo, PASSWORD } from "./support/account";
import { product } from "./support/catalogue";
import { CheckoutPage, GUEST } from "./support/checkout";
import { becomeCustomer, orderAsCustomer } from "./support/customers";
import { inTurn } from "./support/in-turn";
import { callApi } from "./support/network";
import { expect, testOfOwnShop as test } from "./support/shop";
import { Storefront } from "./support/storefront";
import { route, text } from "./support/texts";

const GLIDES = product("GLIJDER");
const INVOICE = "Op rekening";

test.afterEach(({ shop }) => shop.control("reset"));

test("R-CHK-01 a guest who confirms the e-mail address on another device continues in the browser with the cart, with all input", async ({
  page,
  shop,
  browser,
}) => {
  await shop.control("accounts", { double_opt_in_guests: true });
  const checkout = new CheckoutPage(page, "nl");
  await new Storefront(page, "nl").add(GLIDES);
  await checkout.open();
  await expect(checkout.button("to_delivery")).toBeVisible();
  await checkout.fillDetails();
  await checkout.button("to_delivery").click();
  await expect(page.getByRole("heading", { name: checkout.t("confirm_title") })).toBeFocused();
  await expect(page.getByText(checkout.t("confirm_text", { email: GUEST.email }))).toBeVisible();
  await expectNoFaults(page);

  // "Change details" shows the input again; after a reload the page still waits for the confirmation.
  await checkout.button("confirm_other").click();
  await expect(checkout.field("delivery-street")).toHaveValue(GUEST.street);
  await checkout.button("to_delivery").click();
  await expect(page.getByRole("heading", { name: checkout.t("confirm_title") })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: checkout.t("confirm_title") })).toBeVisible();

  const link = linkOf(await mailTo(shop.control, GUEST.email, "guest_opt_in"));
  const device = await (await browser.newContext({ baseURL: shop.url })).newPage();
  await device.goto(link);
  const auth = new AuthPage(device, "nl");
  await expect(auth.heading(auth.t("guest_confirmed"))).toBeFocused();
  await expect(device.getByText(auth.t("guest_waits_elsewhere"))).toBeVisible();
  await expectNoFaults(device);
  await device.context().close();

  await expect(checkout.button("to_payment")).toBeVisible({ timeout: 20_000 });
  await checkout.keepMethods();
  await expect(page.getByText(GUEST.street).first()).toBeVisible();
  await expectNoFaults(page);
});

test("R-CHK-01 a guest who confirms in another tab continues there, and in the waiting tab", async ({
  page,
  shop,
  context,
}) => {
  await shop.control("accounts", { double_opt_in_guests: true });
  const checkout = new CheckoutPage(page, "nl");
  await new Storefront(page, "nl").add(GLIDES);
  await checkout.open();
  await checkout.fillDetails();
  await checkout.button("to_delivery").click();
  await expect(page.getByRole("heading", { name: checkout.t("confirm_title") })).toBeVisible();
  const tab = await context.newPage();
  await tab.goto(linkOf(await mailTo(shop.control, GUEST.email, "guest_opt_in")));
  const auth = new AuthPage(tab, "nl");
  await expect(tab.getByText(auth.t("guest_confirmed_text"))).toBeVisible();
  await tab
    .getByRole("main")
    .getByRole("link", { name: auth.t("to_checkout") })
    .click();
  await expect(tab.getByRole("button", { name: checkout.t("to_payment") })).toBeVisible();
  await page.bringToFront();
  await expect(checkout.button("to_payment")).toBeVisible({ timeout: 20_000 });
});

test("R-ROUTE-14 the link of an account's order opens for its owner, and others are asked to log in and return", async ({
  page,
  shop,
  browser,
}) => {
  const t = (key: string) => text("nl", `order_outcome.${key}`);
  const { email } = await becomeCustomer(page, "nl");
  const order = await orderAsCustomer(page, "nl", GLIDES, INVOICE);
  const link = linkOf(await mailTo(shop.control, email, "order_placed"));
  expect(link).toMatch(/^\/account\/order\//);
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(order.order_number);
  expect(new URL(page.url()).pathname, "the address is that of the screen").not.toContain("/account/order/");
  await expectNoFaults(page);

  const device = await (await browser.newContext({ baseURL: shop.url })).newPage();
  await device.goto(link);
  await expect(device.getByRole("heading", { level: 1, name: t("account_title") })).toBeFocused();
  await expect(device.getByText(t("account_text"))).toBeVisible();
  await expectNoFaults(device);
  await device
    .getByRole("main")
    .getByRole("link", { name: t("log_in"), exact: true })
    .click();
  const auth = new AuthPage(device, "nl");
  expect(new URL(device.url()).pathname).toBe(auth.path("login"));
  await auth.fillLogin(email, PASSWORD);
  await auth.send.click();
  await expect(device.getByRole("heading", { level: 1 })).toContainText(order.order_number);
  await device.context().close();

  // Logged in as another customer.
  const other = await (await browser.newContext({ baseURL: shop.url })).newPage();
  await becomeCustomer(other, "nl");
  await other.goto(link);
  await expect(other.getByText(t("other_account"))).toBeVisible();
  await expect(other.getByRole("main").getByRole("link", { name: t("to_account") })).toHaveAttribute(
    "href",
    route("nl", "bor.account.index"),
  );
  await other.context().close();
});

test("R-ROUTE-14 the newsletter's link confirms the subscription, or says that it has expired, whoever is logged in", async ({
  page,
}) => {
  const auth = new AuthPage(page, "nl");
  await becomeCustomer(page, "nl");
  await page.goto(`/newsletter-subscribe?em=${"0".repeat(40)}&hash=${"0".repeat(32)}`);
  await expect(auth.heading(auth.t("link_over"))).toBeFocused();
  await expect(page.getByText(auth.t("newsletter_over_text"))).toBeVisible();
  await expectNoFaults(page);
  const { status } = await callApi(page, "POST", "/api/newsletter/confirm", { em: "a", hash: "b" });
  expect(status).toBe(410);
});

for (const locale of inTurn("de")) {
  test(`R-ROUTE-14 the newsletter is ended on a neutral page, whether the address is known or not (${locale})`, async ({
    page,
    shop,
  }) => {
    const auth = new AuthPage(page, locale);
    const email = "noor@example.com";
    const open = () => page.goto(`${locale === "nl" ? "" : `/${locale}`}/newsletter-unsubscribe`);
    await open();
    await expect(auth.heading(auth.t("newsletter_end"))).toBeVisible();
    await auth.send.click();
    await expect(auth.summary).toContainText(auth.t("need_email"));
    await auth.field("unsubscribe-email").fill(email);
    await page.keyboard.press("Enter");
    await expect(auth.heading(auth.t("newsletter_ended"))).toBeFocused();
    await expect(page.getByText(auth.t("newsletter_ended_text"))).toBeVisible();
    expect(page.url()).not.toContain("noor");
    await expectNoFaults(page);
    await shop.control("faults", { backend: "shopware", path: "/store-api/newsletter", kind: "status", status: 503 });
    await open();
    await auth.field("unsubscribe-email").fill("other@example.com");
    await auth.send.click();
    await expect(page.getByText(auth.t("newsletter_ended_later"))).toBeVisible();
  });
}
