// The cart page: link to the checkout, legal information, promotion codes, tiers, bundles and downloads. Every visitor
// has an own cart.
import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll, expectNoViolations } from "./support/accessibility";
import { paymentNames, product } from "./support/catalogue";
import { callApi, hold, intercept, watchWrites } from "./support/network";
import { expect, test } from "./support/shop";
import { Storefront } from "./support/storefront";
import { LOCALES, type Locale, money, route, text } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");
const GLIDES = product("GLIJDER");
/** Has price tiers from 5 and from 10 pieces. */
const KNAAP = product("KNAAP-BK-7");
const BUNDLE = product("KLERK-SET");
const DOWNLOAD = product("CADEAUKAART-50");

/** The texts that the specification and the law require. */
const WORDS = {
  nl: {
    order: "Verder naar afrekenen",
    country: "Nederland",
    countries: "We bezorgen in Nederland, België en Duitsland.",
    methods: "Betaalwijzen",
    tax: "Totaal incl. btw",
    code: "Kortingscode",
  },
  en: {
    order: "Continue to checkout",
    country: "Netherlands",
    countries: "Delivery countries: Netherlands, Belgium and Germany.",
    methods: "Ways to pay",
    tax: "Total incl. VAT",
    code: "Discount code",
  },
  de: {
    order: "Weiter zur Kasse",
    country: "Niederlande",
    countries: "Lieferländer: Niederlande, Belgien und Deutschland.",
    methods: "Zahlungsarten",
    tax: "Gesamtsumme inkl. MwSt.",
    code: "Rabattcode",
  },
} as const satisfies Record<Locale, Record<string, string>>;

/** Adds a product through the API. */
async function put(page: Page, item: ReturnType<typeof product>, locale: Locale, quantity: number): Promise<void> {
  await page.goto(item.path(locale));
  const data = await page.locator("[data-island=buy-box] script[type='application/json']").textContent();
  const { props } = JSON.parse(data ?? "{}") as { props: { product_id: string } };
  const added = await callApi(page, "POST", "/api/cart/line-items", { product_id: props.product_id, quantity });
  expect(added.status).toBe(200);
}

const orderLink = (page: Page, locale: Locale) =>
  page.getByRole("main").getByRole("link", { name: WORDS[locale].order, exact: true });

test.describe("in every language", () => {
  test.use({ shopOptions: { consumerLocales: ["nl", "en", "de"] } });

  for (const locale of LOCALES) {
    test(`R-CART-05 ${locale}: total with tax, payment methods, delivery and returns are above the link to the checkout`, async ({
      page,
    }) => {
      const shop = new Storefront(page, locale);
      await shop.openCart();
      await expect(page.getByText(text(locale, "cart.empty_title"))).toBeVisible();
      // CART-12: an empty cart links to the home page and the showrooms, not to the checkout.
      await expect(orderLink(page, locale)).toHaveCount(0);
      await expect(page.getByRole("main").locator("a[href$='/showrooms']").first()).toBeVisible();

      await put(page, GLIDES, locale, 1);
      await shop.openCart();
      await expect(shop.total).toContainText(WORDS[locale].tax);
      const terms = page.getByRole("region", { name: text(locale, "cart.terms_title") });
      await expect(terms).toContainText(WORDS[locale].countries);
      const names = paymentNames(locale);
      expect(names.length).toBeGreaterThan(3);
      for (const name of names) await expect(terms).toContainText(name);
      await expect(terms).toContainText(WORDS[locale].methods);
      // The links to delivery and returns lead to existing pages.
      const links = await terms.getByRole("link").evaluateAll((all) => all.map((a) => a.getAttribute("href") ?? ""));
      expect(links.length).toBeGreaterThanOrEqual(2);
      for (const href of links) expect((await page.request.get(href)).status(), href).toBe(200);
      const to = text(locale, "cart.shipping_to", { country: WORDS[locale].country });
      await expect(shop.totals.getByText(to, { exact: true })).toBeVisible();
      await expectNoViolations(page);

      const order = orderLink(page, locale);
      await expect(order).toHaveCount(1);
      await expect(order).toHaveAttribute("href", route(locale, "bor.checkout"));
      await order.click();
      await expect(page).toHaveURL(route(locale, "bor.checkout"));
    });
  }
});

test("R-CART-02 a pending quantity is sent before the link to the checkout is removed", async ({ page }) => {
  const shop = new Storefront(page, "nl");
  const name = GLIDES.name("nl");
  await put(page, GLIDES, "nl", 1);
  await page.clock.install({ time: "2026-05-01T10:00:00Z" });
  await shop.openCart();
  await expect(shop.quantity(name)).toHaveValue("1");
  // With the clock paused, no debounce delay elapses.
  await page.clock.pauseAt("2026-05-01T11:00:00Z");
  const writes = watchWrites(page);
  const letGo = await hold(page, "**/api/cart/line-items**", "PATCH");
  await shop.button("cart.increase", name).click();
  await expect(shop.quantity(name)).toHaveValue("2");
  expect(writes).toEqual([]);
  await orderLink(page, "nl").click();
  await expect(orderLink(page, "nl")).toHaveAttribute("aria-busy", "true");
  await expect(page).toHaveURL(route("nl", "bor.shopping-cart"));
  letGo();
  await expect(page).toHaveURL(route("nl", "bor.checkout"));
  expect(writes).toEqual([{ method: "PATCH", body: { quantity: 2 } }]);
  expect((await callApi(page, "GET", "/api/session")).body).toMatchObject({ item_count: 2 });
});

test.describe("where ordering is open in every language", () => {
  test.use({ shopOptions: { consumerLocales: ["nl", "en", "de"] } });
  for (const [width, locale] of [
    [390, "nl"],
    [820, "en"],
    [1440, "de"],
  ] as const) {
    test(`at ${width} px in ${locale} opening the promotion code focuses its field, each time`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await put(page, GLIDES, locale, 2);
      await new Storefront(page, locale).openCart();
      const fold = page.locator("summary").filter({ hasText: WORDS[locale].code });
      const field = page.getByRole("textbox", { name: WORDS[locale].code });
      // Hovering loads the form, even if the visitor does not open it.
      await fold.hover();
      await expect(page.locator("[id=promotion-code]")).toBeAttached();
      await expect(page.locator("[id=promotion-code]")).not.toBeFocused();
      for (let time = 0; time < 2; time += 1) {
        await fold.click();
        await expect(field).toBeFocused();
        await fold.click();
        await expect(field).toBeHidden();
      }
      await expectNoViolations(page);
    });
  }
});

test("R-CART-01 a promotion code by keyboard only: unknown, expired, not eligible, accepted, already applied, removed", async ({
  page,
}) => {
  const shop = new Storefront(page, "nl");
  await put(page, GLIDES, "nl", 2);
  await shop.openCart();
  const fold = page.locator("summary").filter({ hasText: "Kortingscode" });
  const field = page.getByRole("textbox", { name: "Kortingscode" });
  // Collapsed until a visitor has a code.
  await expect(field).toBeHidden();
  await fold.focus();
  await page.keyboard.press("Enter");
  // Its form is loaded on first interaction.
  await expect(field).toBeFocused();
  const total = shop.total;
  await expect(total).toContainText(money("nl", 3195));

  for (const [code, said] of [
    ["", "Vul een kortingscode in."],
    ["NERGENS", "De code NERGENS is niet bekend of niet meer geldig. Controleer de spelling."],
    ["ZOMERAVOND", "De code ZOMERAVOND is niet bekend of niet meer geldig. Controleer de spelling."],
    ["avond25", "De korting € 25 korting vanaf € 250 geldt niet voor deze winkelwagen."],
  ] as const) {
    await field.fill(code);
    await page.keyboard.press("Enter");
    await expect(field, code).toHaveAccessibleDescription(new RegExp(`${said.replaceAll(/[.€]/g, ".")}$`));
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toBeFocused();
    // The input is kept, and nothing else has changed.
    await expect(field).toHaveValue(code);
    await expect(total).toContainText(money("nl", 3195));
  }
  await expectNoViolations(page);

  await field.fill("welkom10");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Toepassen" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "De kortingscode welkom10 is toegepast." })).toBeVisible();
  await expect(field).toHaveValue("");
  await expect(field).not.toHaveAttribute("aria-invalid");
  // 25,00 less 10 %, and 6,95 for shipping.
  await expect(total).toContainText(money("nl", 2945));
  const row = shop.row("Welkomstkorting 10 %");
  await expect(row.locator(".cart__flag")).toHaveText("Actie");
  await expect(row.getByRole("spinbutton")).toHaveCount(0);
  await expect(row).toContainText(money("nl", -250));
  await shop.expectCount(2);

  await field.fill("WELKOM10");
  await field.press("Enter");
  await expect(field).toHaveAccessibleDescription(/De kortingscode WELKOM10 zit al in uw winkelwagen\.$/);
  await expectNoViolations(page);
  await expect(shop.row("Welkomstkorting 10 %")).toHaveCount(1);

  const remove = shop.button("cart.remove_item", "Welkomstkorting 10 %");
  await remove.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Welkomstkorting 10 % is verwijderd.")).toBeFocused();
  await expect(total).toContainText(money("nl", 3195));
});

test("R-CART-05 the unit price of tiers changes at 5 and at 10", async ({ page }) => {
  const shop = new Storefront(page, "nl");
  const name = KNAAP.name("nl");
  await put(page, KNAAP, "nl", 4);
  await shop.openCart();
  const row = shop.row(name);
  const each = (price: number) => text("nl", "cart.unit_price", { price: money("nl", price) });
  await expect(row).toContainText(each(16900));
  for (const [quantity, price] of [
    [5, 15500],
    [9, 15500],
    [10, 14500],
    [4, 16900],
  ] as const) {
    await shop.quantity(name).fill(String(quantity));
    await shop.quantity(name).blur();
    await expect(row).toContainText(each(price));
    await expect(shop.sums.first()).toContainText(money("nl", quantity * price));
  }
});

test("R-CART-07 rows of a bundle and of a download; without shipped products there are no shipping costs", async ({
  page,
}) => {
  const shop = new Storefront(page, "nl");
  await put(page, DOWNLOAD, "nl", 1);
  await shop.openCart();
  const download = shop.row(DOWNLOAD.name("nl"));
  await expect(download.locator(".cart__flag")).toHaveText("Download");
  await expect(download.locator("dt, dd")).toHaveText(DOWNLOAD.options("nl").flat());
  await expect(shop.total).toContainText(money("nl", 5000));
  await expect(page.locator("[data-sum=shipping]")).toHaveCount(0);

  await put(page, BUNDLE, "nl", 1);
  await shop.openCart();
  const bundle = shop.row(BUNDLE.name("nl"));
  await expect(bundle).toContainText(money("nl", BUNDLE.price));
  await expect(bundle.locator(".cart__flag")).toHaveCount(0);
  await expect(bundle.getByRole("link", { name: BUNDLE.name("nl") })).toHaveAttribute("href", BUNDLE.path("nl"));
  await shop.expectCount(2);
});

test("on phones total and link to the checkout stay visible, and cover no focused element", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  const shop = new Storefront(page, "nl");
  for (const item of [RAVEL, GLIDES, DOWNLOAD]) await put(page, item, "nl", 1);
  await shop.openCart();
  const order = orderLink(page, "nl");
  await expect(order).toBeInViewport({ ratio: 1 });
  await expect(page.locator(".cart__order-total")).toBeInViewport({ ratio: 1 });
  for (const width of [320, 390, 820, 1440]) {
    await page.setViewportSize({ width, height: 700 });
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoViolations(page);
  const last = shop.button("cart.remove_item", DOWNLOAD.name("nl"));
  await last.focus();
  const top = async () => (await order.locator("..").boundingBox())?.y ?? 0;
  await expect
    .poll(async () => {
      const box = await last.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0) <= (await top());
    })
    .toBe(true);
  // TOAST-5: a toast at the bottom of the window does not cover the link to the checkout.
  await intercept(page, "**/api/cart/line-items/**", (call) => call.abort());
  // With the clock paused the toast stays.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await last.click();
  const toast = page.locator(".toasts__toast");
  await expect(toast).toBeVisible();
  const foot = async () => {
    const box = await toast.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  expect(await foot()).toBeLessThanOrEqual(await top());
});

test("R-CART-01 a cart restored from the back/forward cache is refreshed", async ({ page, context }) => {
  const shop = new Storefront(page, "nl");
  await put(page, GLIDES, "nl", 1);
  await shop.openCart();
  await expect(shop.quantity(GLIDES.name("nl"))).toHaveValue("1");
  await page.goto("/over-ons");
  const other = new Storefront(await context.newPage(), "nl");
  await other.openCart();
  await other.button("cart.increase", GLIDES.name("nl")).click();
  await other.expectCount(2);
  await page.goBack();
  await expect(shop.quantity(GLIDES.name("nl"))).toHaveValue("2");
  await shop.expectCount(2);
  await page.goForward();
  await shop.expectCount(2);
  await page.goBack();

  // Two tabs with the same cart: each shows the other's changes, including removed lines.
  await shop.button("cart.increase", GLIDES.name("nl")).click();
  await expect(other.quantity(GLIDES.name("nl"))).toHaveValue("3");
  await other.button("cart.remove_item", GLIDES.name("nl")).click();
  await expect(page.getByText(text("nl", "cart.empty_title"))).toBeVisible();
  await expect(orderLink(page, "nl")).toHaveCount(0);
  await shop.expectCount(0);
});
