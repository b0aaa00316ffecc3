// Orders of the account while the shop changes their states, and account screens without a reachable shop or a valid
// session.
import { readFile } from "node:fs/promises";
import { expectNoFaults, expectNoViolations } from "./support/accessibility";
import { PASSWORD } from "./support/account";
import { AccountPage } from "./support/account-area";
import { product } from "./support/catalogue";
import { becomeCustomer, logIn, orderAsCustomer } from "./support/customers";
import { inTurn } from "./support/in-turn";
import { hold, intercept } from "./support/network";
import { sessionToken } from "./support/session";
import { expect, testOfOwnShop as test } from "./support/shop";
import { route, text } from "./support/texts";

const LAMP = product("ZWAM-KLEIN-RU");
const IDEAL = "iDEAL";

test.afterEach(({ shop }) => shop.control("reset"));

/** A customer of the demo with orders in each state (docs/guide/demo.md). */
const NOOR = { email: "noor@example.com", password: "lindehout-2026" } as const;

/** Noor's order of a gift card. */
const DOWNLOAD = "9861";

for (const locale of inTurn("en")) {
  test(`R-ACCT-03 ORDER-3 ${locale}: newest first, paged, filtered by year in the URL, with Back and Forward; each state has a label`, async ({
    page,
  }) => {
    const account = new AccountPage(page, locale);
    await logIn(page, locale, NOOR);
    await account.open("orders");
    const told = page.locator(".account-area__told");
    const rows = account.main.getByRole("row").filter({ has: page.getByRole("cell") });
    await expect(rows.first()).toBeVisible();
    const first = await rows.first().getByRole("rowheader").innerText();
    const older = account.main.getByRole("link", { name: account.t("account_orders.older"), exact: true });
    await older.click();
    await expect(page).toHaveURL(`${route(locale, "bor.account.orders")}?page=2`);
    await expect(told).toBeFocused();
    await expect(told).toContainText(account.t("account_orders.page_of", { page: 2, pages: 2 }));
    await page.goBack();
    await expect(rows.first().getByRole("rowheader")).toHaveText(first, { useInnerText: true });
    await page.goForward();
    await expect(told).toContainText(account.t("account_orders.page_of", { page: 2, pages: 2 }));
    await page.reload();
    await expect(told).toContainText(account.t("account_orders.page_of", { page: 2, pages: 2 }));

    const years = page.getByRole("navigation", { name: account.t("account_orders.year") });
    const year = (await years.getByRole("link").allInnerTexts()).at(-1) ?? "";
    expect(year).toMatch(/^20\d\d$/);
    await years.getByRole("link", { name: year, exact: true }).click();
    await expect(page).toHaveURL(`${route(locale, "bor.account.orders")}?year=${year}`);
    await expect(years.locator("[aria-current=true]")).toHaveText(year);
    const count = await rows.count();
    await expect(told).toHaveText(account.t("account_orders.count_in", { count, year }));
    for (const head of await rows.getByRole("rowheader").allInnerTexts()) expect(head).toContain(year);
    await expectNoFaults(page);
    // A year without orders says so and links to all orders.
    await page.goto(`${route(locale, "bor.account.orders")}?year=1999`);
    await expect(account.main.getByText(account.t("account_orders.nothing_here"))).toBeVisible();
    await expectNoFaults(page);
    // So does a page number after the last page; it links to the last one.
    await page.goto(`${route(locale, "bor.account.orders")}?page=9`);
    await expect(told).toHaveText(account.t("account_orders.count", { count: 16 }));
    const newer = account.main.getByRole("link", { name: account.t("account_orders.newer"), exact: true });
    await expect(newer).toHaveAttribute("href", `${route(locale, "bor.account.orders")}?page=2`);

    // "each status of Shopware §12.3 in words in three languages": the states of this customer's orders.
    const words = (await import(`../../locales/${locale}/account.json`, { with: { type: "json" } })) as {
      default: Readonly<Record<string, string>>;
    };
    const known = (kind: string) =>
      Object.entries(words.default).flatMap(([key, word]) => (key.startsWith(`account.${kind}_state_`) ? [word] : []));
    const shown: Record<string, Set<string>> = { order: new Set(), delivery: new Set(), payment: new Set() };
    for (const part of ["", "?page=2"]) {
      await page.goto(`${route(locale, "bor.account.orders")}${part}`);
      await expect(rows.first()).toBeVisible();
      for (const row of await rows.all()) {
        const cells = await row.getByRole("cell").allInnerTexts();
        for (const [kind, index] of [
          ["order", 1],
          ["delivery", 2],
          ["payment", 3],
        ] as const)
          for (const word of known(kind)) if (cells[index]?.split("\n").includes(word)) shown[kind]?.add(word);
      }
    }
    expect([...(shown.order ?? [])].sort()).toEqual(known("order").sort());
    expect([...(shown.delivery ?? [])].sort()).toEqual(known("delivery").sort());
    expect([...(shown.payment ?? [])].sort()).toEqual(known("payment").sort());
  });
}

for (const locale of inTurn("de")) {
  test(`law §4a ORDER-4 ${locale}: "withdraw/return with the remaining days", and the way there stays when they are over`, async ({
    page,
  }) => {
    const account = new AccountPage(page, locale);
    await logIn(page, locale, NOOR);
    const open = async (number: string, part = "") => {
      await page.goto(`${route(locale, "bor.account.orders")}${part}`);
      await account.main.getByRole("link", { name: account.t("account_orders.order_number", { number }) }).click();
      await expect(account.main.getByRole("link", { name: account.t("account_order.withdraw") })).toBeVisible();
    };
    const day = new Intl.DateTimeFormat({ nl: "nl-NL", en: "en-GB", de: "de-DE" }[locale], { dateStyle: "long" });
    // Nothing was shipped, so the withdrawal period has not started.
    await open("9874");
    await expect(account.main.getByText(account.t("account_order.withdrawal_period", { count: 14 }))).toBeVisible();
    const ends = (until: Date, left: number) =>
      intercept(page, /\/api\/orders\/[0-9a-f]{32}$/, async (call) => {
        const answer = await call.fetch();
        const body = (await answer.json()) as { order: Record<string, unknown> };
        const withdrawal = { period_days: 14, until: until.toISOString().slice(0, 10), days_left: left };
        await call.fulfill({ response: answer, json: { ...body, order: { ...body.order, withdrawal } } });
      });
    // The page shows the day of the answer, even if midnight passes in between.
    const now = Date.UTC(2026, 10, 24, 12);
    await page.clock.setFixedTime(now);
    for (const [key, until, left] of [
      ["withdrawal_until", new Date(now + 3 * 86_400_000), 3],
      ["withdrawal_until", new Date(now + 86_400_000), 1],
      ["withdrawal_last", new Date(now), 0],
      ["withdrawal_passed", new Date(now - 86_400_000), 0],
    ] as const) {
      await ends(until, left);
      await open("9844");
      const shown = day.format(new Date(until.toISOString().slice(0, 10)));
      const words = account.t(`account_order.${key}`, { day: shown, count: left });
      await expect(account.main.getByText(words, { exact: true })).toBeVisible();
      await page.unroute(/\/api\/orders\/[0-9a-f]{32}$/);
    }
    // The dates as the shop reports them for an order of months ago.
    await open("9603", "?page=2");
    const [before = ""] = account.t("account_order.withdrawal_passed", { day: "|" }).split("|");
    await expect(account.main.getByText(before)).toBeVisible();
    await expectNoFaults(page);
  });
}

test("R-ACCT-03 an order with only downloads has no delivery state, nor a line for it in the card layout", async ({
  page,
}) => {
  const account = new AccountPage(page, "nl");
  await logIn(page, "nl", NOOR);
  await account.open("orders");
  const row = account.main.getByRole("row").filter({ hasText: DOWNLOAD });
  const delivery = row.getByText("Bezorging", { exact: true });
  for (const width of [320, 390, 820]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(row.getByText("Betaling", { exact: true })).toBeVisible();
    await expect(delivery).toBeHidden();
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  // In the table each value is below its column heading.
  const heads = account.main.getByRole("columnheader");
  const cells = row.locator("th, td");
  await expect(cells).toHaveCount(await heads.count());
  for (const [index, head] of (await heads.all()).entries()) {
    const [above, below] = [await head.boundingBox(), await cells.nth(index).boundingBox()];
    expect(below?.x).toBe(above?.x);
  }
});

test("ORDER-4 a shipped order: parcel, PDF invoice, reorder with unavailable products, withdrawal; cancelling asks for confirmation", async ({
  page,
  shop,
}) => {
  const account = new AccountPage(page, "nl");
  await becomeCustomer(page, "nl");
  const placed = await orderAsCustomer(page, "nl", LAMP, IDEAL);

  await account.openOrder(placed.order_id);
  await account.button("account_order.cancel").click();
  await expect(account.dialog).toContainText("Dit kan niet ongedaan worden gemaakt.");
  await expectNoViolations(page);
  await page.keyboard.press("Escape");
  await expect(account.fact("Status")).toHaveText("Ontvangen");

  await shop.control(`orders/${placed.order_number}/state`, { transaction: "paid", document: "invoice" });
  await shop.control(`orders/${placed.order_number}/state`, {
    order: "in_progress",
    delivery: "shipped",
    tracking_codes: ["3SLVDH48210377"],
    document: "delivery_note",
  });
  await account.openOrder(placed.order_id);
  await expect(account.fact("Bezorging")).toContainText("Verzonden");
  await expect(account.fact("Volgen")).toContainText("3SLVDH48210377");
  await expect(account.button("account_order.cancel")).toHaveCount(0);
  const timeline = account.part("account_order.timeline").getByRole("listitem");
  await expect(timeline.first()).toContainText("Bestelling geplaatst");
  await expect(timeline.filter({ hasText: "Bezorging: Verzonden" })).toHaveCount(1);
  await expect(timeline.filter({ hasText: "Betaling: Betaald" })).toHaveCount(1);
  // Documents have labels in the page's language, whatever Shopware calls them; a state without a date is the current
  // one.
  await expect(account.fact("Pakbon").getByRole("link")).toHaveText(/ downloaden \(pdf\)$/);
  await expect(timeline.filter({ hasText: /^.+ 20\d\dFactuur \S+ gemaakt$/ })).toHaveCount(1);
  await expect(timeline.filter({ hasText: /^.+ 20\d\dPakbon \S+ gemaakt$/ })).toHaveCount(1);
  await expect(timeline.last()).toHaveText("NuBestelling: In behandeling");
  const fetched = page.waitForEvent("download");
  await account.fact("Factuur").getByRole("link").click();
  const file = await (await fetched).path();
  expect((await readFile(file)).subarray(0, 5).toString()).toBe("%PDF-");
  await expectNoFaults(page);

  // Reorder: reports which items are in the cart and which are not.
  await account.button("account_order.reorder").click();
  const report = account.main.getByRole("status").filter({ hasText: "winkelwagen" });
  await expect(report).toContainText("1 artikel ligt in uw winkelwagen.");
  await expect(report.getByRole("link")).toHaveAttribute("href", "/winkelwagen");
  await expect(page.getByRole("banner").locator("[data-cart-count]").first()).toHaveText("1");
  await expectNoViolations(page);
  await shop.control("active", { product_number: LAMP.number, active: false });
  await account.button("account_order.reorder").click();
  await expect(account.main.getByText(`${LAMP.name("nl")}: niet meer te koop`)).toBeVisible();
  await expectNoFaults(page);

  // The print version has the items and no buttons.
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("[data-sum=total]")).toBeVisible();
  await expect(account.button("account_order.reorder")).toBeHidden();
});

test("ORDER-7 a session that expired during input is reported, and the input is restored after the login", async ({
  page,
  shop,
}) => {
  const account = new AccountPage(page, "nl");
  const { email } = await becomeCustomer(page, "nl");
  await account.open("profile");
  await account.button("account_profile.add_address").click();
  for (const [name, value] of [
    ["street", "Herengracht 1"],
    ["zipcode", "1015 BA"],
    ["city", "Amsterdam"],
  ] as const)
    await account.field(`address-${name}`).fill(value);
  await shop.control(`sessions/${await sessionToken(page.context())}/expire`);
  await account.button("account_profile.save").click();
  const problem = page.getByRole("alert").filter({ hasText: "U bent niet meer ingelogd." });
  await expect(problem).toBeFocused();
  await expect(account.field("address-street")).toHaveValue("Herengracht 1");
  await expectNoFaults(page);
  await account.main.getByRole("link", { name: "Inloggen", exact: true }).click();
  await page.locator("[id=login-email]").fill(email);
  await page.locator("[id=login-password]").fill(PASSWORD);
  await page.locator(".auth-form__button").click();
  await expect(page).toHaveURL("/account/profiel");
  await expect(account.field("address-street")).toHaveValue("Herengracht 1");
  await expect(account.field("address-city")).toHaveValue("Amsterdam");
  await account.button("account_profile.save").click();
  await expect(account.toast("account_profile.address_created")).toBeVisible();
  // It is removed when no longer needed.
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("Herengracht");
});

test("R-SESS-03 LOAD-2 the account while the shop does not respond: reason, contact, and retry", async ({
  page,
  shop,
}) => {
  const account = new AccountPage(page, "nl");
  await becomeCustomer(page, "nl");
  await intercept(page, "**/api/orders*", (call) => call.abort());
  await account.open("orders");
  await expect(account.main.getByRole("alert")).toContainText("Uw account is nu even niet bereikbaar");
  await expect(account.main.getByRole("alert").getByRole("link")).toHaveAttribute("href", /^tel:/);
  await expectNoFaults(page);
  await page.unroute("**/api/orders*");
  await account.button("account_area.retry").click();
  await expect(account.main.getByText("Er is nog niets besteld")).toBeVisible();
  await account.open("profile");
  await expect(account.fact(account.t("account_profile.customer_number"))).toBeVisible();
  await shop.control("maintenance", { on: true });
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(
    account.main.getByRole("alert").filter({ hasText: "Of dit nog klopt, konden we niet nakijken." }),
  ).toBeVisible();
});

for (const [locale, width] of [
  ["nl", 390],
  ["en", 820],
  ["de", 1440],
] as const) {
  test(`R-SESS-03 ${locale}: in maintenance each account screen shows the text of the maintenance page, and recovers`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const account = new AccountPage(page, locale);
    await becomeCustomer(page, "nl");
    const { order_id } = await orderAsCustomer(page, "nl", LAMP, IDEAL);
    const screens = ["index", "orders", "profile"].map((screen) => route(locale, `bor.account.${screen}`));
    for (const path of [...screens, account.orderPath(order_id)]) {
      // The shop enters maintenance after the page and before its island; later pages are maintenance pages themselves.
      const letGo = await hold(page, /\/api\/(session|account|orders|addresses)/);
      await page.goto(path);
      await shop.control("maintenance", { on: true });
      letGo();
      const closed = account.main.getByRole("alert").filter({ hasText: text(locale, "content.maintenance_title") });
      await expect(closed, path).toContainText(text(locale, "content.maintenance_text"));
      // It replaces the screen, including its title.
      await expect(account.main.getByRole("heading", { level: 1 }), path).toHaveText([
        text(locale, "content.maintenance_title"),
      ]);
      await expect(closed.getByRole("link"), path).toHaveAttribute("href", /^tel:\+/);
      await expectNoFaults(page);
      await shop.control("maintenance", { on: false });
      await page.unroute(/\/api\/(session|account|orders|addresses)/);
      await expect(async () => {
        if (await closed.isVisible()) await account.button("account_area.retry").click();
        await expect(closed).toHaveCount(0, { timeout: 2000 });
      }).toPass();
      await expect.poll(async () => (await page.request.get(path)).status()).toBe(200);
    }
  });
}

test("R-SESS-03 `vitrine serve` answers those screens with the static 503 page, in the frame of the shop", async ({
  page,
  shop,
}) => {
  const account = route("nl", "bor.account.orders");
  const status = async () => (await page.goto(account))?.status();
  await shop.control("maintenance", { on: true });
  try {
    await expect.poll(status).toBe(503);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(text("nl", "content.maintenance_title"));
    await page.setViewportSize({ width: 1440, height: 900 });
    const middle = async (name: string | RegExp) => {
      const box = await page.getByRole("banner").getByRole("link", { name }).boundingBox();
      return box === null ? null : box.y + box.height / 2;
    };
    // It uses the styles of its layout: logo and telephone number are on one line, and the contact heading is small.
    expect(Math.abs(((await middle(/^\d/)) ?? 0) - ((await middle(/Lindhoven/)) ?? 99))).toBeLessThan(4);
    await expect(page.getByRole("main").getByRole("heading", { name: text("nl", "order.help") })).toHaveCSS(
      "font-size",
      "15px",
    );
    await expectNoFaults(page);
  } finally {
    // The server caches shop data slightly longer than the maintenance lasts.
    await shop.control("maintenance", { on: false });
    await expect.poll(status).toBe(200);
  }
});
