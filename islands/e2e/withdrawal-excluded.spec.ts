// What is excluded from the right of withdrawal says so wherever it is offered and ordered, and nothing promises a
// right that the cart excludes (law §4).
import type { Page } from "@playwright/test";
import { expectNoFaults, expectNoSidewaysScroll, expectNoViolations } from "./support/accessibility";
import { AccountPage } from "./support/account-area";
import { excludedReason, type Product, product } from "./support/catalogue";
import { CheckoutPage } from "./support/checkout";
import { becomeCustomer, orderAsCustomer } from "./support/customers";
import { decide, outcomePath } from "./support/orders";
import { expect, test } from "./support/shop";
import { Storefront } from "./support/storefront";
import { LOCALES, type Locale, text } from "./support/texts";

/** A table that is cut to order, and glides that can be returned. */
const TABLE = product("SCHOOF");
const GLIDES = product("GLIJDER");
const RIGHTS = ["all", "part", "none", "unknown"] as const;

test.use({ shopOptions: { consumerLocales: ["nl", "en", "de"] } });
test.setTimeout(240_000);

/** The sentence with its reason, as every screen has it. */
function exclusion(locale: Locale): string {
  return `${text(locale, "cart.withdrawal_excluded")} ${excludedReason(TABLE, locale)}`;
}

/** Fills the cart with these products, looks at panel, cart and review, and returns the review. */
async function toReview(page: Page, locale: Locale, bought: readonly Product[]) {
  const shop = new Storefront(page, locale);
  for (const one of bought) {
    await shop.openProduct(one);
    await shop.buyButton.click();
    const said = shop.addedPanel.getByText(exclusion(locale));
    await expect(shop.addedPanel.getByText(one.name(locale))).toBeVisible();
    await expect(said).toHaveCount(one === TABLE ? 1 : 0);
    await expectNoViolations(page);
    await shop.goOn(one, one.limits.min);
  }
  await shop.openCart();
  await shop.expectCartRead();
  for (const one of bought) {
    const said = shop.row(one.name(locale)).getByText(exclusion(locale));
    await expect(said).toHaveCount(one === TABLE ? 1 : 0);
  }
  await expectNoFaults(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const checkout = new CheckoutPage(page, locale);
  await checkout.toReview();
  return checkout;
}

for (const locale of LOCALES) {
  test(`law §4 ${locale}: what is excluded from withdrawal says so in panel, cart, review, confirmation and order`, async ({
    page,
  }) => {
    for (const [bought, right] of [
      [[TABLE, GLIDES], "part"],
      [[GLIDES], "all"],
      [[TABLE], "none"],
    ] as const) {
      await page.context().clearCookies();
      const excluded = bought.includes(TABLE as never) ? 1 : 0;
      const checkout = await toReview(page, locale, bought);
      const review = checkout.section("review");
      await expect(review.locator(".checkout__order").getByText(exclusion(locale))).toHaveCount(excluded);
      for (const other of RIGHTS) {
        const sentence = review.locator(".checkout__consent").getByText(checkout.t(`withdrawal_${other}`));
        await expect(sentence, other).toHaveCount(other === right ? 1 : 0);
      }
      await expect(review.getByRole("link", { name: checkout.t("withdrawal_name") })).toHaveCount(
        right === "none" ? 0 : 1,
      );
      await page.setViewportSize({ width: 320, height: 900 });
      await expectNoSidewaysScroll(page);
      await expectNoViolations(page);
      const id = await checkout.order();
      await decide(page, "paid");
      await expect(page).toHaveURL(outcomePath(locale, "paid", id));
      await expect(page.getByText(exclusion(locale))).toHaveCount(excluded);
      const withdraw = page.getByRole("main").getByRole("link", { name: text(locale, "order_outcome.withdraw") });
      await expect(withdraw).toHaveCount(right === "none" ? 0 : 1);
      await expectNoFaults(page);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    await page.context().clearCookies();
    await becomeCustomer(page, locale);
    const { order_id } = await orderAsCustomer(page, locale, TABLE, "iDEAL");
    await page.goto(new AccountPage(page, locale).orderPath(order_id));
    await expect(page.getByText(exclusion(locale))).toBeVisible();
    const withdraw = page.getByRole("main").getByRole("link", { name: text(locale, "account_order.withdraw") });
    await expect(withdraw).toHaveCount(0);
    await expectNoFaults(page);
  });
}
