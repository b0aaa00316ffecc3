// The demo's second shop, Gloedwerf: another range and another look, made only of a site folder. What holds for the
// first shop holds for it: axe, the budgets, and buying.
import { test as base, expect, type Page } from "@playwright/test";
import { expectNoSidewaysScroll, expectNoViolations } from "./support/accessibility";
import { CheckoutPage } from "./support/checkout";
import { BUDGETS, firstVisit } from "./support/first-visit";
import { decide, outcomePath } from "./support/orders";
import type { BudgetOf } from "./support/page-kinds";
import { withSiteFolder } from "./support/running";
import { route, text } from "./support/texts";

const LAMP = "/en/products/koepel-pendant--bottle-green";
const LIST = "/producten/verlichting/hanglampen";

const test = base.extend<object, { url: string }>({
  url: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
    async ({}, use) => {
      await withSiteFolder("gloedwerf", use);
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ url }, use) => {
    await use(url);
  },
});

const PATHS = [
  "/",
  "/en",
  LIST,
  LAMP,
  "/merken",
  "/merken/schemer",
  "/over-ons",
  "/contact",
  route("nl", "bor.auth.login"),
];

for (const path of PATHS) {
  test(`${path} of a second shop: no axe violations and no horizontal scrolling`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect((await page.goto(path))?.status(), path).toBe(200);
      await expectNoViolations(page);
      await expectNoSidewaysScroll(page);
    }
  });
}

test("the second shop has its own ground, typeface, header and cards", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/");
  await expect(page.locator("meta[name=theme-color]")).toHaveAttribute("content", "#0f1113");
  const of = (selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), property);
  expect(await of("html", "background-color")).toBe("rgb(15, 17, 19)");
  expect(await of("body", "font-family")).toMatch(/^"Space Grotesk"/);
  const brand = await page.locator(".header__brand").first().boundingBox();
  const navigation = await page.locator(".header__nav").boundingBox();
  expect(navigation?.y, "the navigation is a line of its own").toBeGreaterThanOrEqual(
    (brand?.y ?? 0) + (brand?.height ?? 0),
  );
  const card = page.locator(".product-card").first();
  expect(await of(".product-card", "border-right-width")).toBe("1px");
  const maker = await card.locator(".product-card__maker").boundingBox();
  const name = await card.locator(".product-card__name").boundingBox();
  expect(maker?.y, "the maker stands before the name").toBeLessThan(name?.y ?? 0);
  await expect(card.locator(".product-card__maker")).toHaveCount(1);
});

const VISITS: readonly (readonly [string, BudgetOf])[] = [
  ["/", "editorial"],
  [LIST, "list"],
  [LAMP, "product"],
];

test.describe("a first visit", () => {
  test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true });

  for (const [path, kind] of VISITS) {
    test(`budget of ${path} of a second shop`, async ({ page }) => {
      const measured = await firstVisit(page, { path });
      test.info().annotations.push({ type: "measured", description: JSON.stringify(measured) });
      for (const [bound, most] of Object.entries(BUDGETS[kind])) {
        expect.soft(measured[bound as keyof typeof measured], `${bound} of ${path}`).toBeLessThanOrEqual(most);
      }
    });
  }
});

async function addLamp(page: Page): Promise<void> {
  await page.goto(LAMP);
  await page
    .locator("[data-island=buy-box]")
    .getByRole("button", { name: text("en", "buy_box.add") })
    .click();
  await expect(page.locator(".buy-box__confirmation")).toBeVisible();
}

test("a guest buys a lamp in the second shop, and pays it", async ({ page }) => {
  await addLamp(page);
  await page.goto(route("en", "bor.shopping-cart"));
  await expect(page.getByRole("spinbutton").first()).toHaveValue("1");
  await expectNoViolations(page);
  const checkout = new CheckoutPage(page, "en");
  await checkout.toReview();
  await expectNoViolations(page);
  const id = await checkout.order();
  await expect(page).toHaveURL(/\/payment-gateway\//);
  await decide(page, "paid");
  await expect(page).toHaveURL(outcomePath("en", "paid", id));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/\d{5}/);
  await expectNoViolations(page);
});
