// The screens after an order: to the payment page and back, paid or not, and the same order again through the link of a
// mail.
import type { Page } from "@playwright/test";
import { expectNoFaults } from "./support/accessibility";
import { product, shippingName } from "./support/catalogue";
import { GUEST } from "./support/checkout";
import { hold } from "./support/network";
import { decide, openPlaced, outcomePath, placeOrder } from "./support/orders";
import { total, watchShifts } from "./support/shifts";
import { expect, type OwnShop, testOfOwnShop as test } from "./support/shop";
import { money, text } from "./support/texts";

const LAMP = product("ZWAM-KLEIN-RU");
const IDEAL = "iDEAL";
const CARD = "Creditcard";
const INVOICE = "Op rekening";
const PLUGIN = "PayPal";
const TRANSFER = "Bankoverschrijving";
const UNPAID_WORDS =
  "Helaas kon uw bestelling niet worden betaald. U kunt proberen opnieuw te betalen of contact met ons opnemen.";

test.afterEach(({ shop }) => shop.control("reset"));

const t = (key: string, values?: Readonly<Record<string, string | number>>) =>
  text("nl", `order_outcome.${key}`, values);

function heading(page: Page, key: string, number: string) {
  return page.getByRole("heading", { level: 1, name: t(key, { number }), exact: true });
}

function payAgain(page: Page) {
  return page.getByRole("button", { name: t("pay_again", { amount: money("nl", LAMP.price + 695) }) });
}

function payFirst(page: Page) {
  return page.getByRole("button", { name: t("pay", { amount: money("nl", LAMP.price + 695) }) });
}

/** Selects a payment method by clicking anywhere on its row. */
async function choose(page: Page, method: string): Promise<void> {
  await page.locator("label", { hasText: method }).click();
  await expect(page.getByRole("radio", { name: method })).toBeChecked();
}

test("R-CHK-05 after placing the order: success screen, redirect to the payment gateway within 5 seconds, with a manual link at once", async ({
  page,
}) => {
  const order = await placeOrder(page, "nl", LAMP, IDEAL);
  const gateway = order.payment.redirect_url ?? "";
  await page.clock.install({ time: "2026-05-01T10:00:00Z" });
  await page.clock.pauseAt("2026-05-01T11:00:00Z");
  await openPlaced(page, "nl", order);
  const title = heading(page, "kept_title", order.order_number);
  await expect(title).toHaveText(`Bestelling ${order.order_number} staat klaar: nog één stap`);
  await expect(title).toBeFocused();
  await expect(page.getByText("Over 5 seconden gaat u naar de betaalpagina.", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Naar de betaalpagina" })).toHaveAttribute("href", gateway);
  await page.clock.runFor(4000);
  await expect(page.getByText("Over 1 seconde gaat u naar de betaalpagina.", { exact: true })).toBeVisible();
  await page.clock.runFor(1000);
  await expect(page).toHaveURL(gateway);
  await decide(page, "paid");
  await expect(page).toHaveURL(outcomePath("nl", "paid", order.order_id));
  await expect(heading(page, "paid_title", order.order_number)).toBeFocused();
});

test("R-CHK-05 no axe violations during the countdown to the payment page", async ({ page }) => {
  const order = await placeOrder(page, "nl", LAMP, IDEAL);
  // The time is fixed, so that the countdown does not run; timers still run, which axe needs.
  await page.clock.setFixedTime("2026-05-01T11:00:00Z");
  await openPlaced(page, "nl", order);
  await expect(page.getByText("Over 5 seconden gaat u naar de betaalpagina.", { exact: true })).toBeVisible();
  await expectNoFaults(page);
  await expect(page.getByText("Over 5 seconden gaat u naar de betaalpagina.", { exact: true })).toBeVisible();
});

test("R-CHK-05 the link leads to the payment page at once, and a visitor who stays is not redirected", async ({
  page,
}) => {
  const order = await placeOrder(page, "nl", LAMP, IDEAL);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await openPlaced(page, "nl", order);
  // By keyboard only: from the title to the link and on to "stay".
  await expect(heading(page, "kept_title", order.order_number)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: t("to_payment") })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: t("stay") })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText(t("stayed_text"))).toBeVisible();
  await expect(page.getByRole("link", { name: t("to_payment") })).toBeFocused();
  await page.clock.runFor(60_000);
  await expect(page).toHaveURL(outcomePath("nl", "success", order.order_id));
  await page.clock.resume();
  await expectNoFaults(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(order.payment.redirect_url ?? "");

  // After Back there is no second redirect (CHK-11): the order can be read and paid.
  await page.goBack();
  await expect(heading(page, "unpaid_title", order.order_number)).toBeFocused();
  await expect(page.getByRole("radio", { name: IDEAL })).toBeChecked();
  await page.clock.runFor(60_000);
  await expect(page).toHaveURL(outcomePath("nl", "success", order.order_id));
  await choose(page, CARD);
  await payAgain(page).click();
  await expect(page.getByText("Creditcard")).toBeVisible();
  await decide(page, "paid");
  await expect(heading(page, "paid_title", order.order_number)).toBeVisible();
});

test("R-CHK-06 paid screen: items, addresses, e-mail address; a reload shows the same", async ({ page }) => {
  const order = await placeOrder(page, "nl", LAMP, IDEAL);
  await page.goto(order.payment.redirect_url ?? "");
  await decide(page, "paid");
  const title = heading(page, "paid_title", order.order_number);
  for (const look of ["first", "reloaded"]) {
    await expect(title, look).toBeFocused();
    const main = page.getByRole("main");
    await expect(main.getByText(t("paid_text", { amount: money("nl", LAMP.price + 695) }))).toBeVisible();
    await expect(main.getByText(t("next_mail", { email: GUEST.email }))).toBeVisible();
    await expect(main.getByRole("listitem").filter({ hasText: LAMP.name("nl") })).toContainText(
      money("nl", LAMP.price),
    );
    // 149,00 and 6,95 for shipping; of 155,95 incl. 21 % tax is 27,07.
    await expect(page.locator(".sums__row")).toHaveText([
      `${t("subtotal")}${money("nl", 14_900)}`,
      `${t("shipping_by", { name: shippingName("nl") })}${money("nl", 695)}`,
      `${t("total")} ${t("tax_gross")}${money("nl", 15_595)}`,
      `${t("tax_included", { rate: 21 })}${money("nl", 2707)}`,
    ]);
    for (const line of [t("shipping_address"), t("billing_address"), "Spui 3", `${GUEST.zipcode} Amsterdam`, IDEAL]) {
      await expect(main.getByText(line, { exact: true }).first()).toBeVisible();
    }
    await expect(main.getByText(/^Bij u (op|tussen) (maan|dins|woens|donder|vrij)dag \d/)).toBeVisible();
    await expect(main.getByRole("link", { name: t("withdrawal") })).toBeVisible();
    await expect(main.getByRole("link", { name: t("contact"), exact: true })).toBeVisible();
    await expect(payAgain(page)).toHaveCount(0);
    await expectNoFaults(page);
    await page.reload();
  }
  // The URL of the other screen shows the same.
  await page.goto(outcomePath("nl", "unpaid", order.order_id));
  await expect(title).toBeFocused();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: t("print") })).toBeHidden();
  await expect(page.getByText(LAMP.name("nl"))).toBeVisible();

  // No personal data in the static page, and none is stored.
  const html = await (await page.request.get(page.url(), { headers: { cookie: "" } })).text();
  expect(html).not.toContain(GUEST.email);
  const kept = await page.evaluate(() => [JSON.stringify(localStorage), JSON.stringify(sessionStorage), location.href]);
  for (const secret of [GUEST.email, GUEST.last_name, GUEST.zipcode]) expect(kept.join()).not.toContain(secret);
});

test("R-CHK-06 unpaid screen with retry of payment or contact, with the same and with another payment method", async ({
  page,
}) => {
  const order = await placeOrder(page, "nl", LAMP, IDEAL);
  await page.goto(order.payment.redirect_url ?? "");
  await decide(page, "cancelled");
  await expect(page).toHaveURL(new RegExp(outcomePath("nl", "unpaid", order.order_id)));
  const title = heading(page, "unpaid_title", order.order_number);
  await expect(title).toBeFocused();
  await expect(page.getByText(t("stopped_text"))).toBeVisible();
  await expect(page.getByText(UNPAID_WORDS, { exact: true })).toBeVisible();
  const contact = page
    .getByRole("main")
    .getByRole("link", { name: t("contact"), exact: true })
    .first();
  await expect(contact).toHaveAttribute("href", /contact/);
  await expectNoFaults(page);

  // The same method again; it fails.
  await expect(page.getByRole("radio", { name: IDEAL })).toBeChecked();
  await payAgain(page).click();
  await decide(page, "failed");
  await expect(page.getByText(t("declined_text"))).toBeVisible();
  await expect(page.getByText(UNPAID_WORDS, { exact: true })).toBeVisible();
  await expectNoFaults(page);

  // Another method, by keyboard only; the payment times out.
  await page.getByRole("radio", { name: IDEAL }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: CARD })).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(payAgain(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText(CARD)).toBeVisible();
  await decide(page, "expired");
  await expect(page.getByText(t("expired_text"))).toBeVisible();
  await expect(page.getByText(UNPAID_WORDS, { exact: true })).toBeVisible();
  await expectNoFaults(page);

  // A method without a payment page is only selected: the screen explains how to pay, also after a reload.
  await choose(page, INVOICE);
  await page.getByRole("button", { name: text("nl", "payment.choose") }).click();
  const amount = money("nl", LAMP.price + 695);
  for (const look of ["first", "reloaded"]) {
    await expect(heading(page, "placed_title", order.order_number), look).toBeFocused();
    const words = text("nl", "payment.invoice", { amount, reference: order.order_number });
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByText(t("placed_text"))).toHaveCount(0);
    await expectNoFaults(page);
    await page.reload();
  }
});

test("R-CHK-06 an order that was paid in one tab is shown as paid, although the payment of another tab failed", async ({
  page,
  context,
}) => {
  const order = await placeOrder(page, "nl", LAMP, IDEAL);
  // The payment page of the first tab stays open while the second one begins another payment.
  const first = await context.newPage();
  await first.goto(order.payment.redirect_url ?? "");
  await page.goto(outcomePath("nl", "unpaid", order.order_id));
  await choose(page, CARD);
  await payAgain(page).click();
  await expect(page.getByText(CARD)).toBeVisible();
  await decide(first, "paid");
  await expect(heading(first, "paid_title", order.order_number)).toBeVisible();
  await decide(page, "failed");
  await expect(page).toHaveURL(new RegExp(outcomePath("nl", "unpaid", order.order_id)));
  for (const look of ["back from the payment page", "reloaded"]) {
    await expect(heading(page, "paid_title", order.order_number), look).toBeVisible();
    await expect(page.getByText(t("paid_text", { amount: money("nl", LAMP.price + 695) }))).toBeVisible();
    await expect(page.getByText(UNPAID_WORDS)).toHaveCount(0);
    await expect(page.getByRole("radio")).toHaveCount(0);
    await expect(payAgain(page)).toHaveCount(0);
    await page.reload();
  }
  await first.close();
});

for (const [method, key] of [
  ["Vooruitbetaling", "prepayment"],
  [INVOICE, "invoice"],
] as const) {
  test(`R-CHK-05 an order by ${key} says how to pay, here and on another device, and can be paid with another method`, async ({
    page,
    shop,
    browser,
  }) => {
    const order = await placeOrder(page, "nl", LAMP, method);
    expect(order.payment).toEqual({ outcome: "none", redirect_url: null });
    const amount = money("nl", LAMP.price + 695);
    const words = text("nl", `payment.${key}`, { amount, reference: order.order_number });
    await openPlaced(page, "nl", order);
    await expect(heading(page, "placed_title", order.order_number)).toBeFocused();
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByText(t("placed_text"))).toHaveCount(0);
    await expectNoFaults(page);

    const newEmailAddress = await (await browser.newContext({ baseURL: shop.url, locale: "fr-FR" })).newPage();
    await newEmailAddress.goto(await mailedLink(shop));
    await newEmailAddress.getByLabel(t("email")).fill(GUEST.email);
    await newEmailAddress.getByLabel(t("zipcode")).fill(GUEST.zipcode);
    await newEmailAddress.getByRole("button", { name: t("look_up") }).click();
    await expect(newEmailAddress.getByText(words)).toBeVisible();
    await expect(newEmailAddress.getByRole("button", { name: /^(Opnieuw betalen|Betalen)/ })).toHaveCount(0);
    await newEmailAddress.context().close();

    await expect(page.getByRole("radio", { name: method })).toHaveCount(0);
    await choose(page, IDEAL);
    await payFirst(page).click();
    await decide(page, "paid");
    await expect(heading(page, "paid_title", order.order_number)).toBeFocused();
  });
}

test("R-CHK-05 a provider's bank transfer: its account is shown until it is paid", async ({ page, shop }) => {
  const order = await placeOrder(page, "nl", LAMP, TRANSFER);
  const gateway = order.payment.redirect_url ?? "";
  await page.goto(gateway);
  await decide(page, "pending");
  for (const screen of ["paid", "success", "unpaid"] as const) {
    await page.goto(outcomePath("nl", screen, order.order_id));
    await expect(heading(page, "placed_title", order.order_number)).toBeFocused();
    for (const part of ["NL53 ABNA 0627 5355 77", "RF12-3456-7890-1234", "Stichting Demo Payments", "ABNANL2A"]) {
      await expect(page.getByText(part, { exact: true })).toBeVisible();
    }
    await expect(page.getByRole("link", { name: t("go_on") })).toHaveAttribute("href", gateway);
    await expect(page.getByText(t("pending_text"))).toHaveCount(0);
    await expectNoFaults(page);
  }
  await shop.control(`orders/${order.order_number}/state`, { transaction: "paid" });
  await page.getByRole("button", { name: t("reload") }).click();
  await expect(heading(page, "paid_title", order.order_number)).toBeFocused();
  await expect(page.getByText("NL53 ABNA 0627 5355 77")).toHaveCount(0);
});

test("R-CHK-06 a payment that timed out at the provider, whose return page is raw JSON, is paid again from the shop", async ({
  page,
}) => {
  const order = await placeOrder(page, "nl", LAMP, PLUGIN);
  await openPlaced(page, "nl", order);
  await page.getByRole("link", { name: t("to_payment") }).click();
  await decide(page, "lapsed");
  await expect(page.locator("body")).toContainText("SYSTEM__ILLEGAL_STATE_TRANSITION");
  // Reload, then Back: Shopware's answer cannot be shown again, the shop's page can.
  await page.reload();
  await expect(page.locator("body")).toContainText("CHECKOUT__PAYMENT_TOKEN_INVALIDATED");
  await page.goto(outcomePath("nl", "success", order.order_id));
  await expect(heading(page, "unpaid_title", order.order_number)).toBeFocused();
  await expect(page.getByText(t("stopped_text"))).toBeVisible();
  await expectNoFaults(page);
  await payAgain(page).click();
  await decide(page, "paid");
  await expect(heading(page, "paid_title", order.order_number)).toBeFocused();
});

test("an order page has no layout shift while loading, on phone and desktop", async ({ page }) => {
  const order = await placeOrder(page, "nl", LAMP, IDEAL);
  const shifts = await watchShifts(page);
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("/");
    const before = total(shifts);
    await page.goto(outcomePath("nl", "success", order.order_id));
    await expect(payFirst(page)).toBeVisible();
    // Layout shifts are reported with the next rendered frame.
    await page.screenshot();
    expect(total(shifts) - before, `${width} px: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(0.02);
  }
});

test("R-CHK-06 the pay button is visible when the page opens, on phone and desktop", async ({ page }) => {
  let id = "";
  for (const method of [PLUGIN, IDEAL]) {
    id = (await placeOrder(page, "nl", LAMP, method)).order_id;
    const goOn = page.getByRole("link", { name: t("go_on") });
    const way = method === PLUGIN ? goOn : payFirst(page).or(payAgain(page));
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const screen of ["success", "unpaid"] as const) {
        await page.goto(outcomePath("nl", screen, id));
        await expect(way, `${method}, ${screen} at ${width}`).toBeInViewport({ ratio: 1 });
      }
    }
  }
  // With the keyboard focus, no method is covered by the button.
  await page.setViewportSize({ width: 390, height: 600 });
  await page.goto(outcomePath("nl", "success", id));
  await page.getByRole("radio", { name: IDEAL }).focus();
  const bar = page.locator(".outcome__form--pay > .buttons");
  for (let step = 0; step < (await page.getByRole("radio").count()); step += 1) {
    await page.keyboard.press("ArrowDown");
    const [chosen, button] = [await page.locator("input:checked").boundingBox(), await bar.boundingBox()];
    expect((chosen?.y ?? 0) + (chosen?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
  }
  await expectNoFaults(page);
});

test("R-HEAD-02 where ordering is closed an order can be viewed but not paid", async ({ page }) => {
  const order = await placeOrder(page, "nl", LAMP, IDEAL);
  await page.goto(outcomePath("en", "unpaid", order.order_id));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Order ${order.order_number} is not paid`);
  await expect(page.getByText(text("en", "order_outcome.closed_title"), { exact: true })).toBeVisible();
  await expect(page.getByText(text("en", "order_outcome.closed_text"), { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Pay/ })).toHaveCount(0);
  await expectNoFaults(page);
});

test("R-CHK-05 a provider that starts with its own state: to its page, away, back, and paid", async ({ page }) => {
  // The plug-in of this method reports `unconfirmed` before its page was visited.
  const order = await placeOrder(page, "nl", LAMP, PLUGIN);
  const gateway = order.payment.redirect_url ?? "";
  await page.clock.install({ time: "2026-05-01T10:00:00Z" });
  await page.clock.pauseAt("2026-05-01T11:00:00Z");
  await openPlaced(page, "nl", order);
  await expect(heading(page, "kept_title", order.order_number)).toBeFocused();
  await expect(page.getByRole("link", { name: t("to_payment") })).toHaveAttribute("href", gateway);
  await expect(page.getByRole("main").getByRole("link", { name: t("withdraw") })).toHaveCount(0);
  await page.clock.runFor(5000);
  await expect(page).toHaveURL(gateway);
  await page.clock.resume();

  // A visitor who returns without a result gets links to continue, and is not told to wait.
  await page.goto(outcomePath("nl", "success", order.order_id));
  await expect(page.getByText(t("begun_text"))).toBeVisible();
  await expect(page.getByRole("link", { name: t("go_on") })).toHaveAttribute("href", gateway);
  await expect(page.getByRole("button", { name: t("reload") })).toBeVisible();
  await expect(page.getByRole("heading", { name: t("other_way_title") })).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole("link", { name: t("go_on") }).click();
  await decide(page, "authorized");
  await expect(page).toHaveURL(outcomePath("nl", "paid", order.order_id));
  await expect(heading(page, "authorized_title", order.order_number)).toBeFocused();
  const amount = money("nl", LAMP.price + 695);
  await expect(page.getByText(t("authorized_text", { amount }))).toBeVisible();
  await expectNoFaults(page);
});

test("R-CHK-06 an unconfirmed payment cannot be repeated, and is checked automatically", async ({ page, shop }) => {
  const order = await placeOrder(page, "nl", LAMP, IDEAL);
  await page.goto(order.payment.redirect_url ?? "");
  await decide(page, "pending");
  await expect(page).toHaveURL(outcomePath("nl", "paid", order.order_id));
  await expect(heading(page, "pending_title", order.order_number)).toBeFocused();
  await expect(page.getByText(t("pending_text"))).toContainText("Betaal niet nog een keer.");
  await expect(payAgain(page)).toHaveCount(0);
  await expectNoFaults(page);
  await shop.control(`orders/${order.order_number}/state`, { transaction: "paid" });
  await expect(heading(page, "paid_title", order.order_number)).toBeFocused({ timeout: 60_000 });

  for (const [change, key] of [
    [{ transaction: "refunded" }, "refunded"],
    [{ order: "cancelled" }, "cancelled"],
  ] as const) {
    await shop.control(`orders/${order.order_number}/state`, change);
    await page.reload();
    await expect(heading(page, `${key}_title`, order.order_number)).toBeFocused();
    await expect(page.getByText(t(`${key}_text`))).toBeVisible();
    await expect(payAgain(page)).toHaveCount(0);
    await expectNoFaults(page);
  }
});

test("LOAD-2 a slowly loading order shows a message", async ({ page }) => {
  const order = await placeOrder(page, "nl", LAMP, IDEAL);
  const letGo = await hold(page, /\/api\/orders\//);
  await page.goto(outcomePath("nl", "success", order.order_id));
  await expect(page.getByRole("status").filter({ hasText: t("loading") })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(text("nl", "order.order"));
  await expectNoFaults(page);
  letGo();
  await expect(heading(page, "kept_title", order.order_number)).toBeFocused();
});

test("ORDER-1 an order that cannot be read is unknown and cannot be paid until it was checked", async ({
  page,
  shop,
}) => {
  const order = await placeOrder(page, "nl", LAMP, IDEAL);
  await page.goto(order.payment.redirect_url ?? "");
  await decide(page, "paid");
  await expect(heading(page, "paid_title", order.order_number)).toBeVisible();
  await shop.control("faults", { backend: "shopware", path: "/store-api/order", kind: "status", status: 500 });
  await page.goto(outcomePath("nl", "unpaid", order.order_id));
  await expect(page.getByRole("heading", { level: 1, name: t("unknown_title") })).toBeFocused();
  await expect(page.getByText(t("unknown_text"))).toContainText(
    "Betaal niet nog een keer voordat we het hebben nagekeken.",
  );
  await expect(payAgain(page)).toHaveCount(0);
  await expectNoFaults(page);
  await shop.control("faults", undefined, "DELETE");
  await shop.control("maintenance", { on: true });
  await page.getByRole("button", { name: t("reload") }).click();
  await expect(page.getByRole("heading", { level: 1, name: text("nl", "content.maintenance_title") })).toBeVisible();
  await expect(page.getByText(t("unknown_text"))).toBeVisible();
  await expectNoFaults(page);
  await shop.control("maintenance", { on: false });
  await page.getByRole("button", { name: t("reload") }).click();
  await expect(heading(page, "paid_title", order.order_number)).toBeFocused();
});

test("ORDER-1 the link of the mail shows the order, and lets it be paid, after e-mail address and postal code were entered", async ({
  page,
  shop,
  browser,
}) => {
  const order = await placeOrder(page, "nl", LAMP, IDEAL);
  const link = await mailedLink(shop);
  const newEmailAddress = await (await browser.newContext({ baseURL: shop.url, locale: "fr-FR" })).newPage();
  await newEmailAddress.goto(link);
  await expect(newEmailAddress.getByRole("heading", { level: 1, name: t("look_up_title") })).toBeFocused();
  const email = newEmailAddress.getByLabel(t("email"));
  const zipcode = newEmailAddress.getByLabel(t("zipcode"));
  const seeIt = newEmailAddress.getByRole("button", { name: t("look_up") });
  const summary = newEmailAddress.getByRole("alert");

  await seeIt.click();
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("link")).toHaveText([t("email_fault"), t("zipcode_fault")]);
  await expectNoFaults(newEmailAddress);
  await summary.getByRole("link").first().click();
  await expect(email).toBeFocused();

  await email.fill(GUEST.email);
  await zipcode.fill("9999 ZZ");
  await seeIt.click();
  await expect(summary).toContainText(text("nl", "errors.order_lookup_refused"));
  await email.fill("ander@example.test");
  await zipcode.fill(GUEST.zipcode);
  await seeIt.click();
  await expect(summary).toContainText(text("nl", "errors.order_lookup_refused"));
  await expect(zipcode).toHaveValue(GUEST.zipcode);

  await email.fill(GUEST.email);
  await zipcode.press("Enter");
  await expect(heading(newEmailAddress, "kept_title", order.order_number)).toBeFocused();
  await expect(newEmailAddress.getByText(t("owed_text", { amount: money("nl", LAMP.price + 695) }))).toBeVisible();
  await expect(newEmailAddress.getByText("Spui 3", { exact: true }).first()).toBeVisible();
  await expectNoFaults(newEmailAddress);
  await payFirst(newEmailAddress).click();
  // A returning visitor does not have to prove the order again.
  await decide(newEmailAddress, "paid");
  await expect(heading(newEmailAddress, "paid_title", order.order_number)).toBeFocused();
  expect(await newEmailAddress.context().cookies()).toEqual([]);
  await newEmailAddress.context().close();
});

test("ORDER-1 without session and code the link is required; an unknown id reveals nothing", async ({ page, shop }) => {
  const order = await placeOrder(page, "nl", LAMP, IDEAL);
  const link = await mailedLink(shop);
  await page.context().clearCookies();
  for (const id of ["00000000000000000000000000000000", order.order_id]) {
    await page.goto(outcomePath("nl", "success", id));
    await expect(page.getByRole("heading", { level: 1, name: t("look_up_title") })).toBeFocused();
  }
  const alert = page.getByRole("alert");
  await page.getByLabel(t("link")).fill("een link");
  await page.getByLabel(t("email")).fill(GUEST.email);
  await page.getByLabel(t("zipcode")).fill(GUEST.zipcode);
  await page.getByRole("button", { name: t("look_up") }).click();
  await expect(alert.getByRole("listitem")).toHaveText([t("link_fault")]);
  await expectNoFaults(page);
  await page.getByLabel(t("link")).fill(link);
  await page.getByRole("button", { name: t("look_up") }).click();
  await expect(heading(page, "kept_title", order.order_number)).toBeFocused();
});

/** The link of the newest mail about an order. */
async function mailedLink(shop: OwnShop): Promise<string> {
  const { mails } = (await shop.control("mailbox", undefined, "GET")) as { mails: { kind: string; links: string[] }[] };
  const link = mails.find(({ kind }) => kind === "order_placed")?.links[0];
  if (link === undefined) throw new Error("no mail about an order has a link");
  return new URL(link).pathname;
}
