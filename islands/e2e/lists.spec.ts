// Lists of products with filters (R-CMS-03, R-CMS-07; docs/interaction.md FACET-1 to FACET-14).
import type { Page } from "@playwright/test";
import { expectNoFaults, expectNoViolations } from "./support/accessibility";
import { Listing, valuesOf } from "./support/listing";
import { hold, intercept } from "./support/network";
import { PAGE_KINDS, pathIn } from "./support/page-kinds";
import { expect, test } from "./support/shop";
import { LOCALES } from "./support/texts";

const CATEGORY = "/producten/meubels";
const kind = (path: string) => {
  const found = PAGE_KINDS.find((one) => one.path === path);
  if (found === undefined) throw new Error(`no kind of page is ${path}`);
  return found;
};

/** The values of a facet, those with the most products first. */
async function most(page: Page, facet: string) {
  return [...(await valuesOf(page, facet))].sort((a, b) => b.count - a.count);
}

const historyLength = (page: Page) => page.evaluate(() => history.length);
const scrollOf = (page: Page) => page.evaluate(() => scrollY);

for (const locale of LOCALES) {
  test.describe(`${locale}, on a desk`, () => {
    test.use({ viewport: { width: 1440, height: 900 } });

    // FACET-4: "facet values are checkboxes in `fieldset/legend` disclosure groups; change applies immediately; focus
    // stays on the checkbox; results region gets `aria-busy` and a polite '38 products'". FACET-7: "Applied filters as
    // removable chips above the list + 'Clear all'; each chip's button is named 'Remove filter Colour: oak'".
    test("R-CMS-07 a filter applies at once, is a chip above the list, and can be removed again", async ({
      page,
      request,
    }) => {
      await page.goto(await pathIn(request, kind(CATEGORY), locale));
      const list = new Listing(page, locale);
      const own = await list.cards.allInnerTexts();
      const before = await historyLength(page);
      const [value] = await most(page, "brand");
      const group = await list.open("brand");
      await expect(group).toHaveJSProperty("tagName", "FIELDSET");
      const facet = await group.locator("legend").innerText();
      const box = list.box("brand", value?.key ?? "");
      const label = await group.locator(`[data-value="${value?.key}"] .facet__label`).innerText();
      await expect(box).toHaveAttribute("type", "checkbox");
      const letGo = await hold(page, "**/api/search**");
      await box.focus();
      await page.keyboard.press("Space");
      await expect(box).toBeChecked();
      await expect(list.root.locator("[data-own-list]")).toHaveAttribute("aria-busy", "true");
      letGo();
      await list.settled();
      await expect(page).toHaveURL(new RegExp(`\\?brand=${value?.key}$`));
      await expect(box).toBeFocused();
      await expect(list.count).toHaveText(list.text("product_list.count", { count: value?.count ?? 0 }));
      await expect(list.count).toHaveRole("status");
      expect(await historyLength(page)).toBe(before + 1);

      const chip = list.chip("brand", value?.key ?? "");
      await expect(chip).toHaveAccessibleName(list.text("listing.remove", { facet, value: label }));
      await expect(page.getByRole("button", { name: list.text("listing.clear") })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(group).toBeHidden();
      await chip.click();
      await expect(page).not.toHaveURL(/\?/);
      expect(await list.cards.allInnerTexts()).toEqual(own);
      await expect(list.root.locator("[data-own-list]")).toBeVisible();
    });

    // FACET-12: "No result after filtering: keep chips, say which filter to remove, show 'Clear all'".
    test("R-CMS-07 without results the chips stay, and the filters to remove are named", async ({ page, request }) => {
      const path = await pathIn(request, kind(CATEGORY), locale);
      await page.goto(path);
      const list = new Listing(page, locale);
      const pair = await withoutProducts(page, list);
      await page.goto(`${path}?${pair}`);
      await list.settled();
      await expect(page.getByText(list.text("product_list.none"))).toBeVisible();
      await expect(list.root.locator("[data-chip]")).toHaveCount(2);
      await expect(page.getByText(list.text("listing.without"))).toBeVisible();
      const ways = list.root.locator(".no-result__ways button");
      await expect(ways).toHaveCount(2);
      await expect(page.getByRole("button", { name: list.text("listing.clear") }).last()).toBeVisible();
      await ways.first().click();
      await list.settled();
      expect(await list.cards.count()).toBeGreaterThan(0);
    });

    // FACET-11: "Sort is a native `<select>` with visible label; default named ('Recommended')".
    test("R-CMS-07 the sort order is a native select with a label, and is in the URL", async ({ page, request }) => {
      await page.goto(await pathIn(request, kind("/producten"), locale));
      const list = new Listing(page, locale);
      const sort = page.getByRole("combobox", { name: list.text("listing.sort") });
      await expect(list.root.locator(".list-sort__label")).toBeVisible();
      await expect(sort).toHaveJSProperty("tagName", "SELECT");
      await expect(sort.locator("option:checked")).toHaveText(list.text("lists.sort.relevance"));
      await sort.selectOption({ label: list.text("lists.sort.price_asc") });
      await expect(page).toHaveURL(/\?sort=price_asc$/);
      await list.settled();
      const answer = await page.request.get("/api/search?sort=price_asc", { headers: { "X-Vitrine-Locale": locale } });
      const { products } = (await answer.json()) as { products: { href: string }[] };
      const hrefs = await list.cards
        .locator("a.product-card__link")
        .evaluateAll((all) => all.map((a) => a.getAttribute("href")));
      expect(hrefs).toEqual(products.map(({ href }) => href));
      await sort.selectOption({ label: list.text("lists.sort.relevance") });
      await expect(page).not.toHaveURL(/sort/);
    });
  });

  test.describe(`${locale}, on a telephone`, () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

    // FACET-5: "full-screen dialog; changes are collected; footer button 'Show 38 products' updates live and applies;
    // closing without applying discards".
    test("R-CMS-07 filters are a dialog that previews the number of results, and applies or discards", async ({
      page,
      request,
    }) => {
      await page.goto(await pathIn(request, kind(CATEGORY), locale));
      const list = new Listing(page, locale);
      const [value] = await most(page, "brand");
      const before = await historyLength(page);
      const opener = page.getByRole("button", { name: list.text("listing.filters"), exact: true });
      const dialog = page.getByRole("dialog", { name: list.text("listing.filters") });
      const choose = async () => {
        await opener.tap();
        await expect(dialog).toBeVisible();
        await dialog.locator("details[data-facet=brand] summary").tap();
        await dialog.locator(`[data-value="${value?.key}"] input`).tap();
        await expect(dialog.locator("[data-apply]")).toHaveText(
          list.text("product_list.show", { count: value?.count ?? 0 }),
        );
      };
      await choose();
      const size = await dialog.boundingBox();
      expect([size?.width, size?.height]).toEqual([390, 844]);
      await dialog.getByRole("button", { name: list.text("listing.close") }).tap();
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
      await expect(page).not.toHaveURL(/\?/);
      await expect(list.root.locator("[data-own-list]")).toBeVisible();

      await choose();
      await dialog.locator("[data-apply]").tap();
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL(new RegExp(`\\?brand=${value?.key}$`));
      await list.settled();
      await expect(list.count).toHaveText(list.text("product_list.count", { count: value?.count ?? 0 }));
      expect(await historyLength(page)).toBe(before + 1);
      await expect(page.getByRole("button", { name: list.text("listing.filters_chosen", { count: 1 }) })).toBeVisible();
    });
  });
}

/** A brand and a material that no product has together. */
async function withoutProducts(page: Page, list: Listing): Promise<string> {
  for (const { key } of await valuesOf(page, "brand")) {
    const answer = await page.request.get(`/api/search?category=meubels&brand=${key}`, {
      headers: { "X-Vitrine-Locale": list.locale },
    });
    const { facets } = (await answer.json()) as { facets: { key: string; values: { key: string; count: number }[] }[] };
    const none = facets.find((facet) => facet.key === "material")?.values.find(({ count }) => count === 0);
    if (none) return `brand=${key}&material=${none.key}`;
  }
  throw new Error("every brand has every material");
}

test.describe("the URL of a list", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  // FACET-1: "The URL is the only state …; stable order; unknown parameters ignored; reload, share and Back give the
  // same list". FACET-2: "One user action = exactly one history entry. Normalising the URL on load uses
  // `replaceState`".
  test("R-CMS-07 it is the only state, in a stable order; each choice is one history entry", async ({
    page,
    context,
  }) => {
    await page.goto(CATEGORY);
    const list = new Listing(page, "nl");
    const before = await historyLength(page);
    const [first, second] = await most(page, "brand");
    await list.open("brand");
    await list.box("brand", first?.key ?? "").check();
    await list.settled();
    await list.box("brand", second?.key ?? "").check();
    await list.settled();
    expect(await historyLength(page)).toBe(before + 2);
    const keys = [first?.key ?? "", second?.key ?? ""].sort();
    await expect(page).toHaveURL(`${CATEGORY}?brand=${keys[0]}&brand=${keys[1]}`);
    const shown = await list.cards.allInnerTexts();

    await page.reload();
    await list.settled();
    expect(await list.cards.allInnerTexts()).toEqual(shown);

    const other = await context.newPage();
    await other.goto(`${CATEGORY}?utm_source=brief&brand=${keys[1]}&brand=${keys[0]}&nonsense=1&sort=upwards`);
    const shared = new Listing(other, "nl");
    await expect(other).toHaveURL(`${CATEGORY}?brand=${keys[0]}&brand=${keys[1]}`);
    await shared.settled();
    expect(await shared.cards.allInnerTexts()).toEqual(shown);
    expect(await historyLength(other)).toBe(2);

    await page.goBack();
    await expect(page).toHaveURL(`${CATEGORY}?brand=${first?.key}`);
    await list.settled();
    await expect(list.count).toHaveText(list.text("product_list.count", { count: first?.count ?? 0 }));
    await page.goBack();
    await expect(page).toHaveURL(CATEGORY);
    await expect(list.root.locator("[data-own-list]")).toBeVisible();
    await page.goForward();
    await expect(list.count).toHaveText(list.text("product_list.count", { count: first?.count ?? 0 }));
  });

  // FACET-3: "Back from a product restores list, filters, scroll position and the tile's focus".
  for (const query of ["", "?sort=price_asc", "?sort=price_asc&page=2", "?page=2"]) {
    test(`R-CMS-07 back from a product to ${query || "the page's own list"} is where the visitor was`, async ({
      page,
    }) => {
      await page.goto(`/producten${query}`);
      const list = new Listing(page, "nl");
      if (query.includes("sort"))
        await expect(list.root.locator(".listing__results .product-card").first()).toBeVisible();
      const tile = list.cards.nth(query.includes("page") ? 30 : 14).locator(".product-card__link");
      const href = await tile.getAttribute("href");
      await tile.scrollIntoViewIfNeeded();
      const [y, shown] = [await scrollOf(page), await list.cards.count()];
      expect(y).toBeGreaterThan(0);
      await tile.click();
      await expect(page).toHaveURL(`${href}`);
      await page.goBack();
      await expect(list.root.locator(`.product-card__link[href="${href}"]:visible`)).toBeFocused();
      expect(await list.cards.count()).toBe(shown);
      expect(Math.abs((await scrollOf(page)) - y)).toBeLessThanOrEqual(1);
    });
  }

  test("R-CMS-07 Back and Forward between selections restore the scroll position", async ({ page }) => {
    await page.goto("/producten?sort=price_asc");
    const list = new Listing(page, "nl");
    await expect(list.root.locator(".listing__results .product-card").first()).toBeVisible();
    await list.cards.nth(12).scrollIntoViewIfNeeded();
    const y = await scrollOf(page);
    await page.getByRole("combobox", { name: list.text("listing.sort") }).selectOption("price_desc");
    await list.settled();
    await page.goBack();
    await expect(page).toHaveURL(/price_asc/);
    await expect.poll(() => scrollOf(page)).toBe(y);
  });

  // FACET-13: "Facet combinations beyond one value are `noindex,follow` and excluded from the sitemap"; the canonical
  // address is that of the static page.
  test("R-CMS-07 a selection of more than one value is not indexed", async ({ page }) => {
    await page.goto(CATEGORY);
    const [first, second] = await most(page, "brand");
    const robots = page.locator("meta[name=robots][content='noindex,follow']");
    for (const [query, unindexed] of [
      [`?brand=${first?.key}`, 0],
      [`?brand=${first?.key}&brand=${second?.key}`, 1],
    ] as const) {
      await page.goto(CATEGORY + query);
      await new Listing(page, "nl").settled();
      await expect(page.locator("[data-chip]").first()).toBeVisible();
      await expect(robots).toHaveCount(unindexed);
      await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", new RegExp(`${CATEGORY}$`));
    }
    await page.locator("[data-clear]").click();
    await expect(robots).toHaveCount(0);
  });
});

test.describe("values", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  // FACET-6: "Every value has a count under the current selection; zero-count values disabled, not removed, while the
  // group is open (no jumping)". FACET-8: "Colour/material facets show swatch and text".
  test("R-CMS-07 each value has its count, and keeps its place when the count is zero", async ({ page }) => {
    await page.goto(CATEGORY);
    const list = new Listing(page, "nl");
    const query = await withoutProducts(page, list);
    const { brand = "", material = "" } = Object.fromEntries(new URLSearchParams(query));
    const materials = (await valuesOf(page, "material")).map(({ key }) => key);
    await list.open("brand");
    await list.box("brand", brand).check();
    await list.settled();
    const group = await list.open("material");
    const shown = await group.locator("[data-value]").evaluateAll((all) => all.map((one) => one.dataset.value ?? ""));
    expect(new Set(shown)).toEqual(new Set(materials));
    await expect(list.box("material", material)).toBeDisabled();
    await expect(group.locator(`[data-value="${material}"] .list-count`)).toHaveText("0");
    for (const count of await group.locator(".list-count").allInnerTexts()) expect(count).toMatch(/^\d+$/);
    // The counts of other brands ignore the selected one, so that a second brand can be added.
    await list.open("brand");
    expect(await list.facet("brand").locator("input:enabled").count()).toBeGreaterThan(1);

    const colours = await list.open("color");
    const [first] = await colours.locator("[data-value]").all();
    await expect(first?.locator("svg.swatch") ?? page.locator("none")).toBeVisible();
    await expect(first?.locator(".facet__label") ?? page.locator("none")).not.toBeEmpty();
  });

  // FACET-8: "Dimension facets are ranges with two number inputs".
  test("R-CMS-07 a price is a band or two numbers", async ({ page }) => {
    await page.goto("/producten");
    const list = new Listing(page, "nl");
    const [band] = await most(page, "price");
    const group = await list.open("price");
    await list.box("price", band?.key ?? "").check();
    await list.settled();
    await expect(page).toHaveURL(`/producten?price=${band?.key}`);
    await expect(list.count).toHaveText(list.text("product_list.count", { count: band?.count ?? 0 }));

    await group.getByLabel(list.text("listing.price_from"), { exact: true }).fill("300");
    await group.getByLabel(list.text("listing.price_to"), { exact: true }).fill("700");
    await group.getByRole("button", { name: list.text("listing.price_apply") }).click();
    await expect(page).toHaveURL("/producten?price=300-700");
    await list.settled();
    const answer = await page.request.get("/api/search?price=300-700", { headers: { "X-Vitrine-Locale": "nl" } });
    const { total } = (await answer.json()) as { total: number };
    expect(total).toBeGreaterThan(0);
    await expect(list.count).toHaveText(list.text("product_list.count", { count: total }));
    await expect(list.chip("price", "300-700")).toContainText("300");
    await group.getByLabel(list.text("listing.price_from"), { exact: true }).fill("900");
    await page.keyboard.press("Enter");
    await expect(group.getByText(list.text("listing.price_wrong"))).toBeVisible();
    await expect(page).toHaveURL("/producten?price=300-700");
  });
});

// FACET-10: "'Load more' button (24 per load; lazy images), never auto-infinite; footer always reachable; shows '48 of
// 212'; loaded range in the URL; real `<a href>` underneath for crawlers and no-JS".
test.describe("more of a list", () => {
  for (const [name, path, further] of [
    ["the page's own list", "/producten", "/producten/pagina/2"],
    ["a list that is chosen", "/producten?sort=price_asc", "?sort=price_asc&page=2"],
  ] as const) {
    test(`R-CMS-07 ${name} is loaded further in place by a link, 24 at a time`, async ({ page }) => {
      await page.goto(path);
      const list = new Listing(page, "nl");
      await list.settled();
      const total = await list.total();
      await expect(list.cards).toHaveCount(24);
      const more = list.root.locator(".list-more:visible");
      await expect(more).toContainText(list.text("listing.shown", { shown: 24, total }));
      const link = more.getByRole("link", { name: list.text("listing.more") });
      await expect(link).toHaveAttribute("href", further);
      const before = await historyLength(page);
      await page.locator("footer").last().scrollIntoViewIfNeeded();
      await expect(list.cards).toHaveCount(24);

      await link.click();
      await expect(list.cards).toHaveCount(Math.min(48, total));
      await expect(more).toContainText(list.text("listing.shown", { shown: Math.min(48, total), total }));
      await expect(page).toHaveURL(/[?&]page=2$/);
      expect(await historyLength(page)).toBe(before + 1);
      const hrefs = await list.cards
        .locator(".product-card__link")
        .evaluateAll((all) => all.map((a) => a.getAttribute("href")));
      expect(new Set(hrefs).size).toBe(hrefs.length);
      for (const image of await list.cards.nth(30).locator("img").all()) {
        await expect(image).toHaveAttribute("loading", "lazy");
      }
      await page.reload();
      await expect(list.cards).toHaveCount(Math.min(48, total));
      await page.goBack();
      await expect(list.cards).toHaveCount(24);
    });
  }

  test("R-CMS-07 further pages are static pages, and a filter on one starts at the first page", async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto("/producten/pagina/2");
    const list = new Listing(page, "nl");
    const own = await list.cards.allInnerTexts();
    const [value] = await most(page, "brand");
    await list.open("brand");
    await list.box("brand", value?.key ?? "").check();
    await expect(page).toHaveURL(`/producten?brand=${value?.key}`);
    await list.settled();
    await expect(list.count).toHaveText(list.text("product_list.count", { count: value?.count ?? 0 }));
    await page.goBack();
    await expect(page).toHaveURL("/producten/pagina/2");
    expect(await list.cards.allInnerTexts()).toEqual(own);
  });
});

test.describe("without a response", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("R-CMS-07 the static list stays if the API does not respond, and the visitor can retry", async ({ page }) => {
    await intercept(page, "**/api/search**", (route) => route.abort());
    await page.goto(CATEGORY);
    const list = new Listing(page, "nl");
    const own = await list.cards.count();
    const [value] = await most(page, "brand");
    await list.open("brand");
    await list.box("brand", value?.key ?? "").check();
    await expect(page.getByRole("alert").filter({ hasText: list.text("product_list.failed") })).toBeVisible();
    await expect(list.cards).toHaveCount(own);
    await expect(list.chip("brand", value?.key ?? "")).toBeVisible();
    await page.unroute("**/api/search**");
    await page.getByRole("button", { name: list.text("listing.again") }).click();
    await expect(list.count).toHaveText(list.text("product_list.count", { count: value?.count ?? 0 }));
    await expect(page.getByText(list.text("product_list.failed"))).toHaveCount(0);
  });

  test("R-CMS-07 a click before the filters are loaded is kept and replayed once", async ({ page }) => {
    const letGo = await hold(page, /assets\/react-.*\.js$/);
    await page.goto(CATEGORY);
    const list = new Listing(page, "nl");
    const [value] = await most(page, "brand");
    await list.facet("brand").locator("summary").click();
    await list.facet("brand").locator(`li[data-value="${value?.key}"]`).click();
    await expect(list.root.locator("[data-list]")).toHaveAttribute("aria-busy", "true");
    await expect(page).toHaveURL(CATEGORY);
    letGo();
    await expect(page).toHaveURL(`${CATEGORY}?brand=${value?.key}`);
    await expect(list.box("brand", value?.key ?? "")).toBeChecked();
    await expect(list.count).toHaveText(list.text("product_list.count", { count: value?.count ?? 0 }));
  });
});

test.describe("for everybody", () => {
  test("R-CMS-07 no axe violations in a list with open filters, active filters, and without results", async ({
    page,
  }) => {
    test.setTimeout(240_000);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(CATEGORY);
    const list = new Listing(page, "nl");
    const none = await withoutProducts(page, list);
    const [value] = await most(page, "brand");
    await expectNoFaults(page);
    await list.open("price");
    await expectNoViolations(page);
    await page.goto(`${CATEGORY}?brand=${value?.key}&price=100-`);
    await list.settled();
    await expectNoFaults(page);
    await page.goto(`${CATEGORY}?${none}`);
    await list.settled();
    await expectNoFaults(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByRole("button", { name: /^Filters/ }).click();
    await expect(page.getByRole("dialog", { name: list.text("listing.filters") })).toBeVisible();
    await expectNoViolations(page);
  });

  test("R-CMS-07 filters work by keyboard only", async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(CATEGORY);
    const list = new Listing(page, "nl");
    const summary = list.facet("brand").locator("summary");
    await summary.focus();
    await page.keyboard.press("Enter");
    await expect(list.facet("brand").locator("fieldset")).toBeVisible();
    await expect(summary).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await expect(page).toHaveURL(/\?brand=/);
    await page.keyboard.press("Escape");
    await expect(list.facet("brand").locator("fieldset")).toBeHidden();
    await expect(summary).toBeFocused();
  });
});
