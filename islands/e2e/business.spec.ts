// Business customers: own net prices and product numbers after login, quick order, and an order reference.
import { expectNoFaults, expectNoSidewaysScroll, expectNoViolations } from "./support/accessibility";
import { AuthPage } from "./support/account";
import { AccountPage } from "./support/account-area";
import { type Product, product } from "./support/catalogue";
import { CheckoutPage } from "./support/checkout";
import { inTurn } from "./support/in-turn";
import { callApi } from "./support/network";
import { total, watchShifts } from "./support/shifts";
import { expect, testOfOwnShop as test } from "./support/shop";
import { Storefront } from "./support/storefront";
import { money, text } from "./support/texts";

/** Customers of the demo (docs/guide/demo.md). */
const BUSINESS = {
  email: "inkoop@atelier-maas.example",
  password: "eikenblad-2026",
  company: "Atelier Maas BV",
} as const;
const CONSUMER = { email: "noor@example.com", password: "lindehout-2026" } as const;
/** Has price tiers for everybody, and other ones for business customers. */
const COAT_RACK = product("KNAAP-RU-4");
const CARE_SET = product("VERZORGSET");
/** No product has this number. */
const NOTHING = "NIETS-1;3";
const REFERENCE = "Inkoop 2026/118";
const INVOICE = { nl: "Op rekening", en: "Invoice", de: "Rechnung" } as const;

type Page = import("@playwright/test").Page;

/** Opens a product page and waits until the visitor's own price is shown. */
async function openOffer(page: Page, storefront: Storefront, of: Product): Promise<void> {
  const offers = page.waitForResponse(/\/api\/offers\?/);
  await storefront.openProduct(of);
  await offers;
  await expect(page.locator("[data-price]")).not.toHaveAttribute("aria-busy");
}

async function expectGross(page: Page, storefront: Storefront): Promise<void> {
  const { locale } = storefront;
  await openOffer(page, storefront, COAT_RACK);
  await expect(page.locator("[data-tax]")).toHaveText(text(locale, "product.tax_gross"));
  await expect(page.locator("[data-price] td")).toHaveText(
    [11_900, 10_900, 9_900].map((minor) => money(locale, minor)),
  );
  await expect(page.locator("[data-part]")).toHaveCount(0);
}

for (const locale of inTurn("en")) {
  test(`R-PDP-02 R-PDP-03 R-PDP-09 ${locale}: net prices and part numbers are shown only to business customers after login`, async ({
    page,
    shop,
  }) => {
    await shop.control("reset", {});
    const storefront = new Storefront(page, locale);
    const auth = new AuthPage(page, locale);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectGross(page, storefront);
    // "net only after login": no static file contains a customer's own price or its tax.
    const html = await (await page.request.get(COAT_RACK.path(locale))).text();
    expect(html).not.toContain(money(locale, 8_500));
    expect(html).not.toContain("EUR net");

    await auth.logIn(CONSUMER.email, CONSUMER.password);
    await expect(auth.toast("logged_in")).toBeVisible();
    await expectGross(page, storefront);
    expect((await callApi(page, "POST", "/api/account/logout", { everywhere: false })).status).toBe(200);

    await auth.logIn(BUSINESS.email, BUSINESS.password);
    await expect(auth.toast("logged_in")).toBeVisible();
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const shifts = await watchShifts(page);
      await openOffer(page, storefront, COAT_RACK);
      // R-PDP-03: "the customer's own price"; R-PDP-02: "excl./incl. VAT label by tax status", tiers as for everybody.
      await expect(page.locator("[data-price] td")).toHaveText(
        [8_500, 7_700, 7_000].map((minor) => money(locale, minor)),
      );
      await expect(page.locator("[data-tax]")).toHaveText(text(locale, "product.tax_net"));
      await expect(page.locator("[data-price] th[scope=row]")).toHaveText([
        text(locale, "product.tier_to", { quantity: 4 }),
        text(locale, "product.tier_to", { quantity: 9 }),
        text(locale, "product.tier_from", { quantity: 10 }),
      ]);
      // It replaces the other price without a layout shift.
      expect(total(shifts), JSON.stringify(shifts)).toBeLessThan(0.02);
    }
    // R-PDP-09: "product and part numbers".
    const parts = page.locator("[data-numbers]");
    await expect(parts).toContainText(COAT_RACK.number);
    await expect(parts.locator("[data-part] dt")).toHaveText([
      text(locale, "product.manufacturer_number"),
      text(locale, "product.ean"),
    ]);
    await expect(parts.locator("[data-part] dd")).toHaveText(["PL-K4", "8719999202402"]);
    await expectNoFaults(page);

    // R-PDP-02: "A single price shows without a label". R-PDP-09: "several for bundles".
    await openOffer(page, storefront, CARE_SET);
    await expect(page.locator("[data-price]")).toHaveText(money(locale, 3_000));
    const contents = parts
      .locator("[data-part]")
      .filter({ hasText: text(locale, "product.contents") })
      .locator("dd > div");
    await expect(contents).toHaveText([/^1 × MEUBELOLIE · .*KA-9101/, /^1 × HOUTWIJZER/, /^1 × GLIJDER · .*KA-9004/]);

    expect((await callApi(page, "POST", "/api/account/logout", { everywhere: false })).status).toBe(200);
    await expectGross(page, storefront);
  });
}

for (const locale of inTurn("de")) {
  test(`R-CART-05 R-CART-07 R-CHK-04 R-HEAD-02 ${locale}: a business customer orders a bundle and a pasted list`, async ({
    page,
    shop,
  }) => {
    await shop.control("reset", {});
    const storefront = new Storefront(page, locale);
    const auth = new AuthPage(page, locale);
    await page.setViewportSize({ width: 1440, height: 900 });
    await auth.logIn(BUSINESS.email, BUSINESS.password);
    await expect(auth.toast("logged_in")).toBeVisible();

    // A list can be added to an empty cart; lines that were not added stay in the field.
    await storefront.openCart();
    const list = page.getByLabel(text(locale, "cart.quick_label"));
    await list.fill(`GLIJDER\n${NOTHING}`);
    await page.getByRole("button", { name: text(locale, "cart.quick_add") }).click();
    await expect(page.locator(".quick-order__outcome")).toContainText(
      text(locale, "cart.quick_added", { added: 1, count: 2 }),
    );
    await expect(list).toHaveValue(NOTHING);
    await storefront.button("cart.remove_item", product("GLIJDER").name(locale)).click();
    await storefront.expectCount(0);

    // R-HEAD-02: logged-in customers have a cart in every language.
    await openOffer(page, storefront, CARE_SET);
    await storefront.buyButton.click();
    await storefront.goOn(CARE_SET, 1);
    await storefront.openCart();
    const row = storefront.row(CARE_SET.name(locale));
    // R-CART-07: "business customers see product numbers (several for bundles)".
    for (const number of [CARE_SET.number, "MEUBELOLIE", "HOUTWIJZER", "GLIJDER"])
      await expect(row).toContainText(number);

    // By keyboard, both pasted from a spreadsheet and typed by hand.
    await expect(list).toHaveAccessibleDescription(text(locale, "cart.quick_hint", { max: 100 }));
    await expect(list).toHaveAttribute("autocomplete", "off");
    await list.fill(`${COAT_RACK.number}\t2\n8719999202402 x 1\nKNAAP 1\n${NOTHING}\nKNAAP-RU-4;veel`);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: text(locale, "cart.quick_add") })).toBeFocused();
    await page.keyboard.press("Enter");
    const outcome = page.locator(".quick-order__outcome");
    await expect(outcome).toContainText(text(locale, "cart.quick_added", { added: 2, count: 5 }));
    await expect(outcome.getByRole("listitem")).toHaveText([
      /^KNAAP, /,
      text(locale, "cart.quick_not_found", { number: "NIETS-1" }),
      text(locale, "cart.quick_no_quantity", { number: "KNAAP-RU-4;veel" }),
    ]);
    // Lines that were not added stay as typed.
    await expect(list).toHaveValue(`KNAAP 1\n${NOTHING}\nKNAAP-RU-4;veel`);
    await storefront.expectCount(4);
    // R-CART-05: net, with the tax added, and the gross total: 3 × 85.00 + 30.00.
    await expect(storefront.sums).toHaveText([
      new RegExp(`^${text(locale, "cart.subtotal")} ${text(locale, "cart.tax_net")}${money(locale, 28_500)}$`),
      new RegExp(text(locale, "cart.free")),
      new RegExp(`${money(locale, 5_985)}$`),
      new RegExp(`${text(locale, "cart.tax_gross")}${money(locale, 34_485)}$`),
    ]);
    await expectNoFaults(page);
    await page.setViewportSize({ width: 1440, height: 900 });

    const checkout = new CheckoutPage(page, locale);
    await checkout.open();
    await expect(checkout.section("address")).toContainText(BUSINESS.company);
    await expect(checkout.section("address")).toContainText("NL004495445B01");
    await checkout.button("to_payment").click();
    await checkout.choose(INVOICE[locale]);
    await checkout.button("to_review").click();
    await checkout.field("reference").fill(REFERENCE);
    const review = checkout.section("review");
    // R-CHK-04: "taxes per rate, shipping and gross total".
    await expect(review.locator("[data-sum=tax]")).toContainText("21");
    await expect(review.locator("[data-sum=tax]")).toContainText(money(locale, 5_985));
    await expect(review.locator("[data-sum=shipping]")).toContainText(text(locale, "checkout.free"));
    await expect(review.locator("[data-sum=total]")).toContainText(money(locale, 34_485));
    // Law §4a: "all online B2C contracts": a business gets no notice of a right of withdrawal.
    for (const right of ["all", "part", "none", "unknown"]) {
      await expect(review).not.toContainText(text(locale, `checkout.withdrawal_${right}`));
    }
    await checkout.field("terms").check();
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
    await checkout.order();

    const summary = page.getByRole("region", { name: text(locale, "order_outcome.summary") });
    await expect(summary).toContainText(REFERENCE);
    for (const number of [COAT_RACK.number, "PL-K4", CARE_SET.number, "MEUBELOLIE"]) {
      await expect(summary).toContainText(number);
    }
    await expect(summary.locator("[data-sum=total]")).toContainText(money(locale, 34_485));
    await expectNoFaults(page);

    // Law §4a: "all online B2C contracts with a withdrawal right": the order of a business offers no withdrawal,
    // neither on its confirmation nor in the account. The form stays linked in the footer, and says that it is for
    // consumers.
    const withdraw = text(locale, "withdrawal.title");
    const main = page.getByRole("main");
    await expect(main.getByRole("link", { name: withdraw, exact: true })).toHaveCount(0);
    const account = new AccountPage(page, locale);
    await account.open("orders");
    await main.getByRole("row").getByRole("link").first().click();
    await expect(account.fact(text(locale, "account_order.reference"))).toHaveText(REFERENCE);
    await expect(account.button("account_order.print")).toBeVisible();
    await expect(main.getByRole("link", { name: withdraw, exact: true })).toHaveCount(0);
    await page.getByRole("contentinfo").getByRole("link", { name: withdraw, exact: true }).click();
    await expect(main.getByText(text(locale, "withdrawal.consumers"))).toBeVisible();
    await expect(main.getByLabel(text(locale, "withdrawal.email"))).toHaveValue(BUSINESS.email);
    await expect(main.getByLabel(text(locale, "withdrawal.your_orders"))).toHaveCount(0);
  });
}

test("R-CART-07 a consumer's cart has neither part numbers nor a quick order", async ({ page, shop }) => {
  await shop.control("reset", {});
  const storefront = new Storefront(page, "nl");
  const auth = new AuthPage(page, "nl");
  await auth.logIn(CONSUMER.email, CONSUMER.password);
  await expect(auth.toast("logged_in")).toBeVisible();
  await storefront.add(CARE_SET);
  await storefront.openCart();
  await storefront.expectCartRead();
  await expect(storefront.row(CARE_SET.name("nl"))).not.toContainText(CARE_SET.number);
  await expect(page.getByLabel(text("nl", "cart.quick_label"))).toHaveCount(0);
});
