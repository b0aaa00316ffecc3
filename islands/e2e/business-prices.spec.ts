// A business customer's own prices where several products are shown: home, lists, parts of a product, search and
// suggestions (law §3).
import type { Page } from "@playwright/test";
import { expectNoFaults, expectNoSidewaysScroll, expectNoViolations } from "./support/accessibility";
import { AuthPage } from "./support/account";
import { product } from "./support/catalogue";
import { inTurn } from "./support/in-turn";
import { callApi, hold, intercept } from "./support/network";
import { openPanel } from "./support/search";
import { type Shift, total, watchShifts } from "./support/shifts";
import { expect, testOfOwnShop as test } from "./support/shop";
import { home, type Locale, money, route, text } from "./support/texts";

/** A customer of the demo in the group `trade`, whose prices are without tax. */
const BUSINESS = { email: "inkoop@atelier-maas.example", password: "eikenblad-2026" } as const;
/** The cheapest of its family costs everybody 89.00, and the group 63.00. */
const COAT_RACK = product("KNAAP-RU-4");
const OWN = 6_300;
/** Its parts are listed with prices. */
const WITH_PARTS = product("BEUGEL-BK");
/** Everything that shows a price of a product; a part has no note. */
const PLACES = ".product-card, .lines__row:has([data-price-of])";

const cardOf = (page: Page, path: string) => page.locator(".product-card", { has: page.locator(`a[href="${path}"]`) });

async function logIn(page: Page, locale: Locale): Promise<void> {
  const auth = new AuthPage(page, locale);
  await auth.logIn(BUSINESS.email, BUSINESS.password);
  await expect(auth.toast("logged_in")).toBeVisible();
}

/** What brings own prices: the script of static cards, and the results of a search. */
const BRINGS = /\/assets\/chunk-|\/api\/search\?/;

/**
 * Opens a page, on which every price gets one of these labels and nothing moves when it comes. Prices are held until
 * everything else is there, fonts included.
 */
async function expectLabelled(page: Page, path: string, label: RegExp, most = 0): Promise<void> {
  const shifts = await watchShifts(page);
  const letGo = await hold(page, BRINGS);
  const answer = await page.goto(path);
  // The mark stands before the first paint.
  expect(await answer?.text()).toContain('<html data-customer="2" ');
  const places = page.locator(PLACES);
  await expect(places.first()).toBeAttached();
  expect(await page.evaluate(hiddenUntilLabelled)).toBe(true);
  const before = shifts.length;
  letGo();
  for (const place of await places.all()) {
    const small = place.locator("small");
    await expect(small).toHaveText(label);
    await expect(small).toHaveCSS("visibility", "visible");
  }
  const moved = shifts.slice(before).filter(isBelowHeader);
  expect(total(moved), `${path}: ${JSON.stringify(moved)}`).toBeLessThanOrEqual(most);
  await page.unroute(BRINGS);
  await expectNoSidewaysScroll(page);
}

/** In the header a link to the cart is added for customers where consumers cannot order (R-HEAD-02). */
function isBelowHeader({ sources }: Shift): boolean {
  return (sources as readonly { readonly currentRect: { readonly y: number } }[]).some(
    ({ currentRect }) => currentRect.y > 80,
  );
}

/** Whether no price without a label is seen, once fonts are there and painted. */
async function hiddenUntilLabelled(): Promise<boolean> {
  await document.fonts.ready;
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const prices = document.querySelectorAll(
    ".product-card:not(:has(small)) .product-card__price, [data-price-of]:not(:has(small))",
  );
  return [...prices].every((price) => getComputedStyle(price).visibility === "hidden");
}

for (const locale of inTurn("nl")) {
  const net = new RegExp(`^\\s?${text(locale, "product.tax_net")}`);
  const gross = new RegExp(`^\\s?${text(locale, "product.tax_gross")}`);
  for (const width of [390, 1440]) {
    test(`law §3 ${locale} ${width}: cards, parts, search and suggestions have the customer's price with its label, and nothing moves`, async ({
      page,
      shop,
    }) => {
      await shop.control("reset", {});
      await page.setViewportSize({ width, height: 900 });
      await logIn(page, locale);
      await expectLabelled(page, home(locale), net);
      await expectNoViolations(page);
      // Price and order form of the product itself change for a customer too (`business.spec.ts`).
      await expectLabelled(page, WITH_PARTS.path(locale), net, 0.02);

      await expectLabelled(page, `${route(locale, "bor.search")}?q=${COAT_RACK.number}#all`, net);
      await expect(page.locator(".product-card__price").first()).toContainText(money(locale, OWN));
      await expectNoViolations(page);
      // Which products are dearer follows from public prices, and the page says so.
      const order = page.getByText(text(locale, "lists.public_prices"));
      await expect(order).toHaveCount(0);
      await expectLabelled(page, `${route(locale, "bor.search")}?q=ravel&sort=price_asc`, net);
      await expect(order).toBeVisible();

      // The static list of its category has the same.
      await page.goto(COAT_RACK.path(locale));
      const category = await page.locator(".breadcrumbs a").last().getAttribute("href");
      await expectLabelled(page, category ?? "", net);

      const input = await openPanel(page, locale);
      await input.pressSequentially("ravel");
      const suggested = page.locator(".search-found__price");
      await expect(suggested.first()).toHaveText(new RegExp(`${text(locale, "product.tax_net")}$`));
      await expectNoFaults(page);

      // After the logout they are those of everybody.
      expect((await callApi(page, "POST", "/api/account/logout", { everywhere: false })).status).toBe(200);
      await page.goto(category ?? "");
      await expect(cardOf(page, COAT_RACK.path(locale)).or(page.locator(".product-card")).first()).toBeVisible();
      await expect(page.locator(".product-card small")).toHaveCount(0);
    });

    test(`law §3 ${locale} ${width}: without the API cards show public prices with their label, and nothing moves`, async ({
      page,
      shop,
    }) => {
      await shop.control("reset", {});
      await page.setViewportSize({ width, height: 900 });
      await logIn(page, locale);
      await intercept(page, "**/api/card-prices?*", (asked) => asked.abort());
      await expectLabelled(page, home(locale), gross);
    });
  }
}

test("law §3 visitors ask for no prices of their own, and load no script for them", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/");
  await expect(page.locator(".product-card").first()).toBeVisible();
  await expect(page.locator("html")).not.toHaveAttribute("data-customer");
  expect(asked.filter((url) => /card-prices|own-prices/.test(url))).toEqual([]);
});
