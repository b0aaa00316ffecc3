// The demo's second shop, Gloedwerf: another range and another look, made only of a site folder. What holds for the
// first shop holds for it: axe, the budgets, and buying.
import { readFileSync } from "node:fs";
import path from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import { expectNoSidewaysScroll, expectNoViolations } from "./support/accessibility";
import { CheckoutPage } from "./support/checkout";
import { BUDGETS, firstVisit } from "./support/first-visit";
import { decide, outcomePath } from "./support/orders";
import type { BudgetOf } from "./support/page-kinds";
import { ROOT } from "./support/process";
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

for (const at of PATHS) {
  test(`${at} of a second shop: no axe violations and no horizontal scrolling`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect((await page.goto(at))?.status(), at).toBe(200);
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

  for (const [at, kind] of VISITS) {
    test(`budget of ${at} of a second shop`, async ({ page }) => {
      const measured = await firstVisit(page, { path: at });
      test.info().annotations.push({ type: "measured", description: JSON.stringify(measured) });
      for (const [bound, most] of Object.entries(BUDGETS[kind])) {
        expect.soft(measured[bound as keyof typeof measured], `${bound} of ${at}`).toBeLessThanOrEqual(most);
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

/** The texts of the second shop's own island. */
const CORD = JSON.parse(
  readFileSync(path.join(ROOT, "generator/demo/shops/gloedwerf/site/locales/en/islands/cord-length.json"), "utf8"),
) as Record<"cord.ceiling" | "cord.drop" | "cord.no_ceiling", string>;
const drop = (cm: string) => CORD["cord.drop"].replace("{cm}", cm);

test("an island of the second shop's own tells the cord for a visitor's ceiling, and loads when it is touched", async ({
  page,
}) => {
  const [asked, violated]: [string[], string[]] = [[], []];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  page.on("console", (message) => violated.push(message.text()));
  const own = () => asked.filter((file) => /^\/assets\/(cord-length|vitrine)-/.test(file));
  await page.goto(LAMP, { waitUntil: "networkidle" });
  expect(own()).toEqual([]);
  const island = page.locator("[data-island=cord-length]");
  await island.locator("summary").click();
  const ceiling = island.getByRole("spinbutton", { name: CORD["cord.ceiling"] });
  await expect(island.getByRole("status")).toHaveText(drop("120"));
  expect(own().length, "its file, and what the program publishes").toBe(2);
  expect(asked.filter((file) => file.startsWith("/assets/react-"))).toEqual([]);
  await ceiling.fill("300");
  await expect(island.getByRole("status")).toHaveText(drop("160"));
  await ceiling.fill("20");
  await expect(island.getByRole("status")).toHaveText(
    CORD["cord.no_ceiling"].replace("{lowest}", "180").replace("{highest}", "600"),
  );
  await expectNoViolations(page);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
  expect(violated).toEqual([]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the cord of the usual ceilings is a table", async ({ page }) => {
    await page.goto(LAMP);
    const island = page.locator("[data-island=cord-length]");
    await island.locator("summary").click();
    await expect(island.getByRole("row", { name: "260 cm 120 cm" })).toBeVisible();
    await page.goto("/en/products/plisse-table-lamp");
    await expect(page.locator("[data-island=cord-length]"), "only pendants have a cord").toHaveCount(0);
  });
});
