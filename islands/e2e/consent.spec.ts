// The layer that asks before the tag manager, and what follows from each choice (R-UI-08, CONSENT-1 to -4, law §10).
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { expectNoSidewaysScroll, expectNoViolations } from "./support/accessibility";
import { product } from "./support/catalogue";
import { CheckoutPage } from "./support/checkout";
import { intercept } from "./support/network";
import { total, watchShifts } from "./support/shifts";
import { Storefront } from "./support/storefront";
import { inTabs } from "./support/tabs";
import { dataLayer, eventsIn, test, watchForeign } from "./support/tag-manager";
import { home, LOCALES, type Locale, route, text } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");
const DENIED = {
  analytics_storage: "denied",
  ad_storage: "denied",
  ad_user_data: "denied",
  ad_personalization: "denied",
};
const MONTH_S = 31 * 24 * 60 * 60;

class Layer {
  readonly page: Page;
  readonly locale: Locale;
  readonly root: Locator;

  constructor(page: Page, locale: Locale) {
    this.page = page;
    this.locale = locale;
    this.root = page.getByRole("region", { name: text(locale, "consent.title") });
  }

  button(key: "refuse" | "accept" | "choose" | "save"): Locator {
    return this.root.getByRole("button", { name: text(this.locale, `consent.${key}`), exact: true });
  }

  box(key: "analytics" | "marketing"): Locator {
    return this.root.getByRole("checkbox", { name: new RegExp(`^${text(this.locale, `consent.${key}`)}`) });
  }

  /** The link in the footer. */
  get settings(): Locator {
    return this.page.getByRole("contentinfo").getByText(text(this.locale, "consent.settings"), { exact: true });
  }

  /** The recorded choice: version, time and kinds. */
  async recorded(): Promise<readonly string[] | null> {
    const cookies = await this.page.context().cookies();
    return cookies.find(({ name }) => name === "vitrine-consent")?.value.split("~") ?? null;
  }
}

/** The version that pages of this shop ask about. */
async function versionOf(page: Page): Promise<string> {
  const data = (await page.locator("#consent > script").textContent()) ?? "";
  return (JSON.parse(data) as { props: { version: string } }).props.version;
}

const idle = (page: Page) => page.waitForLoadState("networkidle");

for (const locale of LOCALES) {
  test.describe(`${locale}: the layer`, () => {
    test("CONSENT-2 refuses in one press, with nothing requested and nothing stored but the choice", async ({
      page,
      tracked,
    }) => {
      const foreign = watchForeign(page, tracked.standIn);
      const layer = new Layer(page, locale);
      // Its style sheet is held back until everything else of the page has come.
      let letGo = () => {};
      const held = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      await intercept(page, /\/consent-\w+\.css$/, (route) => held.then(() => route.continue()));
      await page.goto(home(locale));
      await expect(page.locator('link[href*="/consent-"]')).toHaveCount(1);
      await page.evaluate(() => document.fonts.ready);
      await expect(layer.root).toBeHidden();
      const shifts = await watchShifts(page);
      const before = shifts.length;
      letGo();
      await expect(layer.root).toBeVisible();
      await idle(page);
      // Reading goes on: nothing was moved, and the focus is where it was.
      expect(total(shifts.slice(before))).toBe(0);
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
      const [refuse, accept] = await Promise.all(
        (["refuse", "accept"] as const).map((key) =>
          layer.button(key).evaluate((button) => {
            const { width, height, y } = button.getBoundingClientRect();
            const { color, backgroundColor, fontSize, fontWeight, borderColor } = getComputedStyle(button);
            return { width, height, y, color, backgroundColor, fontSize, fontWeight, borderColor };
          }),
        ),
      );
      expect(accept, "accept and refuse are alike in weight").toEqual(refuse);
      await layer.button("refuse").click();
      await expect(layer.root).toBeHidden();
      await expect(page.locator("[data-consent-said]")).toHaveText(text(locale, "consent.saved"));
      const recorded = await layer.recorded();
      expect(recorded?.[0]).toBe(await versionOf(page));
      expect(Math.abs(Number(recorded?.[1]) - Date.now() / 1000)).toBeLessThan(300);
      expect(recorded?.[2]).toBe("");
      await page.goto(RAVEL.path(locale));
      await idle(page);
      await expect(layer.root).toBeHidden();
      expect(foreign).toEqual([]);
      expect(await dataLayer(page)).toEqual([]);
      expect(await page.evaluate(() => localStorage.getItem("vitrine-events"))).toBeNull();
    });

    test("consent mode v2: all is denied first, then what was accepted is granted, then the script comes", async ({
      page,
      tracked,
    }) => {
      const foreign = watchForeign(page, tracked.standIn);
      const layer = new Layer(page, locale);
      await page.goto(RAVEL.path(locale));
      await layer.button("accept").click();
      await page.waitForFunction(() => (globalThis as { standIn?: { second?: boolean } }).standIn?.second === true);
      const granted = Object.fromEntries(Object.keys(DENIED).map((state) => [state, "granted"]));
      const [first, second, set, start, ...events] = await dataLayer(page);
      expect(first).toEqual(["consent", "default", DENIED]);
      expect(second).toEqual(["consent", "update", granted]);
      expect(set).toMatchObject(["set", { page_location: `${tracked.shop.url}${RAVEL.path(locale)}` }]);
      expect(start).toMatchObject({ event: "gtm.js" });
      expect(foreign).toEqual([
        `${tracked.standIn.origin}/gtm.js?id=GTM-JOURNEY1`,
        `${tracked.standIn.origin}/second.js`,
      ]);
      expect(events).toContainEqual({
        event: "view_item",
        ecommerce: {
          currency: "EUR",
          value: RAVEL.price / 100,
          items: [{ item_id: "RAVEL-RU-OA", item_name: RAVEL.name(locale), price: RAVEL.price / 100, quantity: 1 }],
        },
      });
      expect((await layer.recorded())?.[2]).toBe("am");
      // Rule 23: Trusted Types stay enforced, for the tag manager too.
      const refused = await page.evaluate(() => (globalThis as { standIn?: { refused: string[] } }).standIn?.refused);
      expect(refused).toEqual(["TypeError", "TypeError", "TypeError"]);
    });

    test("CONSENT-2 choosing by keyboard: nothing is ticked, and only what is ticked is granted", async ({ page }) => {
      const layer = new Layer(page, locale);
      await page.goto(home(locale));
      await expect(layer.root).toBeVisible();
      // Early in the tab order: after the skip link.
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      await expect(layer.root.getByRole("link")).toBeFocused();
      await layer.button("choose").press("Enter");
      await expect(layer.box("analytics")).toBeFocused();
      await expect(layer.box("analytics")).not.toBeChecked();
      await expect(layer.box("marketing")).not.toBeChecked();
      await page.keyboard.press("Space");
      await layer.button("save").press("Enter");
      await expect(layer.root).toBeHidden();
      await expect(page.locator("#main")).toBeFocused();
      await expect
        .poll(() => dataLayer(page))
        .toContainEqual(["consent", "update", { ...DENIED, analytics_storage: "granted" }]);
      expect((await layer.recorded())?.[2]).toBe("a");
    });

    test("CONSENT-3 the footer's link changes the choice later", async ({ page, tracked }) => {
      const layer = new Layer(page, locale);
      await page.goto(home(locale));
      await layer.button("accept").click();
      await page.waitForFunction(() => "standIn" in globalThis);
      await page.evaluate(() => {
        // biome-ignore lint/suspicious/noDocumentCookie: as the tag manager's script does
        document.cookie = "_ga=GA1.1.1.1; Path=/";
      });
      await layer.settings.click();
      await expect(page.locator("#consent-title")).toBeFocused();
      await layer.button("choose").click();
      await expect(layer.box("marketing")).toBeChecked();
      await page.keyboard.press("Escape");
      await expect(layer.root).toBeHidden();
      await expect(layer.settings).toBeFocused();
      const foreign = watchForeign(page, tracked.standIn);
      await layer.settings.click();
      await Promise.all([page.waitForEvent("load"), layer.button("refuse").click()]);
      await idle(page);
      expect(foreign, "the script that ran has ended with the page").toEqual([]);
      expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("_ga");
      expect((await layer.recorded())?.[2]).toBe("");
    });

    test("has no faults in any state, at 320 and 1440 px", async ({ page }) => {
      const layer = new Layer(page, locale);
      for (const width of [320, 1440]) {
        await page.setViewportSize({ width, height: 720 });
        await page.goto(home(locale));
        await expect(layer.root).toBeVisible();
        await expectNoSidewaysScroll(page);
        await expectNoViolations(page);
        const asked = await layer.root.boundingBox();
        expect(asked?.height ?? 999, "the page can be read").toBeLessThan(width === 320 ? 400 : 300);
        await layer.button("choose").click();
        await expectNoSidewaysScroll(page);
        await expectNoViolations(page);
        // Escape is no choice: the next page asks again.
        await page.keyboard.press("Escape");
        await expect(layer.root).toBeHidden();
        expect(await layer.recorded()).toBeNull();
      }
    });
  });
}

test("law §10 the layer asks again after the configured months, and when the version changes", async ({
  page,
  shop,
}) => {
  const layer = new Layer(page, "nl");
  await page.goto("/");
  await expect(layer.root).toBeVisible();
  const version = await versionOf(page);
  const now = Math.floor(Date.now() / 1000);
  for (const [value, asks] of [
    [`${version}~${now - 5 * MONTH_S}~am`, false],
    [`${version}~${now - 6 * MONTH_S}~am`, true],
    [`0.${version}~${now}~am`, true],
    [`${version}~${now}~`, false],
  ] as const) {
    await page.context().addCookies([{ name: "vitrine-consent", value, url: shop.url }]);
    await page.goto("/");
    await idle(page);
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 3000 })));
    if (asks) await expect(layer.root).toBeVisible();
    else await expect(layer.root).toBeHidden();
  }
});

test("CONSENT-4 no kind of page requests anything from the tag manager before a grant", async ({ page, tracked }) => {
  test.slow();
  const foreign = watchForeign(page, tracked.standIn);
  const file = path.join(tracked.shop.dist, "current/release.json");
  const { pages } = JSON.parse(readFileSync(file, "utf8")) as { pages: { path: string; kind: string }[] };
  const kinds = [...new Set(pages.map(({ kind }) => kind))];
  expect(kinds.length).toBeGreaterThan(10);
  const paths = kinds.map((kind, index) => {
    const prefix = ["/", "/en/", "/de/"][index % 3] ?? "/";
    const all = pages.filter((one) => one.kind === kind);
    return (all.find((one) => one.path.startsWith(prefix)) ?? all[0])?.path ?? "/";
  });
  await inTabs(page, paths, async (tab, at) => {
    await tab.goto(at);
    await idle(tab);
  });
  expect(foreign).toEqual([]);
  expect(tracked.standIn.requested.filter((url) => url.includes("undefined"))).toEqual([]);
});

test("rule 23: screens load nothing foreign, and the layer is no part of them until it is asked for", async ({
  page,
  tracked,
}) => {
  const foreign = watchForeign(page, tracked.standIn);
  const shop = new Storefront(page, "nl");
  const layer = new Layer(page, "nl");
  await page.goto("/");
  await layer.button("accept").click();
  await page.waitForFunction(() => "standIn" in globalThis);
  await shop.add(RAVEL);
  const before = foreign.length;
  const checkout = new CheckoutPage(page, "nl");
  await page.context().clearCookies({ name: "vitrine-consent" });
  await checkout.toReview();
  await expect(layer.root).toBeHidden();
  await layer.settings.click();
  await expect(layer.root).toBeVisible();
  const [ours, theirs] = await Promise.all([layer.root.boundingBox(), checkout.orderButton.boundingBox()]);
  expect(ours && theirs && (ours.y >= theirs.y + theirs.height || ours.y + ours.height <= theirs.y)).toBe(true);
  await expectNoViolations(page);
  await layer.button("accept").click();
  await idle(page);
  expect(foreign.length, "the checkout asks the tag manager for nothing").toBe(before);
  // A script that tried would be refused by the page's own policy.
  const refused = await page.evaluate(
    (origin) =>
      new Promise<string>((done) => {
        addEventListener("securitypolicyviolation", ({ effectiveDirective }) => done(effectiveDirective), {
          once: true,
        });
        fetch(`${origin}/x`).catch(() => {});
      }),
    tracked.standIn.origin,
  );
  expect(refused).toBe("connect-src");
});

test("R-UI-08 the events: list, view, add, remove, search, begin and purchase, as the pages show them", async ({
  page,
}) => {
  test.slow();
  const shop = new Storefront(page, "nl");
  const layer = new Layer(page, "nl");
  await page.goto("/producten");
  await layer.button("accept").click();
  await expect.poll(() => eventsIn(page)).toContainEqual(expect.objectContaining({ event: "view_item_list" }));
  const [list] = await eventsIn(page);
  const items = list?.ecommerce?.items as { item_id: string; item_name: string; price: number }[];
  const cards = page.locator("main .product-card");
  expect(items.length).toBe(await cards.count());
  for (const [index, { item_name, price }] of [...items.entries()].slice(0, 5)) {
    const card = cards.nth(index);
    await expect(card.getByRole("link").first()).toHaveText(item_name);
    const shown = (await card.locator(".product-card__price").textContent()) ?? "";
    expect(shown.replace(/[^\d,]/g, "").replace(",", ".")).toBe(price.toFixed(2));
  }

  const item = { item_id: "RAVEL-RU-OA", item_name: RAVEL.name("nl"), price: RAVEL.price / 100 };
  await shop.openProduct(RAVEL);
  await shop.buyButton.click();
  await shop.goOn(RAVEL, 1);
  const ecommerce = { currency: "EUR", value: item.price, items: [{ ...item, quantity: 1 }] };
  expect(await eventsIn(page)).toContainEqual({ event: "add_to_cart", ecommerce });

  // Screens keep their events for the next page.
  await shop.openCart();
  await shop.expectCartRead();
  await shop.button("cart.increase", RAVEL.name("nl")).click();
  await shop.expectCount(2);
  await shop.button("cart.decrease", RAVEL.name("nl")).click();
  await shop.expectCount(1);
  expect(await eventsIn(page)).toEqual([]);
  await page.goto(`${route("nl", "bor.search")}?q=stoel`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("stoel");
  await page.goto(`${route("nl", "bor.search")}?q=noor@example.test`);
  await idle(page);
  const checkout = new CheckoutPage(page, "nl");
  await checkout.toReview();
  const sum = await page.evaluate(() => JSON.parse(localStorage.getItem("vitrine-events") ?? "[]") as unknown[]);
  expect(sum.length).toBeGreaterThan(3);
  await checkout.order();
  await page.goto("/");
  await expect.poll(() => eventsIn(page)).toContainEqual(expect.objectContaining({ event: "purchase" }));
  const told = await eventsIn(page);
  expect(told.map(({ event }) => event)).toEqual([
    "add_to_cart",
    "remove_from_cart",
    "search",
    "search",
    "begin_checkout",
    "purchase",
  ]);
  expect(told[1]).toEqual({ event: "remove_from_cart", ecommerce });
  expect(told[2]).toMatchObject({ search_term: "stoel", result_count: expect.any(Number) });
  expect(told[3]).toMatchObject({ search_term: "" });
  expect(told[4]).toEqual({ event: "begin_checkout", ecommerce });
  expect(told[5]?.ecommerce).toMatchObject({ currency: "EUR", items: [{ ...item, quantity: 1 }] });
  expect(told[5]?.ecommerce?.transaction_id).toMatch(/^\d+$/);
  expect(JSON.stringify(told)).not.toMatch(/noor|visser|@|spui/i);
  expect(await page.evaluate(() => localStorage.getItem("vitrine-events"))).toBeNull();
});

test("cookies blocked: nothing is measured, and the layer says so", async ({ page, tracked }) => {
  const foreign = watchForeign(page, tracked.standIn);
  await page.addInitScript(() => {
    Object.defineProperty(Document.prototype, "cookie", { get: () => "", set: () => {} });
  });
  const layer = new Layer(page, "en");
  await page.goto("/en");
  await layer.button("accept").click();
  await expect(page.locator("[data-consent-said]")).toHaveText(text("en", "consent.not_saved"));
  await idle(page);
  expect(foreign).toEqual([]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("no layer appears, and the footer's link leads to the page about cookies", async ({ page }) => {
    for (const locale of LOCALES) {
      const layer = new Layer(page, locale);
      await page.goto(home(locale));
      await expect(page.locator("#consent")).toBeHidden();
      await layer.settings.click();
      await expect(page.getByRole("main")).toContainText("vitrine-consent");
    }
  });
});
