// A guest order, in every locale in which ordering is enabled.
import type { Locator } from "@playwright/test";
import { expectNoSidewaysScroll, expectNoViolations } from "./support/accessibility";
import { product, shippingName } from "./support/catalogue";
import { CheckoutPage, GUEST } from "./support/checkout";
import { becomeCustomer } from "./support/customers";
import { hold } from "./support/network";
import { total, watchShifts } from "./support/shifts";
import { expect, test } from "./support/shop";
import { Storefront } from "./support/storefront";
import { home, LOCALES, money, route, text } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");
const GLIDES = product("GLIJDER");
const DOWNLOAD = product("CADEAUKAART-100");

/** Law §1: exactly these labels. */
const ORDER_BUTTON = {
  nl: "Bestellen en betalen",
  en: "Order with obligation to pay",
  de: "Zahlungspflichtig bestellen",
} as const;

/** A delivery method with a payment method of its own (shop.json). */
const PICKUP = { nl: /^Afhalen/, en: /^Pick up/, de: /^Abholung/ } as const;

test.use({ shopOptions: { consumerLocales: ["nl", "en", "de"] } });

const focused = (locator: Locator) => expect(locator).toBeFocused();

for (const locale of LOCALES) {
  test(`R-CHK-01 R-CHK-02 R-CHK-03 R-CHK-04 R-CHK-09 ${locale}: a guest buys by details`, async ({ page }) => {
    const shop = new Storefront(page, locale);
    const checkout = new CheckoutPage(page, locale);
    await shop.add(RAVEL);
    await shop.add(GLIDES);
    const goods = RAVEL.price + GLIDES.price;
    await checkout.open();

    // CHK-1, CHK-2, CHK-5: no navigation; five sections, one of them open; nothing checked but "same address".
    await expect(page.getByRole("heading", { level: 1, name: checkout.t("title") })).toBeVisible();
    await expect(shop.header.getByRole("navigation")).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 2 }).filter({ hasText: /^\d/ })).toHaveText(
      ["contact", "address", "delivery", "payment", "review"].map((key, index) => `${index + 1}${checkout.t(key)}`),
    );
    await expect(page.locator("input:checked")).toHaveCount(1);
    await expect(checkout.field("same")).toBeChecked();
    const order = page.getByRole("complementary", { name: checkout.t("your_order") });
    await expect(order.locator("[data-sum=total]")).toContainText(money(locale, goods));

    // FORM-2, FORM-3, FORM-4: errors appear on submit, in the summary and at the field, and disappear when corrected.
    await expect(page.locator("[aria-invalid]")).toHaveCount(0);
    const title = await page.title();
    await checkout.button("to_delivery").click();
    await focused(checkout.summary);
    await expect(checkout.summary.getByRole("link")).toHaveText(
      ["need_email", "need_first_name", "need_last_name", "need_street", "need_zipcode_nl", "need_city"].map((key) =>
        checkout.t(key),
      ),
    );
    expect(await page.title()).toBe(checkout.t("title_error") + title);
    const email = checkout.field("email");
    await expect(email).toHaveAccessibleDescription(new RegExp(checkout.t("need_email").replace(/[.]/g, "\\.")));
    await checkout.summary.getByRole("link", { name: checkout.t("need_email") }).click();
    await focused(email);
    await email.fill(GUEST.email);
    await expect(email).not.toHaveAttribute("aria-invalid");
    await expect(checkout.summary.getByRole("link")).toHaveCount(5);
    await expect(checkout.field("delivery-city")).toHaveAttribute("aria-invalid", "true");

    // ADDR-6: postal codes are accepted in common spellings.
    await checkout.fillDetails();
    await checkout.field("delivery-zipcode").fill(" 1012wx ");
    await checkout.button("to_delivery").click();
    await focused(page.getByRole("heading", { level: 2, name: checkout.t("delivery") }));
    expect(await page.title()).toBe(title);
    await expect(checkout.section("contact")).toContainText(GUEST.email);
    await expect(checkout.section("address")).toContainText(`${GUEST.zipcode} ${GUEST.city}`);

    // CHK-6, R-CHK-02: price and time are shown beforehand; each choice updates context and cart.
    const standard = page.getByRole("radio", { name: shippingName(locale) });
    await expect(standard).toBeChecked();
    const express = page.getByRole("radio", { name: money(locale, 1450) });
    await expect(express).toHaveAccessibleDescription(/.+ · .+/);
    await checkout.choose(money(locale, 1450));
    await expect(order.locator("[data-sum=shipping]")).toContainText(money(locale, 1450));
    await expect(order.locator("[data-sum=total]")).toContainText(money(locale, goods + 1450));
    await checkout.choose(PICKUP[locale]);
    await expect(order.locator("[data-sum=total]")).toContainText(money(locale, goods));
    await checkout.button("to_payment").click();
    await focused(page.getByRole("heading", { level: 2, name: checkout.t("payment") }));

    // R-CHK-09: the payment methods are those of the session's context; payment on pick-up needs one of them.
    await expect(page.getByRole("radio")).toHaveCount(7);
    await page.getByRole("button", { name: checkout.t("change_section", { section: checkout.t("delivery") }) }).click();
    await checkout.choose(shippingName(locale));
    await expect(order.locator("[data-sum=shipping]")).toContainText(shippingName(locale));
    await checkout.button("to_payment").click();
    await expect(page.getByRole("radio")).toHaveCount(7);
    await expect(page.getByRole("radio", { name: "iDEAL" })).toBeChecked();
    await checkout.choose("PayPal");
    await checkout.button("to_review").click();
    await expect(checkout.section("payment")).toContainText("PayPal");

    // R-CHK-04, law §1: everything directly above the button, with the terms before it.
    const review = checkout.section("review");
    for (const [group, option] of RAVEL.options(locale)) await expect(review).toContainText(`${group}: ${option}`);
    for (const words of [
      RAVEL.name(locale),
      checkout.t("quantity_price", { count: 1, price: money(locale, RAVEL.price) }),
      text(locale, "product.delivery_time", { time: RAVEL.deliveryTime(locale) }),
      GLIDES.name(locale),
    ])
      await expect(review.getByRole("list", { name: checkout.t("lines") })).toContainText(words);
    await expect(review.locator("[data-sum=subtotal]")).toContainText(money(locale, goods));
    await expect(review.locator("[data-sum=shipping]")).toContainText(checkout.t("free"));
    await expect(review.locator("[data-sum=total]")).toContainText(money(locale, goods));
    await expect(review.locator("[data-sum=tax]")).toHaveText([
      checkout.t("tax_included", { rate: "21" }) + money(locale, Math.round((goods * 21) / 121)),
    ]);
    await expect(page.locator("[data-order]")).toHaveText(
      locale === "de" ? ORDER_BUTTON.de : `${ORDER_BUTTON[locale]} ${money(locale, goods)}`,
    );
    await expect(page.locator("[data-order]")).toHaveCount(1);
    const above = await page.locator("[data-order]").evaluate((button) => {
      const names: string[] = [];
      for (let one = button.previousElementSibling; one; one = one.previousElementSibling) names.unshift(one.className);
      return names;
    });
    expect(above).toEqual(["checkout__lines", "checkout__change-cart", "sums"]);
    const terms = review.getByRole("link", { name: checkout.t("terms_name") });
    const withdrawal = review.getByRole("link", { name: checkout.t("withdrawal_name") });
    for (const link of [terms, withdrawal]) {
      expect((await page.request.get((await link.getAttribute("href")) ?? "")).status()).toBe(200);
      expect(
        await link.evaluate((a) => a.compareDocumentPosition(document.querySelector("[data-order]") as Node)),
      ).toBe(4);
    }

    // R-CHK-03: requires accepting terms and conditions.
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/api/orders")) sent.push(request.url());
    });
    await expect(checkout.field("terms")).not.toBeChecked();
    await checkout.orderButton.click();
    await focused(checkout.summary);
    await expect(checkout.summary).toContainText(checkout.t("need_terms"));
    await expect(checkout.field("terms")).toHaveAttribute("aria-invalid", "true");
    expect(sent).toEqual([]);
    await checkout.field("terms").check();
    await expect(checkout.summary).toHaveCount(0);
    await checkout.order();
    expect(sent).toHaveLength(1);
  });
}

test("CHK-13 input survives a reload and a change of language, and is cleared by an order", async ({ page }) => {
  const dutch = new CheckoutPage(page, "nl");
  await new Storefront(page, "nl").add(GLIDES);
  await dutch.open();
  await dutch.fillDetails();
  await dutch.field("same").uncheck();
  await dutch.field("billing-company").fill("Visser & Zn.");
  await dutch.field("vat_id").fill("NL 0012.34567.B01");
  await dutch.field("billing-street").fill("Postbus 9");
  const typed = async (checkout: CheckoutPage) => {
    await expect(checkout.field("email")).toHaveValue(GUEST.email);
    await expect(checkout.field("delivery-street")).toHaveValue(GUEST.street);
    await expect(checkout.field("vat_id")).toHaveValue("NL 0012.34567.B01");
    await expect(checkout.field("same")).not.toBeChecked();
    await expect(checkout.field("billing-street")).toHaveValue("Postbus 9");
  };
  await page.reload();
  await typed(dutch);
  const german = new CheckoutPage(page, "de");
  await german.open();
  await typed(german);

  // FORM-11: nothing is asked twice; FORM-6: no input is cleared by an error.
  await expect(german.field("billing-last_name")).toHaveValue(GUEST.last_name);
  await german.button("to_delivery").click();
  await expect(german.summary).toContainText(german.t("need_city"));
  await typed(german);
  await german.field("billing-zipcode").fill("1012 WX");
  await german.field("billing-city").fill("Amsterdam");
  await german.button("to_delivery").click();
  await expect(german.section("address")).toContainText("Postbus 9");
  await german.keepMethods();
  await german.field("comment").fill("Bitte klingeln.");
  await page.reload();
  // The section that was reached is open again.
  await expect(german.field("comment")).toHaveValue("Bitte klingeln.");
  await expect(german.field("terms")).not.toBeChecked();
  await german.field("terms").check();
  await german.order();
  await page.goto(route("de", "bor.shopping-cart"));
  expect(await page.evaluate(() => sessionStorage.getItem("vitrine-checkout"))).toBeNull();
});

test("CHK-9 CHK-11 reload and Back after the order lead to the order, not to an empty checkout", async ({ page }) => {
  const checkout = new CheckoutPage(page, "nl");
  await new Storefront(page, "nl").add(GLIDES);
  await checkout.toReview();
  const id = await checkout.order();
  const success = route("nl", "bor.checkout.success").replace("{id}", id);
  // As from a bookmark, or after Back over several pages.
  await page.goto(route("nl", "bor.checkout"), { waitUntil: "commit" });
  await page.waitForURL((url) => url.pathname === success, { waitUntil: "commit" });
  await page.goto(route("nl", "bor.shopping-cart"));
  await page.goBack({ waitUntil: "commit" });
  await expect(page).toHaveURL(new RegExp(`${success}|/payment-gateway/`));
});

test("law §1 a download requires a separate consent", async ({ page }) => {
  const checkout = new CheckoutPage(page, "nl");
  await new Storefront(page, "nl").add(DOWNLOAD);
  await checkout.toReview();
  await expect(checkout.section("review")).toContainText(checkout.t("digital"));
  const consent = page.getByRole("checkbox", { name: checkout.t("download_consent") });
  await expect(consent).not.toBeChecked();
  await checkout.orderButton.click();
  await expect(checkout.summary).toContainText(checkout.t("need_download"));
  await consent.check();
  const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/orders"));
  await checkout.order();
  expect((await sent).postDataJSON()).toMatchObject({ waive_withdrawal: true });
});

test("CHK-14 the form can be completed by keyboard only", async ({ page }) => {
  const checkout = new CheckoutPage(page, "nl");
  await new Storefront(page, "nl").add(GLIDES);
  await checkout.open();
  await expect(checkout.button("to_delivery")).toBeVisible();
  const seen: string[] = [];
  /** Presses Tab until the target has the focus, and records the elements in between. */
  const tabTo = async (target: Locator) => {
    for (let count = 0; count < 40; count += 1) {
      await page.keyboard.press("Tab");
      seen.push(await page.evaluate(() => document.activeElement?.id ?? ""));
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`the Tab key does not lead to ${target}: ${seen.join(" ")}`);
  };
  await tabTo(checkout.field("email"));
  await page.keyboard.type(GUEST.email);
  for (const name of ["first_name", "last_name", "street", "zipcode", "city"] as const) {
    await tabTo(checkout.field(`delivery-${name}`));
    await page.keyboard.type(GUEST[name]);
  }
  await tabTo(checkout.button("to_delivery"));
  expect(seen.filter((id) => id === "email" || id === "same" || id.startsWith("delivery-"))).toEqual([
    "email",
    ...["country_id", "salutation_id", "first_name", "last_name", "company", "street", "additional_line"].map(
      (name) => `delivery-${name}`,
    ),
    ...["zipcode", "city", "phone"].map((name) => `delivery-${name}`),
    "same",
  ]);
  await page.keyboard.press("Enter");
  await focused(page.getByRole("heading", { level: 2, name: checkout.t("delivery") }));
  await tabTo(page.getByRole("radio", { name: shippingName("nl") }));
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio").nth(1)).toBeChecked();
  await expect(page.locator(".radio-cards")).not.toHaveAttribute("aria-busy");
  await tabTo(checkout.button("to_payment"));
  await page.keyboard.press("Enter");
  await focused(page.getByRole("heading", { level: 2, name: checkout.t("payment") }));
  await tabTo(checkout.button("to_review"));
  await page.keyboard.press("Enter");
  await focused(page.getByRole("heading", { level: 2, name: checkout.t("review") }));
  await tabTo(checkout.field("terms"));
  await page.keyboard.press("Space");
  await tabTo(checkout.orderButton);
  await checkout.order(() => page.keyboard.press("Enter"));
});

test("no axe violations in any section, and no horizontal scrolling from 320 px", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const checkout = new CheckoutPage(page, "de");
  const look = async () => {
    await expectNoViolations(page);
    for (const width of [320, 390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
    }
    await page.setViewportSize({ width: 320, height: 900 });
  };
  await checkout.open();
  await expect(page.getByText(checkout.t("empty_title"))).toBeVisible();
  await look();
  const shop = new Storefront(page, "de");
  await shop.add(RAVEL);
  await shop.add(DOWNLOAD);
  const letGo = await hold(page, "**/api/checkout");
  await checkout.open();
  await expect(page.getByText(checkout.t("loading"))).toBeVisible();
  await expectNoViolations(page);
  letGo();
  await expect(checkout.button("to_delivery")).toBeVisible();
  await look();
  await checkout.field("delivery-company").fill("Tischlerei Überschlagsberechnung");
  await checkout.field("same").uncheck();
  await checkout.button("to_delivery").click();
  await expect(checkout.summary).toBeVisible();
  await look();

  // CHK-4: on narrow viewports the order summary is a collapsible bar with count and total.
  const bar = page.getByRole("button", { name: checkout.t("show_order") });
  await expect(bar).toContainText(money("de", RAVEL.price + DOWNLOAD.price));
  await expect(bar).toContainText(text("de", "checkout.item_count", { count: 2 }));
  await expect(bar).toHaveAttribute("aria-expanded", "false");
  await bar.click();
  const order = page.getByRole("complementary", { name: checkout.t("your_order") });
  await expect(order.getByText(RAVEL.name("de"))).toBeVisible();
  await look();
  await page.getByRole("button", { name: checkout.t("hide_order") }).click();

  await checkout.field("same").check();
  await checkout.enterDetails();
  await look();
  await checkout.button("to_payment").click();
  await expect(checkout.button("to_review")).toBeVisible();
  await look();
  await checkout.button("to_review").click();
  await checkout.orderButton.click();
  await expect(checkout.summary).toBeVisible();
  await look();
});

test.describe("where ordering is closed", () => {
  test.use({ shopOptions: { consumerLocales: ["nl"] } });
  for (const locale of ["en", "de"] as const) {
    test(`R-HEAD-02 ${locale}: the checkout says so and sends no request`, async ({ page }) => {
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      const checkout = new CheckoutPage(page, locale);
      const session = page.waitForResponse("**/api/session");
      await checkout.open();
      await session;
      await expect(page.getByText(checkout.t("closed_title"))).toBeVisible();
      await expect(page.getByText(checkout.t("closed_text"))).toBeVisible();
      const ways = page.locator("[data-island=checkout]").getByRole("listitem").getByRole("link");
      await expect(ways.first()).toHaveAttribute("href", new RegExp(`^${route(locale, "bor.auth.login")}`));
      await expect(ways.nth(1)).toHaveAttribute("href", `${home(locale)}/showrooms`);
      await expect(ways.last()).toHaveAttribute("href", route("nl", "bor.checkout"));
      await expectNoViolations(page);
      expect(asked).not.toContain("/api/checkout");
    });
  }
});

for (const [width, height, locale] of [
  [390, 844, "nl"],
  [820, 1180, "en"],
  [1440, 900, "de"],
] as const) {
  test.describe(`at ${width} px in ${locale}`, () => {
    test.use({ viewport: { width, height } });

    for (const who of ["guest", "customer", "nobody with a cart"]) {
      test(`the checkout has no layout shift while loading: ${who}`, async ({ page }) => {
        if (who === "customer") await becomeCustomer(page, locale);
        if (who !== "nobody with a cart") await new Storefront(page, locale).add(GLIDES);
        const visit = await page.context().newPage();
        await visit.setViewportSize({ width, height });
        const shifts = await watchShifts(visit);
        const checkout = new CheckoutPage(visit, locale);
        const letGo = await hold(visit, "**/api/checkout");
        await checkout.open();
        // Long enough for the loading message to appear.
        await expect(visit.getByRole("status").filter({ hasText: checkout.t("loading") })).toBeVisible();
        letGo();
        const came = { guest: checkout.button("to_delivery"), customer: checkout.button("to_payment") };
        const empty = visit.locator("[data-island=checkout]").getByText(checkout.t("empty_title"));
        await expect(came[who as keyof typeof came] ?? empty).toBeVisible();
        await visit.evaluate(() => document.fonts.ready.then(() => undefined));
        // Layout shifts are reported with the next rendered frame.
        await visit.screenshot();
        expect(total(shifts), JSON.stringify(shifts)).toBeLessThanOrEqual(0.02);
      });
    }
  });
}
