// The cart in the header's panel: opened by the cart link, and after something was added (R-HEAD-06, CART-3, CART-5).
import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll, expectNoViolations } from "./support/accessibility";
import { product } from "./support/catalogue";
import { becomeCustomer } from "./support/customers";
import { callApi, hold, intercept } from "./support/network";
import { expect, test, testOfOwnShop } from "./support/shop";
import { Storefront } from "./support/storefront";
import { home, LOCALES, type Locale, money, route, text } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");
const GLIDES = product("GLIJDER");

/** The labels that the specification requires. */
const WORDS = {
  nl: {
    link: "Winkelwagen",
    added: "Toegevoegd aan winkelwagen",
    said: `Toegevoegd: ${RAVEL.name("nl")}, 1 stuk. In de winkelwagen ligt 1 artikel.`,
    view: "Bekijk winkelwagen",
    onward: "Verder winkelen",
  },
  en: {
    link: "Cart",
    added: "Added to cart",
    said: `Added: ${RAVEL.name("en")}, 1 piece. Cart has 1 item.`,
    view: "View cart",
    onward: "Continue shopping",
  },
  de: {
    link: "Warenkorb",
    added: "In den Warenkorb gelegt",
    said: `Hinzugefügt: ${RAVEL.name("de")}, 1 Stück. Im Warenkorb liegt 1 Artikel.`,
    view: "Zum Warenkorb",
    onward: "Weiter einkaufen",
  },
} as const satisfies Record<Locale, Record<string, string>>;

const banner = (page: Page) => page.getByRole("banner");

/** Waits until the island of the cart link is mounted and the link opens the panel. */
async function ready(page: Page): Promise<void> {
  await expect(page.locator("[data-cart-items]")).toHaveJSProperty("textContent", "");
}

test.describe("in every language", () => {
  test.use({ shopOptions: { consumerLocales: ["nl", "en", "de"] } });

  for (const locale of LOCALES) {
    test(`R-PDP-05 R-HEAD-01 CART-3 ${locale}: an added product is shown and announced, and the focus returns after closing`, async ({
      page,
    }) => {
      const shop = new Storefront(page, locale);
      const { link, added, said, view, onward } = WORDS[locale];
      const source = await (await page.request.get(RAVEL.path(locale))).text();
      // The live region is in the page from the start.
      expect(source).toMatch(/<span class="visually-hidden" role="status" data-cart-status><\/span>/);
      await page.setViewportSize({ width: 1440, height: 900 });
      await shop.openBuyBox(RAVEL);
      await expect(shop.cartLink).toHaveAccessibleName(link);
      await expect(shop.cartLink).toHaveAttribute("href", route(locale, "bor.shopping-cart"));
      await shop.buyButton.focus();
      await page.keyboard.press("Enter");

      const panel = page.getByRole("dialog", { name: added, exact: true });
      await expect(panel).toBeVisible();
      await expect(panel.getByRole("heading", { name: added })).toBeFocused();
      await expect(page.locator("[data-cart-status]")).toHaveText(said);
      await expect(panel.getByRole("listitem")).toHaveCount(1);
      await expect(panel.getByRole("listitem")).toContainText(RAVEL.name(locale));
      await expect(panel.getByRole("listitem")).toContainText(text(locale, "cart_count.quantity", { count: 1 }));
      await expect(panel).toContainText(money(locale, RAVEL.price));
      await expect(panel.getByText(text(locale, "cart_count.subtotal"))).toBeVisible();
      await expect(panel.getByRole("link", { name: view })).toHaveAttribute("href", route(locale, "bor.shopping-cart"));
      await expectNoViolations(page);
      // At the side on wide viewports, at the bottom on phones.
      const box = async () => (await panel.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      await expect.poll(async () => (await box()).y + (await box()).height).toBe(900);
      expect((await box()).y).toBe(0);
      expect((await box()).width).toBeLessThan(500);
      await page.setViewportSize({ width: 320, height: 700 });
      await expect.poll(async () => (await box()).y + (await box()).height).toBe(700);
      expect((await box()).y).toBeGreaterThan(100);
      await expectNoSidewaysScroll(page);
      await expectNoViolations(page);

      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      await expect(panel.getByRole("button", { name: onward })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(panel).toHaveCount(0);
      await expect(shop.buyButton).toBeFocused();
      await expect(shop.confirmation(RAVEL, 1)).toBeVisible();
      await shop.expectCount(1);
    });
  }
});

test("R-HEAD-06 the cart is one of the panels: one at a time, focus in and back, closed by Escape and by leaving", async ({
  page,
  context,
}) => {
  const shop = new Storefront(page, "nl");
  await page.setViewportSize({ width: 1440, height: 900 });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(home("nl"));
  await ready(page);
  // Neither the panel's styles nor React nor the cart are loaded before it opens.
  expect(asked.filter((path) => /\/assets\/(cart-panel|react)-|^\/api\/cart/.test(path))).toEqual([]);

  await page.locator("header summary:visible").filter({ hasText: "Meubels" }).click();
  await expect(banner(page)).toHaveAttribute("data-panel", "menu");
  await shop.cartLink.click();
  await expect(shop.panel).toBeVisible();
  await expect(banner(page)).toHaveAttribute("data-panel", "cart");
  await expect(page.locator("header details[open]")).toHaveCount(0);
  await expect(shop.panel.getByRole("heading", { name: "Winkelwagen" })).toBeFocused();
  await expect(shop.panel).toContainText(text("nl", "cart_count.empty"));
  expect(asked.filter((path) => path.includes("/assets/cart-panel-"))).toHaveLength(1);
  await expectNoViolations(page);
  await page.keyboard.press("Escape");
  await expect(shop.panel).toHaveCount(0);
  await expect(shop.cartLink).toBeFocused();
  await expect(banner(page)).not.toHaveAttribute("data-panel");

  // A click outside closes it, and so does navigating.
  await page.keyboard.press("Enter");
  await expect(shop.panel).toBeVisible();
  await page.mouse.click(200, 500);
  await expect(shop.panel).toHaveCount(0);
  await shop.cartLink.click();
  await expect(shop.panel).toBeVisible();
  await page.evaluate(() => location.assign("#main"));
  await expect(shop.panel).toHaveCount(0);

  // It shows changes of another tab, and links to the cart.
  await shop.cartLink.click();
  const other = new Storefront(await context.newPage(), "nl");
  await other.add(GLIDES);
  await expect(shop.panel.getByRole("listitem")).toContainText(GLIDES.name("nl"));
  await expect(shop.panel).toContainText(money("nl", GLIDES.price));
  await expectNoViolations(page);
  await shop.panel.getByRole("link", { name: "Bekijk winkelwagen" }).click();
  await expect(page).toHaveURL(route("nl", "bor.shopping-cart"));
  await expect(shop.quantity(GLIDES.name("nl"))).toHaveValue("1");
  // After Back no panel is open; on the cart page the link is a normal link.
  await page.goBack();
  await expect(shop.panel).toHaveCount(0);
  await page.goto(route("nl", "bor.shopping-cart"));
  await shop.expectCount(1);
  await shop.cartLink.click();
  await expect(page).toHaveURL(route("nl", "bor.shopping-cart"));
  await expect(shop.panel).toHaveCount(0);
});

test("R-HEAD-06 the cart link works as a link with modifier keys, and if the panel cannot be loaded", async ({
  page,
  context,
}) => {
  const shop = new Storefront(page, "nl");
  await page.goto(home("nl"));
  await ready(page);
  const opened = context.waitForEvent("page");
  await shop.cartLink.click({ modifiers: ["ControlOrMeta"] });
  const beside = await opened;
  await expect(beside).toHaveURL(route("nl", "bor.shopping-cart"));
  await expect(shop.panel).toHaveCount(0);
  await intercept(page, /\/assets\/cart-panel-/, (call) => call.abort());
  await shop.cartLink.click();
  await expect(page).toHaveURL(route("nl", "bor.shopping-cart"));
});

test("R-PDP-05 pending, failure with the exact text next to the button, success", async ({ page }) => {
  const shop = new Storefront(page, "nl");
  await shop.openBuyBox(RAVEL);
  const letGo = await hold(page, "**/api/cart/line-items", "POST");
  await shop.buyButton.click();
  await expect(page.locator("[data-buy]")).toHaveAttribute("aria-disabled", "true");
  await expect(page.locator("[data-buy]")).toHaveAccessibleName("Wordt toegevoegd");
  await expectNoViolations(page);
  await expect(shop.addedPanel).toHaveCount(0);
  letGo();
  await shop.goOn(RAVEL, 1);
  await page.unroute("**/api/cart/line-items");

  await intercept(page, "**/api/cart/line-items", (call) => call.abort());
  await shop.buyButton.click();
  const alert = page.locator("[data-island=buy-box]").getByRole("alert");
  await expect(alert).toContainText("Er ging iets mis bij het toevoegen van het product.");
  await expect(shop.addedPanel).toHaveCount(0);
  await expectNoViolations(page);
  await page.unroute("**/api/cart/line-items");
  await shop.buyButton.click();
  await shop.goOn(RAVEL, 1);
  await expect(alert).toBeEmpty();
});

test("R-PDP-05 the text of a failure in English and German", async () => {
  expect(text("en", "buy_box.failed")).toBe("Something went wrong while adding the product.");
  expect(text("de", "buy_box.failed")).toBe("Beim Hinzufügen des Produkts ist etwas schiefgegangen.");
});

for (const locale of ["en", "de"] as const) {
  test(`R-HEAD-02 ${locale}: a logged-in customer has the cart, according to the session`, async ({ page }) => {
    const shop = new Storefront(page, locale);
    await page.goto(home(locale));
    await ready(page);
    await expect(shop.cartLink).toHaveCount(0);
    await becomeCustomer(page, locale);
    await shop.openProduct(RAVEL);
    await expect(shop.buyButton).toBeVisible();
    await page.goto(home(locale));
    await expect(shop.cartLink).toHaveAttribute("href", route(locale, "bor.shopping-cart"));
    await shop.cartLink.click();
    await expect(shop.panel).toContainText(text(locale, "cart_count.empty"));
    await expectNoViolations(page);
    await page.goto(route(locale, "bor.shopping-cart"));
    await expect(page.getByText(text(locale, "cart.empty_title"))).toBeVisible();
    // The API decides by the session, and refuses visitors who are not logged in.
    const source = await (await page.request.get(RAVEL.path(locale))).text();
    const product_id = /"product_id":"([0-9a-f]{32})"/.exec(source)?.[1] ?? "";
    const line = { product_id, quantity: 1 };
    expect((await callApi(page, "POST", "/api/cart/line-items", line)).status).toBe(200);
    await page.goto(home(locale));
    await callApi(page, "POST", "/api/account/logout", { everywhere: false });
    const refused = await callApi(page, "POST", "/api/cart/line-items", line);
    expect([refused.status, refused.body.errors?.[0]?.code]).toEqual([403, "ORDERING_NOT_ALLOWED"]);
  });
}

testOfOwnShop(
  "CART-5 the panel says when the cart cannot be fetched, and that a session ran out",
  async ({ page, context, shop: backend }) => {
    const shop = new Storefront(page, "nl");
    await shop.add(GLIDES);
    await backend.control("faults", {
      backend: "shopware",
      path: "/store-api/checkout/cart",
      kind: "status",
      status: 500,
    });
    await page.goto(home("nl"));
    await shop.expectCount(1);
    await shop.cartLink.click();
    await expect(shop.panel.getByRole("alert")).toHaveText(text("nl", "errors.backend_unavailable"));
    await expectNoViolations(page);
    await backend.control("faults", undefined, "DELETE");
    const token = (await context.cookies()).find(({ name }) => name === "vitrine-session")?.value ?? "";
    await backend.control(`sessions/${token}/expire`);
    await page.reload();
    await shop.expectCount(1);
    await shop.cartLink.click();
    await expect(shop.panel).toContainText(
      "Uw sessie was verlopen. Er is een nieuwe begonnen; uw winkelwagen is leeg.",
    );
    await shop.expectCount(0);
    await backend.control("reset");
  },
);
