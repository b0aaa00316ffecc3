// The days of delivery (law "Delivery time"): one sentence on the product's page, in the panel, the cart, the checkout,
// the confirmation and the account, computed here by the journeys' own calendar.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { AccountPage } from "./support/account-area";
import { product } from "./support/catalogue";
import { CheckoutPage } from "./support/checkout";
import { becomeCustomer, orderAsCustomer } from "./support/customers";
import { type Calendar, type DeliveryTime, isInTimeToday, type Span, span } from "./support/delivery-calendar";
import { decide, outcomePath } from "./support/orders";
import { RATES, withBackends, withShop } from "./support/running";
import { total, watchShifts } from "./support/shifts";
import { expect, test as sharedTest } from "./support/shop";
import { Storefront } from "./support/storefront";
import { LOCALES, type Locale, route, TAGS, text } from "./support/texts";

/** One working day, and in stock. */
const LAMP = product("ZWAM-KLEIN-RU");
const TIME: DeliveryTime = { min: 1, max: 1, unit: "day" };
const LOCALES_FOLDER = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../locales");

/** The calendar of `vitrine.toml`. */
const CALENDAR: Calendar = {
  time_zone: "Europe/Amsterdam",
  cut_off: "15:00",
  handles: [1, 2, 3, 4, 5],
  closed: ["2026-12-24", "2026-12-31"],
  country: "NL",
  brings: [1, 2, 3, 4, 5],
  holidays: { NL: holidays("NL") },
};

function holidays(country: string): string[] {
  const files = readdirSync(LOCALES_FOLDER).filter((file) => file.startsWith(`holidays-${country}-`));
  return files.flatMap((file) => Object.keys(JSON.parse(readFileSync(path.join(LOCALES_FOLDER, file), "utf8"))));
}

function dayIn(locale: Locale, day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  const format = { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" } as const;
  return date.toLocaleDateString(TAGS[locale], format);
}

/** The sentence for an order at this time, or for one that was placed then. */
function sentence(locale: Locale, at: string, placed = false): string {
  const days = span(CALENDAR, new Date(at), 0, TIME, "NL") as Span;
  expect(days.earliest, "the lamp takes one working day").toBe(days.latest);
  const day = dayIn(locale, days.earliest);
  return isInTimeToday(CALENDAR, new Date(at)) && !placed
    ? text(locale, "delivery.on_before", { day, time: "15:00" })
    : text(locale, "delivery.on", { day });
}

/** A shop whose clock starts at `now`; the visitor's own clock and zone are others. */
const test = sharedTest.extend<{ now: string }>({
  now: ["2026-11-25T10:00:00Z", { option: true }],
  shop: async ({ now }, use) => {
    await withBackends((backends) => withShop({ backends, consumerLocales: LOCALES, rates: RATES, now }, use));
  },
});
test.use({ timezoneId: "Pacific/Auckland" });

/** Orders as a guest from the product's page to the confirmation, and reads the days on every screen. */
async function everyScreen(page: Page, locale: Locale, now: string): Promise<void> {
  const before = sentence(locale, now);
  const after = sentence(locale, now, true);
  const shop = new Storefront(page, locale);
  await page.context().clearCookies();
  await page.goto(LAMP.path(locale));
  await expect(page.locator("[data-arrives]")).toHaveText(before);
  await shop.buyButton.click();
  await expect(page.getByRole("dialog")).toContainText(before);
  await page.goto(route(locale, "bor.shopping-cart"));
  // Beside the line, and with the sums.
  await expect(page.getByRole("main").getByText(before, { exact: true })).toHaveCount(2);
  const checkout = new CheckoutPage(page, locale);
  await checkout.open();
  await checkout.enterDetails();
  await expect(checkout.section("delivery")).toContainText(before);
  await checkout.keepMethods();
  await expect(checkout.section("review").getByText(before, { exact: true })).toBeVisible();
  await checkout.field("terms").check();
  const id = await checkout.order();
  await decide(page, "paid");
  await expect(page).toHaveURL(outcomePath(locale, "paid", id));
  await expect(page.getByText(after, { exact: true })).toBeVisible();

  await page.context().clearCookies();
  await becomeCustomer(page, locale);
  const { order_id } = await orderAsCustomer(page, locale, LAMP, "iDEAL");
  await page.goto(new AccountPage(page, locale).orderPath(order_id));
  await expect(page.getByText(after, { exact: true })).toBeVisible();
}

for (const [when, now] of [
  ["before the cut-off on a Wednesday", "2026-11-25T10:00:00Z"],
  ["after the cut-off on a Thursday", "2026-11-26T21:50:00Z"],
] as const)
  test.describe(`law delivery time ${when}`, () => {
    test.use({ now });
    test.setTimeout(300_000);
    test("product, panel, cart, checkout, confirmation and order say the same days", async ({ page }) => {
      for (const locale of LOCALES) await test.step(locale, () => everyScreen(page, locale, now));
    });
  });

test.describe("law delivery time two minutes before the cut-off", () => {
  const now = "2026-11-26T13:58:00Z";
  test.use({ now });
  test("a page that stays open says the next true sentence when the cut-off passes, and moves nothing", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    // The visitor's clock is a year behind.
    await page.clock.install({ time: "2025-11-26T13:58:00Z" });
    const shifts = await watchShifts(page);
    await page.goto(LAMP.path("nl"));
    const days = page.locator("[data-arrives]");
    await expect(days).toHaveText(sentence("nl", now));
    expect(total(shifts)).toBeLessThan(0.01);
    await page.clock.fastForward("02:00");
    await expect(days).toHaveText(sentence("nl", "2026-11-26T14:00:00Z"));
  });
});

test("without JavaScript the delivery time stands in working days, and no date", async ({ browser, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url });
  const page = await context.newPage();
  for (const [locale, words] of [
    ["nl", "1 werkdag"],
    ["en", "1 working day"],
    ["de", "1 Werktag"],
  ] as const) {
    await page.goto(LAMP.path(locale));
    await expect(page.locator("[data-delivery]")).toHaveText(text(locale, "delivery.time", { time: words }));
    await expect(page.locator("[data-arrives]")).toHaveText("");
  }
  await context.close();
});
