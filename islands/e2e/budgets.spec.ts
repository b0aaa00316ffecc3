// The cost of a first visit (budgets.md): gzipped bytes, requests, images and layout shifts on a small phone.
//
// **Invariant:** counts bytes and requests, never time. The measured release is served by `vitrine serve`.
import type { Page } from "@playwright/test";
import { product } from "./support/catalogue";
import { becomeCustomer } from "./support/customers";
import { BUDGETS, type Budget, firstVisit } from "./support/first-visit";
import { callApi } from "./support/network";
import { outcomePath } from "./support/orders";
import { PAGE_KINDS, type PageKind } from "./support/page-kinds";
import { total, watchShifts } from "./support/shifts";
import { expect, test } from "./support/shop";
import { route } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");

type Screen = {
  readonly name: string;
  readonly path: string;
  readonly budget: Budget;
  /** Setup before the page is opened. */
  readonly before?: (page: Page) => Promise<void>;
  /** Interacts with the islands of the page and waits until each is mounted. */
  readonly use?: (page: Page) => Promise<void>;
};

const SCREENS: readonly Screen[] = [
  ...PAGE_KINDS.flatMap(inEachLocale).map(
    ({ name, path, budget }): Screen => ({
      name,
      path,
      budget: BUDGETS[budget],
      ...(budget === "product" && { use: useProduct }),
      ...(budget === "search" && { use: useSearch }),
      ...(budget === "stores" && { use: openStoreMap }),
      ...(budget === "list" && { use: useList }),
    }),
  ),
  {
    name: "cart",
    path: route("nl", "bor.shopping-cart"),
    budget: { html: 14, css: 14, eager: 85, used: 90, requests: 16, images: 60 },
    before: addRavel,
    async use(page) {
      await expect(page.locator("[data-island=cart] [name=quantity]")).toHaveValue("1");
    },
  },
  {
    name: "checkout",
    path: route("nl", "bor.checkout"),
    budget: { html: 14, css: 14, eager: 95, used: 105, requests: 16, images: 40 },
    before: addRavel,
    async use(page) {
      await expect(page.locator("[data-island=checkout] [name=email]")).toBeVisible();
    },
  },
  {
    name: "login",
    path: route("nl", "bor.auth.login"),
    budget: { html: 14, css: 14, eager: 90, used: 100, requests: 16, images: 40 },
    async use(page) {
      await expect(page.locator("[data-island=auth] [name=login-email]")).toBeVisible();
    },
  },
  {
    name: "register",
    path: route("nl", "bor.auth.register"),
    budget: { html: 14, css: 14, eager: 90, used: 100, requests: 16, images: 40 },
    async use(page) {
      await expect(page.locator("[data-island=auth] [name=register-email]")).toBeVisible();
    },
  },
  {
    name: "order",
    path: outcomePath("nl", "paid", "00000000000000000000000000000000"),
    budget: { html: 14, css: 14, eager: 95, used: 105, requests: 16, images: 40 },
    async use(page) {
      await expect(page.locator("[data-outcome=locked] [name=lookup-email]")).toBeVisible();
    },
  },
  ...(["index", "orders", "order", "profile"] as const).map((screen) => ({
    name: `account, ${screen}`,
    // An order that does not exist: its island loads all its modules, but no product image.
    path: route("nl", `bor.account.${screen}`).replace("{order}", "0".repeat(32)),
    budget: { html: 14, css: 14, eager: 90, used: 100, requests: 16, images: 40 },
    before: becomeNewCustomer,
    async use(page: Page) {
      await expect(page.locator("[data-island^=account] .account-area, .account-area__state").first()).toBeVisible();
      // The warning about the session's end is loaded after the screen, and counts.
      await expect(page.locator("[data-island^=account] dialog").first()).toBeAttached();
    },
  })),
];

/** The kind, and the same with its paths in other languages: their words are longer. */
function inEachLocale(kind: PageKind): readonly PageKind[] {
  const others = Object.entries(kind.in ?? {}).map(([locale, path]) => ({
    ...kind,
    path,
    name: `${kind.name}, ${locale}`,
  }));
  return [kind, ...others];
}

async function useProduct(page: Page): Promise<void> {
  await page.locator("[data-island=buy-box] [data-buy]").focus();
  // Only the mounted island reacts to a click.
  await page.locator("[data-island=buy-box] [data-step='1']").click();
  await expect(page.locator("[data-island=buy-box] [name=quantity]")).toHaveValue("2");
}

/** Waits for the island and opens the filters, if any. */
async function useSearch(page: Page): Promise<void> {
  await expect(page.locator(".search__form")).toHaveJSProperty("noValidate", true);
  const filters = page.locator("[data-filters]");
  if ((await filters.count()) === 0) return;
  await filters.tap();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

async function openStoreMap(page: Page): Promise<void> {
  await page.locator("[data-island=store-locator] [data-map]").click();
  await expect(page.locator("[data-pin-of]").first()).toBeVisible();
}

/** Opens the filters of a list, if any. */
async function useList(page: Page): Promise<void> {
  const opener = page.locator(".listing[data-island] [data-filters]");
  if ((await opener.count()) === 0) return;
  await opener.click();
  const dialog = page.locator("dialog.filters");
  await dialog.locator("summary").first().click();
  await dialog.locator("input:enabled").first().click();
  await dialog.locator("[data-apply]:not([aria-busy])").click();
  await expect(page.locator("[data-chip], .list-bar__count").first()).toBeVisible();
}

async function becomeNewCustomer(page: Page): Promise<void> {
  await becomeCustomer(page, "nl");
  // The value that the browser would have stored if the customer had used the form.
  await page.evaluate(() => localStorage.setItem("vitrine-session-written", String(Date.now())));
}

/** Adds an armchair to the cart. */
async function addRavel(page: Page): Promise<void> {
  await page.goto(RAVEL.path("nl"));
  const id = await productId(page);
  expect((await callApi(page, "POST", "/api/cart/line-items", { product_id: id, quantity: 1 })).status).toBe(200);
}

test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true });

for (const screen of SCREENS) {
  test(`budget of ${screen.name}: bytes, requests and images of a first visit, and no layout shift while islands load`, async ({
    page,
  }) => {
    await screen.before?.(page);
    const visit = await page.context().newPage();
    const shifts = await watchShifts(visit);
    const measured = await firstVisit(visit, screen);
    test.info().annotations.push({ type: "measured", description: JSON.stringify(measured) });
    for (const [bound, most] of Object.entries(screen.budget)) {
      expect.soft(measured[bound as keyof Budget], `${bound} of ${screen.name}`).toBeLessThanOrEqual(most);
    }
    await lookThrough(visit);
    expect(total(shifts), JSON.stringify(shifts)).toBeLessThanOrEqual(0.02);
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const screen of SCREENS) {
    test(`budget of ${screen.name}: no layout shift in a static page`, async ({ page }) => {
      const shifts = await watchShifts(page);
      await page.goto(screen.path, { waitUntil: "load" });
      await lookThrough(page);
      expect(total(shifts), JSON.stringify(shifts)).toBeLessThan(0.005);
    });
  }
});

/** The product id in the data of the page's island. */
async function productId(page: Page): Promise<string> {
  const data = await page.locator("[data-island=buy-box] script[type='application/json']").textContent();
  const { props } = JSON.parse(data ?? "{}") as { props: { product_id: string } };
  return props.product_id;
}

/** Scrolls to the end of the page and back, so that every lazy image is loaded. */
async function lookThrough(page: Page): Promise<void> {
  const images = page.locator("img:visible");
  for (let index = 0; index < (await images.count()); index += 1) {
    const image = images.nth(index);
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((one) => one instanceof HTMLImageElement && one.complete)).toBe(true);
  }
  await page.locator("footer").last().scrollIntoViewIfNeeded();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  // Layout shifts are reported with the next rendered frame.
  await page.screenshot();
}
