// Whether an old device is taken away when electrical equipment is delivered (law §8), and the texts of an order that were in
// force (law §1): from the checkout to the confirmation and the order's page.
import type { Page } from "@playwright/test";
import { expectNoFaults, expectNoSidewaysScroll, expectNoViolations } from "./support/accessibility";
import { AccountPage } from "./support/account-area";
import { product } from "./support/catalogue";
import { CheckoutPage } from "./support/checkout";
import { becomeCustomer, orderAsCustomer } from "./support/customers";
import { decide, outcomePath } from "./support/orders";
import { expect, test } from "./support/shop";
import { Storefront } from "./support/storefront";
import { LOCALES, type Locale, text } from "./support/texts";

const LAMP = product("ZWAM-CL");
const GLIDES = product("GLIJDER");

test.use({ shopOptions: { consumerLocales: ["nl", "en", "de"] } });
test.setTimeout(240_000);

/** The files that the page links to as the order's terms: both are read without this shop. */
async function expectKeptTexts(page: Page, locale: Locale): Promise<void> {
  const links = page.locator("dd > a[href^='/api/legal-texts/']");
  await expect(links).toHaveCount(2);
  for (const link of await links.all()) {
    const [title, path] = [await link.textContent(), await link.getAttribute("href")];
    const kept = await page.request.get(path ?? "");
    expect(kept.headers()["content-disposition"]).toMatch(/^attachment; filename="[0-9a-f]{32}\.html"$/);
    const words = await kept.text();
    expect(words).toContain(`<h1>${title}</h1>`);
    expect(words).toMatch(new RegExp(`<html lang="${locale}`));
    expect(words).not.toContain("<script");
  }
}

for (const locale of LOCALES) {
  test(`law §8 law §1 ${locale}: a lamp asks for the old device, none is chosen, and order and terms are kept`, async ({
    page,
  }) => {
    const shop = new Storefront(page, locale);
    await shop.openProduct(LAMP);
    await shop.buyButton.click();
    await shop.goOn(LAMP, LAMP.limits.min);
    const checkout = new CheckoutPage(page, locale);
    await checkout.open();
    await checkout.enterDetails();
    await checkout.keepMethods();
    const question = checkout.section("review").getByRole("radiogroup", { name: checkout.t("old_device") });
    await expect(question).toBeVisible();
    await expect(question.getByRole("radio", { checked: true })).toHaveCount(0);
    await page.setViewportSize({ width: 320, height: 900 });
    await expectNoSidewaysScroll(page);
    await expectNoViolations(page);
    // By keyboard: the arrow keys of a group of radio buttons.
    await question.getByRole("radio").first().focus();
    await page.keyboard.press("Space");
    await expect(question.getByRole("radio", { name: checkout.t("old_device_yes") })).toBeChecked();
    await page.setViewportSize({ width: 1440, height: 900 });
    await checkout.field("terms").check();
    const id = await checkout.order();
    await decide(page, "paid");
    await expect(page).toHaveURL(outcomePath(locale, "paid", id));
    await expect(page.getByText(text(locale, "order_outcome.old_device_yes"))).toBeVisible();
    await expectKeptTexts(page, locale);
    await expectNoFaults(page);
    await page.context().clearCookies();
    await becomeCustomer(page, locale);
    const { order_id } = await orderAsCustomer(page, locale, GLIDES, "iDEAL");
    await page.goto(new AccountPage(page, locale).orderPath(order_id));
    await expect(page.getByText(text(locale, "account_order.legal_texts"))).toBeVisible();
    await expectKeptTexts(page, locale);
    await expect(page.getByText(text(locale, "account_order.old_device"))).toHaveCount(0);
    await expectNoFaults(page);
  });
}
