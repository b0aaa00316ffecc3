// Overviews of entries with filters (R-CMS-03, R-CMS-07).
import type { Page } from "@playwright/test";
import { expectNoFaults } from "./support/accessibility";
import { Listing, valuesOf } from "./support/listing";
import { PAGE_KINDS, pathIn } from "./support/page-kinds";
import { expect, test } from "./support/shop";
import { LOCALES } from "./support/texts";

/**
 * R-CMS-03: "Collections with filters, projects, designers, brands, vacancies (hours, region, work experience), projects
 * (brands, client, year realised)".
 */
const OVERVIEWS: readonly { readonly path: string; readonly facets: readonly string[] }[] = [
  { path: "/collecties", facets: ["brand", "designer"] },
  { path: "/projecten", facets: ["sector", "brand", "client", "year"] },
  { path: "/designers", facets: ["country"] },
  { path: "/vacatures", facets: ["hours", "location", "experience"] },
];

const tiles = ".listing li.tile:visible";

/** The keys of a facet that the entries of a page have. */
async function keysOfTiles(page: Page, facet: string): Promise<ReadonlySet<string>> {
  const values = await page
    .locator(".listing li.tile")
    .evaluateAll((items) => items.flatMap((item) => JSON.parse(item.dataset.values ?? "[]") as string[]));
  return new Set(values.filter((value) => value.startsWith(`${facet}=`)));
}

for (const locale of LOCALES) {
  for (const { path, facets } of OVERVIEWS) {
    test(`R-CMS-03 ${locale}: the overview ${path} is filtered by ${facets.join(", ")}`, async ({ page, request }) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      const kind = PAGE_KINDS.find((one) => one.path === path);
      await page.goto(await pathIn(request, kind ?? { name: path, path, budget: "list" }, locale));
      const list = new Listing(page, locale);
      const all = await page.locator(tiles).count();
      const own = await page.locator(tiles).allInnerTexts();
      for (const facet of facets) {
        // A value that all entries have is not a filter.
        if ((await keysOfTiles(page, facet)).size < 2) {
          await expect(list.facet(facet)).toHaveCount(0);
          continue;
        }
        const group = await list.open(facet);
        const boxes = group.locator("[data-value]");
        const key = (await boxes.first().getAttribute("data-value")) ?? "";
        const count = Number(await boxes.first().locator(".list-count").innerText());
        const box = list.box(facet, key);
        await box.check();
        await expect(box).toBeFocused();
        await expect(list.count).toHaveText(list.text("overview.count", { count }));
        await expect(page.locator(tiles)).toHaveCount(count);
        await expect(page).toHaveURL((url) => url.searchParams.get(facet) === key);
        await expect(list.chip(facet, key)).toBeVisible();
        await page.goBack();
        await expect(page.locator(tiles)).toHaveCount(all);
        await page.goForward();
        await expect(page.locator(tiles)).toHaveCount(count);
        await page.reload();
        await expect(page.locator(tiles)).toHaveCount(count);
        await list.chip(facet, key).click();
        await expect(page).not.toHaveURL(/\?/);
        expect(await page.locator(tiles).allInnerTexts()).toEqual(own);
      }
    });
  }
}

test("R-CMS-07 an overview with several pages is filtered as a whole", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/nieuws");
  const list = new Listing(page, "nl");
  const total = await page.locator(".list-bar").getAttribute("data-total");
  const own = await page.locator(tiles).count();
  expect(own).toBeLessThan(Number(total));
  const facet = (await page.locator(".list-bar details").first().getAttribute("data-facet")) ?? "";
  const values = await valuesOf(page, facet);
  const sum = values.reduce((all, { count }) => all + count, 0);
  expect(sum).toBeGreaterThanOrEqual(Number(total));
  for (const { key, count } of values) {
    await page.goto(`/nieuws?${new URLSearchParams({ [facet]: key })}`);
    await expect(list.count).toHaveText(list.text("overview.count", { count }));
    await expect(page.locator(tiles)).toHaveCount(count);
    await expect(page.locator(".pager")).toBeHidden();
  }
  await page.locator("[data-clear]").click();
  await expect(page.locator(tiles)).toHaveCount(own);
  await expect(page.locator(".pager")).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("R-CMS-03 on touch devices the filters of an overview are a dialog", async ({ page }) => {
    await page.goto("/projecten");
    const list = new Listing(page, "nl");
    const [value] = await valuesOf(page, "brand");
    await page.getByRole("button", { name: list.text("listing.filters"), exact: true }).tap();
    const dialog = page.getByRole("dialog", { name: list.text("listing.filters") });
    await dialog.locator("details[data-facet=brand] summary").tap();
    await dialog.locator(`[data-value="${value?.key}"] input`).tap();
    await dialog.getByRole("button", { name: list.text("overview.show", { count: value?.count ?? 0 }) }).tap();
    await expect(page.locator(tiles)).toHaveCount(value?.count ?? 0);
  });
});

test("R-CMS-03 no axe violations in an overview with a selection, and without results", async ({ page }) => {
  await page.goto("/projecten");
  const [brand] = await valuesOf(page, "brand");
  for (const query of [`brand=${brand?.key}`, `brand=${brand?.key}&year=1900`]) {
    await page.goto(`/projecten?${query}`);
    await new Listing(page, "nl").settled();
    await expect(page.locator("[data-chip]").first()).toBeVisible();
    await expectNoFaults(page);
  }
});
