// Law §4a: withdrawal from a contract: a link on every page, a form without login, a review with the prescribed texts,
// a receipt with date and time.
import type { Page } from "@playwright/test";
import { expectNoFaults } from "./support/accessibility";
import { AccountPage } from "./support/account-area";
import { product } from "./support/catalogue";
import { becomeCustomer, orderAsCustomer } from "./support/customers";
import { inTurn } from "./support/in-turn";
import { openPlaced, placeOrder } from "./support/orders";
import { expect, test, testOfOwnShop } from "./support/shop";
import { home, type Locale, route, text } from "./support/texts";

/** Law §4a: "de "Vertrag widerrufen", en "Withdraw from contract here"", "function labelled "confirm withdrawal"". */
const LABELS = {
  nl: "Overeenkomst hier ontbinden",
  en: "Withdraw from contract here",
  de: "Vertrag widerrufen",
} as const;
const CONFIRM = { nl: "Ontbinding bevestigen", en: "Confirm withdrawal", de: "Widerruf bestätigen" } as const;

/** Law §4a: the right is for consumers; the form is open to everyone, and says so. */
const CONSUMERS = {
  nl: "Dit recht hebben consumenten. Bestelde u voor een bedrijf of beroep, neem dan contact met ons op.",
  en: "This is a right of consumers. If you ordered for a business or profession, please contact us.",
  de: "Dieses Recht haben Verbraucherinnen und Verbraucher. Haben Sie für Betrieb oder Beruf bestellt, sprechen Sie uns bitte an.",
} as const;

/** Date and time in the format of the receipt. */
const MOMENT = /\d{1,2}\.? \p{L}+ 20\d\d, \d\d:\d\d:\d\d.* \(\w+\)/u;

const LAMP = product("ZWAM-KLEIN-RU");

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** A different address per test, because withdrawals per address are limited (rule 16). */
function ownEmail(): string {
  const { testId, repeatEachIndex } = test.info();
  return `noor-${testId.slice(-20)}-${repeatEachIndex}@example.test`;
}

async function fill(page: Page, locale: Locale, order = "10042"): Promise<void> {
  const main = page.getByRole("main");
  await main.getByLabel(text(locale, "withdrawal.order_number")).fill(order);
  await main.getByLabel(text(locale, "withdrawal.name")).fill("Noor Visser");
  await main.getByLabel(text(locale, "withdrawal.email")).fill(ownEmail());
  await main.getByLabel(text(locale, "withdrawal.items")).fill("2 x stoel\n1 x tafel");
}

const go = (page: Page, locale: Locale, key: string) => page.getByRole("button", { name: text(locale, key) }).click();

/** The shown terms with their values. */
async function facts(page: Page): Promise<Record<string, string>> {
  const rows = page.locator(".withdrawal__fact:visible");
  const all = await rows.evaluateAll((list) =>
    list.map((row) => [
      row.querySelector("dt")?.textContent?.trim() ?? "",
      (row.querySelector("dd") as HTMLElement | null)?.innerText.trim() ?? "",
    ]),
  );
  return Object.fromEntries(all);
}

for (const locale of inTurn("en")) {
  test(`law §4a ${locale}: the footer of every page links to the function with its label`, async ({ page }) => {
    for (const path of [home(locale), route(locale, "bor.shopping-cart"), route(locale, "bor.withdrawal")]) {
      await page.goto(path);
      const link = page.getByRole("contentinfo").getByRole("link", { name: LABELS[locale], exact: true });
      await expect(link).toHaveAttribute("href", route(locale, "bor.withdrawal"));
    }
    await page.getByRole("contentinfo").getByRole("link", { name: LABELS[locale], exact: true }).click();
    await expect(heading(page)).toHaveText(LABELS[locale]);
  });
}

for (const locale of inTurn("de")) {
  test(`law §4a ${locale}: a guest withdraws in two steps, by keyboard, without a login`, async ({ page, context }) => {
    await page.goto(`${route(locale, "bor.withdrawal")}#order=10042`);
    const order = page.getByLabel(text(locale, "withdrawal.order_number"));
    await expect(order).toHaveValue("10042");
    await order.focus();
    await page.keyboard.press("Tab");
    await page.keyboard.type("Noor Visser");
    await page.keyboard.press("Tab");
    await page.keyboard.type(ownEmail());
    await page.keyboard.press("Enter");
    await expect(heading(page)).toHaveText(text(locale, "withdrawal.review_title"));
    await expect(heading(page)).toBeFocused();
    expect(await facts(page)).toEqual({
      [text(locale, "withdrawal.order_number")]: "10042",
      [text(locale, "withdrawal.items")]: text(locale, "withdrawal.whole_order"),
      [text(locale, "withdrawal.name")]: "Noor Visser",
      [text(locale, "withdrawal.email")]: ownEmail(),
    });
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: CONFIRM[locale], exact: true })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(heading(page)).toHaveText(text(locale, "withdrawal.receipt_title"));
    await expect(heading(page)).toBeFocused();
    const told = await facts(page);
    expect(told[text(locale, "withdrawal.received_at")]).toMatch(MOMENT);
    expect(told[text(locale, "withdrawal.order_number")]).toBe("10042");
    await expect(page.getByText(text(locale, "withdrawal.mailed"))).toBeVisible();
    expect((await context.cookies()).map(({ name }) => name)).not.toContain("vitrine-session");
  });
}

for (const locale of inTurn("nl")) {
  test(`law §4a ${locale}: each step has no axe violations`, async ({ page }) => {
    await page.goto(route(locale, "bor.withdrawal"));
    await expectNoFaults(page);
    await go(page, locale, "withdrawal.continue");
    await expect(page.getByRole("alert").getByRole("link")).toHaveCount(3);
    await expectNoFaults(page);
    await fill(page, locale);
    await go(page, locale, "withdrawal.continue");
    await expect(heading(page)).toHaveText(text(locale, "withdrawal.review_title"));
    await expectNoFaults(page);
    await go(page, locale, "withdrawal.confirm");
    await expect(heading(page)).toHaveText(text(locale, "withdrawal.receipt_title"));
    await expectNoFaults(page);
  });
}

for (const locale of inTurn("en")) {
  test(`law §4a ${locale}: a customer withdraws from an order of the account, with a prefilled form`, async ({
    page,
  }) => {
    const { email } = await becomeCustomer(page, locale);
    const placed = await orderAsCustomer(page, "nl", LAMP, "iDEAL");
    const account = new AccountPage(page, locale);
    await account.openOrder(placed.order_id);
    await account.main.getByRole("link", { name: LABELS[locale], exact: true }).click();
    // "Logged in: prefilled, choose order from a list"
    const main = page.getByRole("main");
    await expect(main.getByLabel(text(locale, "withdrawal.order_number"))).toHaveValue(placed.order_number);
    await expect(main.getByLabel(text(locale, "withdrawal.email"))).toHaveValue(email);
    await expect(main.getByLabel(text(locale, "withdrawal.name"))).toHaveValue("Lena de Wit");
    const orders = main.getByLabel(text(locale, "withdrawal.your_orders"));
    await expect(orders).toHaveValue(placed.order_number);
    await expect(orders.getByRole("option")).toHaveCount(2);
    await expectNoFaults(page);
    await go(page, locale, "withdrawal.continue");
    await page.getByRole("button", { name: CONFIRM[locale], exact: true }).click();
    await expect(heading(page)).toHaveText(text(locale, "withdrawal.receipt_title"));
    const told = await facts(page);
    expect(told[text(locale, "withdrawal.order_number")]).toBe(placed.order_number);
    expect(told[text(locale, "withdrawal.email")]).toBe(email);
    expect(told[text(locale, "withdrawal.received_at")]).toMatch(MOMENT);
  });
}

for (const locale of inTurn("de")) {
  // "Footer link on every page, order confirmation, order detail, confirmation mail"; "no login if ordered without login"
  test(`law §4a ${locale}: a guest withdraws from the order through its confirmation`, async ({ page }) => {
    const placed = await placeOrder(page, "nl", LAMP, "Op rekening");
    await openPlaced(page, locale, placed);
    await expect(heading(page)).toContainText(placed.order_number);
    await page.getByRole("main").getByRole("link", { name: LABELS[locale], exact: true }).click();
    const main = page.getByRole("main");
    await expect(main.getByLabel(text(locale, "withdrawal.order_number"))).toHaveValue(placed.order_number);
    await expect(main.getByText(CONSUMERS[locale], { exact: true })).toBeVisible();
    await main.getByLabel(text(locale, "withdrawal.name")).fill("Noor Visser");
    await main.getByLabel(text(locale, "withdrawal.email")).fill(ownEmail());
    await go(page, locale, "withdrawal.continue");
    await page.getByRole("button", { name: CONFIRM[locale], exact: true }).click();
    await expect(heading(page)).toHaveText(text(locale, "withdrawal.receipt_title"));
    const told = await facts(page);
    expect(told[text(locale, "withdrawal.order_number")]).toBe(placed.order_number);
    expect(told[text(locale, "withdrawal.received_at")]).toMatch(MOMENT);
  });
}

for (const locale of inTurn("nl")) {
  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });

    test(`law §4a ${locale}: the form works without JavaScript`, async ({ page }) => {
      await page.goto(route(locale, "bor.withdrawal"));
      await expect(page.getByText(CONSUMERS[locale], { exact: true })).toBeVisible();
      await page.getByLabel(text(locale, "withdrawal.name")).fill("Noor Visser");
      await go(page, locale, "withdrawal.continue");
      await expect(page.getByRole("alert")).toContainText(text(locale, "withdrawal.order_number_fault"));
      await expect(page.getByRole("alert")).toContainText(text(locale, "withdrawal.email_fault"));
      await expect(page.getByLabel(text(locale, "withdrawal.name"))).toHaveValue("Noor Visser");
      await fill(page, locale);
      await go(page, locale, "withdrawal.continue");
      await expect(heading(page)).toHaveText(text(locale, "withdrawal.review_title"));
      expect((await facts(page))[text(locale, "withdrawal.items")]).toBe("2 x stoel\n1 x tafel");
      await go(page, locale, "withdrawal.change");
      await expect(page.getByLabel(text(locale, "withdrawal.items"))).toHaveValue("2 x stoel\n1 x tafel");
      await page.getByLabel(text(locale, "withdrawal.items")).fill("");
      await go(page, locale, "withdrawal.continue");
      await page.getByRole("button", { name: CONFIRM[locale], exact: true }).click();
      await expect(heading(page)).toHaveText(text(locale, "withdrawal.receipt_title"));
      const told = await facts(page);
      expect(told[text(locale, "withdrawal.received_at")]).toMatch(MOMENT);
      expect(told[text(locale, "withdrawal.items")]).toBe(text(locale, "withdrawal.whole_order"));
      await page.getByRole("link", { name: text(locale, "withdrawal.home") }).click();
      await expect(page).toHaveURL(home(locale));
    });
  });
}

test("law §4a: input from before the island was mounted is kept, and Change returns to it", async ({ page }) => {
  await page.goto(route("nl", "bor.withdrawal"));
  await fill(page, "nl");
  await go(page, "nl", "withdrawal.continue");
  await go(page, "nl", "withdrawal.change");
  await expect(page.getByLabel(text("nl", "withdrawal.name"))).toHaveValue("Noor Visser");
  await expect(page.getByLabel(text("nl", "withdrawal.items"))).toHaveValue("2 x stoel\n1 x tafel");
});

type Mail = { readonly kind: string; readonly to: string; readonly subject: string; readonly text: string };

for (const locale of inTurn("en")) {
  testOfOwnShop(
    `law §4a ${locale}: a guest withdraws with Shopware down, and both mails come`,
    async ({ page, shop }) => {
      await shop.control("faults", { backend: "shopware", path: "/store-api", kind: "status", status: 503 });
      await shop.control("mailbox", undefined, "DELETE");
      const order = `down-${locale}`;
      await page.goto(route(locale, "bor.withdrawal"));
      await fill(page, locale, order);
      await go(page, locale, "withdrawal.continue");
      await go(page, locale, "withdrawal.confirm");
      await expect(heading(page)).toHaveText(text(locale, "withdrawal.receipt_title"));
      const reference = (await facts(page))[text(locale, "withdrawal.reference")] ?? "";
      expect(reference).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}$/);
      const mails = async () => {
        const { mails } = (await shop.control("mailbox", undefined, "GET")) as { mails: Mail[] };
        return mails.filter((mail) => mail.text.includes(reference));
      };
      await expect.poll(async () => (await mails()).length).toBe(2);
      const receipt = (await mails()).find(({ to }) => to === ownEmail());
      expect(receipt?.subject).toBe(text(locale, "mails.withdrawal_subject", { order }));
      expect(receipt?.text).toMatch(MOMENT);
      for (const held of ["Noor Visser", order, "2 x stoel"]) expect(receipt?.text).toContain(held);
      await shop.control("faults", undefined, "DELETE");
    },
  );
}
