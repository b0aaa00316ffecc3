// The search screen: results, filters, URL, no results, search unavailable.
import type { Page } from "@playwright/test";
import { expectNoFaults, expectNoSidewaysScroll, expectNoViolations } from "./support/accessibility";
import { withBareCdn } from "./support/bare-cdn";
import { product } from "./support/catalogue";
import { inTurn } from "./support/in-turn";
import { hold, intercept } from "./support/network";
import { DESK, openPanel, QUERY, TELEPHONE, trigger, WORDS } from "./support/search";
import { expect, test } from "./support/shop";
import { home, type Locale, route } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");

test.use({ hasTouch: true });

/** A misspelt query and its correction. */
const MISSPELT = {
  nl: ["eettafle", "eettafel"],
  en: ["miror", "mirror"],
  de: ["stehleuhcte", "stehleuchte"],
} as const satisfies Record<Locale, readonly [string, string]>;

const searchPath = (locale: Locale, query: string) =>
  `${route(locale, "bor.search")}?${new URLSearchParams({ q: query })}`;
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const screenField = (page: Page) => page.getByRole("main").getByRole("searchbox");
const cards = (page: Page) => page.locator(".search .product-card");

/** Opens the results of a query and waits until they are complete. */
async function openResults(page: Page, locale: Locale, query: string): Promise<void> {
  await page.goto(searchPath(locale, query));
  await islandIsThere(page);
}

/** The static form is checked by the browser, the island's own is not; and no response is pending. */
async function islandIsThere(page: Page): Promise<void> {
  await expect(page.locator(".search__form")).toHaveJSProperty("noValidate", true);
  await expect(page.locator(".search__found")).not.toHaveAttribute("aria-busy");
}

/** Opens a filter of the bar, which brings in the filters. */
async function openFacet(page: Page, facet: string): Promise<void> {
  await page.locator(`.list-bar [data-facet=${facet}] > summary`).press("Enter");
  await expect(page.locator(`.list-bar [data-facet=${facet}] input`).first()).toBeVisible();
}

for (const locale of inTurn("nl")) {
  const words = WORDS[locale];
  const query = QUERY[locale];
  test(`R-SEARCH-03 SEARCH-12 ${locale}: products and pages in sections with counts, the query editable in place and in the title`, async ({
    page,
  }) => {
    await page.setViewportSize(DESK);
    await openResults(page, locale, query);
    await expect(heading(page)).toHaveText(words.results(query));
    await expect(page).toHaveTitle(new RegExp(`^\\d+ .*${query}.* \\W Lindhoven$`));
    await expect(screenField(page)).toHaveValue(query);
    await expect(cards(page)).toHaveCount(24);
    const kinds = page.getByRole("navigation", { name: words.found });
    const sections = page.getByRole("main").getByRole("heading", { level: 2 });
    expect(await kinds.getByRole("link").allInnerTexts()).toEqual(
      (await sections.allInnerTexts()).slice(0, await kinds.getByRole("link").count()),
    );
    await kinds.getByRole("link").last().click();
    await expect(sections.nth((await kinds.getByRole("link").count()) - 1)).toBeFocused();
    await expect(page).toHaveURL(searchPath(locale, query));
    await expectNoFaults(page);

    // The query is changed in place: one history entry, and the filters of the last query are gone.
    await page.setViewportSize(DESK);
    await screenField(page).fill(RAVEL.name(locale));
    await screenField(page).press("Enter");
    await expect(page).toHaveURL(searchPath(locale, RAVEL.name(locale)));
    await expect(cards(page).first()).toContainText(RAVEL.name(locale));
    await expect(page).toHaveTitle(new RegExp(RAVEL.name(locale)));
    await page.goBack();
    await expect(heading(page)).toHaveText(words.results(query));
    await expect(screenField(page)).toHaveValue(query);
  });
}

for (const locale of inTurn("en")) {
  const words = WORDS[locale];
  const query = QUERY[locale];
  test(`R-SEARCH-05 ${locale}: the URL is the only state: shared, reloaded, Back and Forward with scroll position`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize(DESK);
    await openResults(page, locale, query);
    const all = await cards(page).locator(".product-card__name").allInnerTexts();
    await openFacet(page, "brand");
    const box = page.locator("[data-facet=brand]").getByRole("checkbox").first();
    const brand = (await box.getAttribute("value")) ?? "";
    await box.press("Space");
    await expect(page).toHaveURL(`${searchPath(locale, query)}&brand=${brand}`);
    await expect(box).toBeFocused();
    await islandIsThere(page);
    const filtered = await cards(page).locator(".product-card__name").allInnerTexts();
    expect(filtered.length).toBeLessThan(all.length);
    await page.getByRole("combobox").and(page.locator("[name=sort]")).selectOption("price_asc");
    await expect(page).toHaveURL(`${searchPath(locale, query)}&brand=${brand}&sort=price_asc`);
    await islandIsThere(page);
    const sorted = await cards(page).locator(".product-card__name").allInnerTexts();
    expect([...sorted].sort()).toEqual([...filtered].sort());

    const other = await context.newPage();
    await other.goto(page.url());
    await islandIsThere(other);
    await expect(other.locator(".search .product-card__name")).toHaveText(sorted);
    await other.close();

    const last = cards(page).last().getByRole("link").first();
    await last.focus();
    await page.evaluate(() => addEventListener("pagehide", () => sessionStorage.setItem("left", String(scrollY))));
    await last.press("Enter");
    await expect(heading(page)).not.toHaveText(words.results(query));
    await page.goBack();
    await islandIsThere(page);
    await expect(cards(page).locator(".product-card__name")).toHaveText(sorted);
    const place = await page.evaluate(() => Number(sessionStorage.getItem("left")));
    expect(place).toBeGreaterThan(0);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
    await expect(last).toBeFocused();
    await page.goBack();
    await expect(cards(page).locator(".product-card__name")).toHaveText(filtered);
    await page.goBack();
    await expect(cards(page).locator(".product-card__name")).toHaveText(all);
    await page.goForward();
    await expect(cards(page).locator(".product-card__name")).toHaveText(filtered);
  });
}

for (const locale of inTurn("de")) {
  const query = QUERY[locale];
  test(`SEARCH-12 ${locale}: a clicked filter stays under the pointer, and other results stay too`, async ({
    page,
  }) => {
    for (const width of [1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await openResults(page, locale, query);
      const groups = await page.locator(".search__group").count();
      for (const facet of ["brand", "price"]) {
        await page.locator(`.list-bar [data-facet=${facet}] > summary`).click();
        const box = page.locator(`[data-facet=${facet}] [data-value]:has(input:enabled:not(:checked))`).last();
        const value = await box.getAttribute("data-value");
        const ticked = page.locator(`[data-facet=${facet}] [data-value="${value}"]`);
        const before = await ticked.boundingBox();
        await ticked.click();
        await expect(page).toHaveURL(new RegExp(`[?&]${facet}=`));
        await islandIsThere(page);
        expect((await ticked.boundingBox())?.y, `${facet} at ${width} px`).toBe(before?.y);
      }
      await expect(page.locator(".search__group")).toHaveCount(groups);
      // The link to the products is always there, even for a few results.
      await expect(page.locator(".list-kinds a").first()).toContainText(WORDS[locale].products);
    }
  });
}

for (const locale of inTurn("nl")) {
  const words = WORDS[locale];
  test(`SEARCH-13 ${locale}: without results there are suggestions, categories and contact details, and no empty grid`, async ({
    page,
  }) => {
    await page.setViewportSize(TELEPHONE);
    const answer = await page.goto(searchPath(locale, "qwertzuiop"));
    expect(answer?.status()).toBe(200);
    await islandIsThere(page);
    await expect(heading(page)).toHaveText(words.none("qwertzuiop"));
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    const main = page.getByRole("main");
    await expect(main.getByText(words.help)).toBeVisible();
    const ways = main.getByRole("region", { name: words.kinds }).getByRole("list").first().getByRole("link");
    expect(await ways.count()).toBeGreaterThanOrEqual(3);
    expect(await ways.count()).toBeLessThanOrEqual(6);
    const help = main.getByRole("complementary", { name: words.question });
    await expect(help.locator('a[href^="tel:"]')).toBeVisible();
    expect(await help.getByRole("link").count()).toBeGreaterThan(1);
    await expect(page.locator(".cards-grid")).toHaveCount(0);
    await expectNoFaults(page);
  });
}

for (const locale of inTurn("en")) {
  const words = WORDS[locale];
  test(`R-SEARCH-03 SEARCH-13 ${locale}: a typing error is corrected, and the correction is one click away`, async ({
    page,
  }) => {
    const [typed, meant] = MISSPELT[locale];
    await page.setViewportSize(TELEPHONE);
    await openResults(page, locale, typed);
    await expect(cards(page).first()).toBeVisible();
    await expect(page.getByText(words.meant)).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: meant, exact: true }).tap();
    await expect(page).toHaveURL(searchPath(locale, meant));
    await expect(heading(page)).toHaveText(words.results(meant));
    await expect(page.getByText(words.meant)).toBeHidden();
  });
}

for (const locale of inTurn("de")) {
  const words = WORDS[locale];
  test(`SEARCH-14 ${locale}: a product number leads to its product, which shows the query and a link to all results`, async ({
    page,
  }) => {
    await page.setViewportSize(DESK);
    await page.goto(home(locale));
    const input = await openPanel(page, locale);
    await input.fill(RAVEL.number);
    await input.press("Enter");
    await expect(page).toHaveURL(RAVEL.path(locale));
    const note = page.getByRole("status").filter({ hasText: words.searched(RAVEL.number) });
    await expect(note).toBeVisible();
    await expectNoViolations(page);
    await note.getByRole("link", { name: words.allResults }).click();
    await islandIsThere(page);
    await expect(page).toHaveURL(new RegExp(`q=${RAVEL.number}#all$`));
    await expect(cards(page).first()).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(RAVEL.path(locale));
    await page.goBack();
    await expect(page).toHaveURL(home(locale));
  });
}

for (const locale of inTurn("nl")) {
  const words = WORDS[locale];
  const query = QUERY[locale];
  const alertOf = (page: Page) => page.getByRole("main").getByRole("alert").filter({ hasText: words.failed });

  test(`R-SEARCH-03 ${locale}: if the search is unavailable, served results stay, another query says so, and can be retried; offline too`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize(TELEPHONE);
    await intercept(page, "**/api/search?*", (call) => call.abort());
    await openResults(page, locale, query);
    await expect(cards(page)).toHaveCount(24);
    await expect(page.locator(".search .product-card__picture > img")).toHaveCount(24);
    await expect(alertOf(page)).toHaveCount(0);
    await enter(page, RAVEL.name(locale));
    await expect(alertOf(page)).toBeVisible();
    await expectNoFaults(page);
    await page.unroute("**/api/search?*");
    await alertOf(page).getByRole("button", { name: words.again }).click();
    await expect(heading(page)).toHaveText(words.results(RAVEL.name(locale)));
    await expect(alertOf(page)).toHaveCount(0);

    await context.setOffline(true);
    await enter(page, MISSPELT[locale][1]);
    await expect(page.getByRole("main").getByText(words.offline)).toBeVisible();
    await context.setOffline(false);
    await expect(heading(page)).toHaveText(words.results(MISSPELT[locale][1]));
  });

  test(`R-SEARCH-03 ${locale}: on a CDN that serves no results, an unavailable search says so with ways on, and can be retried`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize(TELEPHONE);
    await intercept(page, "**/api/search?*", (call) => call.abort());
    await withBareCdn(shop, async (url) => {
      await page.goto(url + searchPath(locale, query));
      await expect(alertOf(page)).toBeVisible();
      await expect(page.getByRole("region", { name: words.kinds })).toBeVisible();
      await expectNoFaults(page);
      await page.unroute("**/api/search?*");
      await alertOf(page).getByRole("button", { name: words.again }).click();
      await expect(heading(page)).toHaveText(words.results(query));
      await expect(alertOf(page)).toHaveCount(0);
      await expect(page.getByRole("region", { name: words.kinds })).toBeHidden();
      await expect(cards(page)).toHaveCount(24);
    });
  });
}

for (const locale of inTurn("de")) {
  const query = QUERY[locale];
  test(`R-SEARCH-03 ${locale}: served results stay, React comes with the first use of a filter, and nothing moves then`, async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const isAsked = (part: string) => asked.some((url) => url.includes(part));
    for (const width of [320, 390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      asked.length = 0;
      await openResults(page, locale, query);
      await page.evaluate(() => document.querySelector(".product-card")?.setAttribute("data-served", ""));
      await expect(page.locator(".search .swatches svg").first()).toBeVisible();
      await expect(cards(page).locator(".product-card__picture > img")).toHaveCount(24);
      expect(isAsked("/assets/react-"), "before a use").toBe(false);
      await expect(page.locator("[data-served]")).toHaveCount(1);
      await expectNoSidewaysScroll(page);
      const before = await places(page);
      await page.locator(".list-bar").dispatchEvent("pointerenter");
      await expect(page.locator(".list-bar__line")).toHaveCount(1);
      expect(isAsked("/assets/react-"), "after it").toBe(true);
      await expect(page.locator("[data-served]")).toHaveCount(0);
      expect(await places(page), `${width} px`).toEqual(before);
    }
  });
}

/** Where the parts of the screen are. */
function places(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [".list-kinds", ".list-bar", ".list-bar__count", ".list-sort", ".product-card:nth-child(7)", ".list-more"].map(
      (part) => {
        const {
          x = 0,
          y = 0,
          width = 0,
          height = 0,
        } = document.querySelector(`.search ${part}`)?.getBoundingClientRect() ?? {};
        return `${part} ${[x, y + scrollY, width, height].map(Math.round)}`;
      },
    ),
  );
}

/** The part of the screen that is loaded on its first use is a chunk; those of a served page are there before. */
const FILTERS = /\/assets\/(chunk|react)-/;

for (const locale of inTurn("en")) {
  const words = WORDS[locale];
  const query = QUERY[locale];
  test(`R-SEARCH-03 ${locale}: a press before the filters are there is kept: sort, more, the dialog, another query`, async ({
    page,
  }) => {
    await page.setViewportSize(TELEPHONE);
    const busy = page.locator(".search__found[aria-busy=true]");
    const sort = page.locator(".search select[name=sort]");
    for (const [press, expected] of [
      [() => sort.selectOption("price_asc"), () => expect(page).toHaveURL(/&sort=price_asc$/)],
      [() => page.getByRole("link", { name: words.more }).tap(), () => expect(page).toHaveURL(/&page=2$/)],
      [() => page.locator("[data-filters]").tap(), () => expect(page.getByRole("dialog")).toBeVisible()],
      [() => enter(page, RAVEL.name(locale)), () => expect(page).toHaveURL(searchPath(locale, RAVEL.name(locale)))],
    ] as const) {
      await openResults(page, locale, query);
      const letGo = await hold(page, FILTERS);
      const entries = await page.evaluate(() => history.length);
      await press();
      await expect(busy).toHaveCount(1);
      letGo();
      await expected();
      await expect(busy).toHaveCount(0);
      const isDialog = await page.getByRole("dialog").isVisible();
      expect(await page.evaluate(() => history.length)).toBe(entries + (isDialog ? 0 : 1));
      await page.unroute(FILTERS);
    }
  });
}

for (const locale of inTurn("nl")) {
  const words = WORDS[locale];
  const query = QUERY[locale];
  test(`R-SEARCH-03 ${locale}: where the filters cannot be loaded, a press leads to a served page; offline it waits`, async ({
    page,
    context,
    complaints,
  }) => {
    await page.setViewportSize(TELEPHONE);
    await intercept(page, /\/assets\/react-/, (call) => call.abort());
    await openResults(page, locale, query);
    await page.locator(".search select[name=sort]").selectOption("price_desc");
    await expect(page).toHaveURL(/&sort=price_desc$/);
    await islandIsThere(page);
    await expect(page.locator(".search select[name=sort]")).toHaveValue("price_desc");
    await expect(page.locator(".list-bar__line")).toHaveCount(0);

    await context.setOffline(true);
    await enter(page, MISSPELT[locale][1]);
    await expect(page.getByRole("main").getByText(words.offline)).toBeVisible();
    await context.setOffline(false);
    await expect(heading(page)).toHaveText(words.results(MISSPELT[locale][1]));
    expect(complaints.splice(0)).toEqual(
      expect.arrayContaining([expect.stringContaining("the filters of the search could not start")]),
    );
  });
}

async function enter(page: Page, query: string): Promise<void> {
  await screenField(page).fill(query);
  await screenField(page).press("Enter");
}

for (const locale of inTurn("en")) {
  const words = WORDS[locale];
  const query = QUERY[locale];
  test(`R-SEARCH-03 ${locale}: on phones filters are a dialog, and more results are one tap away`, async ({ page }) => {
    await page.setViewportSize(TELEPHONE);
    await openResults(page, locale, query);
    await page.getByRole("link", { name: words.more }).tap();
    await expect(page).toHaveURL(`${searchPath(locale, query)}&page=2`);
    await expect.poll(() => cards(page).count()).toBeGreaterThan(24);
    await page.locator("[data-filters]").tap();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await expectNoViolations(page);
    await dialog.locator("summary").first().tap();
    await dialog.getByRole("checkbox").first().tap();
    await expectNoSidewaysScroll(page);
    await expectNoViolations(page);
    const release = await hold(page, "**/api/search?*");
    await dialog.getByRole("button").last().tap();
    await expect(dialog).toHaveCount(0);
    await expect(page).not.toHaveURL(`${searchPath(locale, query)}&page=2`);
    // The previous results stay visible and dimmed while new ones are loading.
    await expect(page.locator(".search__found")).toHaveCSS("opacity", "0.5");
    release();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expectNoViolations(page);
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const locale of inTurn("de")) {
    test(`R-SEARCH-01 R-SEARCH-05 ${locale}: the header's form is a GET with q, and its results are a page`, async ({
      page,
    }) => {
      await page.goto(home(locale));
      await trigger(page).click();
      const input = page.getByRole("banner").getByRole("searchbox", { name: WORDS[locale].label });
      await input.fill(QUERY[locale]);
      await page.getByRole("banner").getByRole("search").getByRole("button").click();
      await expect(page).toHaveURL(searchPath(locale, QUERY[locale]));
      await expect(heading(page)).toContainText(QUERY[locale]);
      // Tab and bookmark titles contain the query.
      await expect(page).toHaveTitle(new RegExp(`^${QUERY[locale]} \\W .+ \\W Lindhoven$`));
      await expect(cards(page)).toHaveCount(24);
    });
  }
});
