// The page of one order of an account: its languages, and unknown orders.
import { AccountPage } from "./support/account-area";
import { product } from "./support/catalogue";
import { becomeCustomer, orderAsCustomer } from "./support/customers";
import { outcomePath } from "./support/orders";
import { expect, test } from "./support/shop";
import { LOCALES, route, text } from "./support/texts";

const LAMP = product("ZWAM-KLEIN-RU");
const IDEAL = "iDEAL";
const MISSING = "0".repeat(32);
const NAMES = { nl: "Nederlands", en: "English", de: "Deutsch" } as const;

for (const [width, from] of [
  [390, "de"],
  [820, "en"],
  [1440, "nl"],
] as const) {
  test(`R-I18N-04 at ${width} px from ${from}: the language link leads to the same order`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await becomeCustomer(page, "nl");
    const { order_id, order_number } = await orderAsCustomer(page, "nl", LAMP, IDEAL);
    let locale = from as (typeof LOCALES)[number];
    await page.goto(new AccountPage(page, locale).orderPath(order_id));
    for (const to of [...LOCALES.filter((one) => one !== from), from]) {
      const title = (of: typeof locale) => text(of, "account_order.title_of", { number: order_number ?? "" });
      await expect(page.getByRole("heading", { level: 1, name: title(locale), exact: true })).toBeVisible();
      const link = page.locator(`[data-locale-link=${to}]`);
      const path = new AccountPage(page, to).orderPath(order_id);
      for (const one of await link.all()) await expect(one).toHaveAttribute("href", path);
      // On narrow viewports it is in the menu.
      if (width < 1024) await link.first().evaluate((one: HTMLElement) => one.click());
      else {
        await page.getByRole("banner").locator("summary:visible").filter({ hasText: NAMES[locale] }).click();
        await page.getByRole("banner").getByRole("link", { name: NAMES[to] }).click();
      }
      await expect(page).toHaveURL(path);
      locale = to;
    }
    await expect(page.getByRole("heading", { level: 1 })).toContainText(String(order_number));
  });
}

test("R-ROUTE-10 the server serves an unknown order with 404, in each language", async ({ page }) => {
  await becomeCustomer(page, "nl");
  const { order_id } = await orderAsCustomer(page, "nl", LAMP, IDEAL);
  for (const locale of LOCALES) {
    const account = new AccountPage(page, locale);
    expect((await page.goto(account.orderPath(order_id)))?.status()).toBe(200);
    expect((await page.goto(account.orderPath(MISSING)))?.status()).toBe(404);
    await expect(account.heading(account.t("account_order.not_found_title"))).toBeVisible();
    expect((await page.goto(outcomePath(locale, "paid", order_id)))?.status()).toBe(200);
    for (const screen of ["success", "paid", "unpaid"] as const)
      expect((await page.goto(outcomePath(locale, screen, MISSING)))?.status(), screen).toBe(404);
    // A visitor with the mail can still prove the order.
    await expect(page.locator("[data-outcome=locked] [name=lookup-email]")).toBeVisible();
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    await account.open("orders");
    await expect(page).toHaveURL(route(locale, "bor.account.orders"));
  }
});
