// The order in every language: a guest orders, does not pay, and pays later.
import { expectNoFaults } from "./support/accessibility";
import { product } from "./support/catalogue";
import { CheckoutPage } from "./support/checkout";
import { decide, outcomePath } from "./support/orders";
import { expect, test } from "./support/shop";
import { Storefront } from "./support/storefront";
import { LOCALES, money, text } from "./support/texts";

const LAMP = product("ZWAM-KLEIN-RU");
const KEPT = {
  nl: "Bestelling {number} staat klaar: nog één stap",
  en: "Order {number} is kept: one step left",
  de: "Bestellung {number} ist vorgemerkt: noch ein Schritt",
} as const;
/** R-CHK-06: the text of the specification, and its translations. */
const UNPAID = {
  nl: "Helaas kon uw bestelling niet worden betaald. U kunt proberen opnieuw te betalen of contact met ons opnemen.",
  en: "Unfortunately, your order couldn't be paid. You can try to pay it again or contact us.",
  de: "Leider konnte Ihre Bestellung nicht bezahlt werden. Sie können versuchen, erneut zu bezahlen, oder uns kontaktieren.",
} as const;

test.use({ shopOptions: { consumerLocales: [...LOCALES] } });

for (const locale of LOCALES) {
  test(`R-CHK-05 R-CHK-06 ${locale}: a guest orders, does not pay, pays after all`, async ({ page }) => {
    const words = (key: string, number: string) => text(locale, `order_outcome.${key}`, { number });
    await new Storefront(page, locale).add(LAMP);
    const checkout = new CheckoutPage(page, locale);
    await checkout.toReview();
    // There is no redirect before the screen was seen, however long that takes.
    await page.clock.install({ time: "2026-05-01T10:00:00Z" });
    await page.clock.pauseAt("2026-05-01T11:00:00Z");
    const id = await checkout.order();
    const title = page.getByRole("heading", { level: 1 });
    await expect(title).toHaveText(/\d{5}/);
    const number = /\d{5}/.exec((await title.textContent()) ?? "")?.[0] ?? "";
    await expect(title).toHaveText(KEPT[locale].replace("{number}", number));
    const amount = money(locale, LAMP.price + 695);

    // It redirects to the payment page by itself.
    await page.clock.runFor(5000);
    await expect(page).toHaveURL(/\/payment-gateway\//);
    await page.clock.resume();
    await decide(page, "cancelled");
    await expect(page).toHaveURL(new RegExp(`${outcomePath(locale, "unpaid", id)}\\?`));
    await expect(title).toHaveText(words("unpaid_title", number));
    await expect(page.getByText(UNPAID[locale], { exact: true })).toBeVisible();
    await expectNoFaults(page);
    await page.getByRole("button", { name: text(locale, "order_outcome.pay_again", { amount }) }).click();
    await decide(page, "paid");
    await expect(page).toHaveURL(outcomePath(locale, "paid", id));
    await expect(title).toHaveText(words("paid_title", number));
    await expectNoFaults(page);
  });
}
