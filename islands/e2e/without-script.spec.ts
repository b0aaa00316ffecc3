// The shop without JavaScript: everything can be read and reached, and pages say where that is not enough.
import { expectNoSidewaysScroll } from "./support/accessibility";
import { product } from "./support/catalogue";
import { inTurn } from "./support/in-turn";
import { expect, test } from "./support/shop";
import { Storefront } from "./support/storefront";
import { home, money, route, text } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");
const WALNUT = product("RAVEL-RU-WA");

test.use({ javaScriptEnabled: false });

for (const locale of inTurn("nl")) {
  test(`R-HEAD-12 ${locale}: the navigation leads to a product and to its variants`, async ({ page }) => {
    await page.goto(home(locale));
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
    const navigation = page.getByRole("navigation", { name: text(locale, "common.main_navigation") });
    await navigation.locator("summary").first().click();
    await navigation.getByRole("link", { name: /^Ravel, / }).click();
    await expect(page).toHaveURL(RAVEL.path(locale));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(RAVEL.name(locale));
    await expect(page.getByRole("main").getByText(money(locale, RAVEL.price), { exact: true }).first()).toBeVisible();
    const [group, option] = WALNUT.options(locale)[1] ?? ["", ""];
    await page.getByRole("region", { name: group }).getByRole("link", { name: option }).click();
    await expect(page).toHaveURL(WALNUT.path(locale));
    await expect(page.getByRole("main").getByText(money(locale, WALNUT.price), { exact: true }).first()).toBeVisible();
  });
}

for (const locale of inTurn("en")) {
  test(`R-HEAD-12 ${locale}: the menu on a narrow viewport opens`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(home(locale));
    await page
      .locator("summary")
      .filter({ hasText: text(locale, "common.menu") })
      .click();
    const menu = page.getByRole("navigation", { name: text(locale, "common.menu") });
    await menu.locator("summary").first().click();
    await menu.getByRole("link", { name: /^Ravel, / }).click();
    await expect(page).toHaveURL(RAVEL.path(locale));
  });
}

for (const locale of inTurn("de")) {
  test(`R-HEAD-11 ${locale}: the 404 page is readable and has links`, async ({ page }) => {
    const answer = await page.goto(`${home(locale) === "/" ? "" : home(locale)}/er/is/hier/niets`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page
      .getByRole("main")
      .getByRole("link", { name: text(locale, "content.not_found_home") })
      .click();
    await expect(page).toHaveURL(home(locale));
  });
}

test("R-PDP-05 buy box and cart say that ordering needs JavaScript, and show alternatives", async ({ page }) => {
  // Not by text: Playwright treats the content of <noscript> as invisible.
  const notices = page.getByRole("main").locator("noscript p");
  const phone = /[+\d][\d ]{8,}/;
  await new Storefront(page, "nl").openProduct(RAVEL);
  await expect(notices).toHaveCount(1);
  await expect(notices).toBeVisible();
  await expect(notices).toContainText("JavaScript");
  await expect(notices).toContainText(phone);
});

for (const locale of inTurn("nl")) {
  test.describe(() => {
    test.use({ shopOptions: { consumerLocales: ["nl", "en", "de"] } });

    test(`${locale}: the cart requires JavaScript and shows telephone and showrooms`, async ({ page }) => {
      await page.goto(route(locale, "bor.shopping-cart"));
      const notice = page.getByRole("main").locator("noscript");
      await expect(notice.locator("p").first()).toBeVisible();
      await expect(notice.locator("p")).toHaveText([text(locale, "common.cart_without_script")]);
      await expect(notice.locator("h2")).toHaveText(text(locale, "order.help"));
      const ways = notice.locator("a");
      await expect(ways.first()).toHaveAttribute("href", /^tel:\+\d{9,}$/);
      await expect(ways.first()).toHaveText(/[+\d][\d ]{8,}/);
      const overview = `${home(locale) === "/" ? "" : home(locale)}/showrooms`;
      await expect(ways.and(page.locator(`[href="${overview}"]`))).toHaveText(text(locale, "common.showrooms"));
      for (const way of await ways.all()) await expect(way).toBeVisible();
    });
  });
}

for (const locale of ["en", "de"] as const) {
  test(`R-HEAD-02 ${locale}: the reason why ordering is closed is shown without JavaScript`, async ({ page }) => {
    await new Storefront(page, locale).openProduct(RAVEL);
    await expect(page.getByText(text(locale, "buy_box.closed_text"), { exact: true })).toBeVisible();
    await page.goto(route(locale, "bor.shopping-cart"));
    await expect(page.getByText(text(locale, "cart.closed_text"), { exact: true })).toBeVisible();
  });
}

for (const locale of inTurn("nl")) {
  test(`R-ROUTE-14 ${locale}: the newsletter is ended by the page's own form`, async ({ page }) => {
    const path = route(locale, "bor.newsletter.unsubscribe");
    await page.setViewportSize({ width: 320, height: 900 });
    await page.goto(path);
    const main = page.getByRole("main");
    await expect(page).toHaveTitle(new RegExp(`^${text(locale, "auth_screen.newsletter_unsubscribe")}`));
    await expect(main.getByRole("heading", { level: 1 })).toHaveText(
      text(locale, "auth_screen.newsletter_unsubscribe"),
    );
    const field = main.getByRole("textbox", { name: text(locale, "auth_screen.email") });
    const send = main.getByRole("button", { name: text(locale, "auth_screen.unsubscribe") });
    await expectNoSidewaysScroll(page);
    await send.click();
    await expect(main.getByRole("alert")).toContainText(text(locale, "auth_screen.need_email"));
    await field.fill("noor@");
    await send.click();
    await expect(field).toHaveValue("noor@");
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expectNoSidewaysScroll(page);
    await field.fill("noor@example.com");
    await page.keyboard.press("Enter");
    await expect(main.getByRole("heading", { level: 2 }).first()).toHaveText(text(locale, "auth_screen.unsubscribed"));
    await expect(main).toContainText(text(locale, "auth_screen.unsubscribed_text"));
    await expect(field).toBeHidden();
    expect(page.url()).not.toContain("noor");
    await expectNoSidewaysScroll(page);
  });
}
