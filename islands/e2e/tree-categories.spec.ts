// A shop whose CMS has no category pages: each category has a generated list page, and the menu is the category tree.
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import type { SearchResponse } from "../src/api/schema.gen";
import { expectNoSidewaysScroll, expectNoViolations } from "./support/accessibility";
import { callApi } from "./support/network";
import { inFolder, ROOT } from "./support/process";
import { RATES, type Running, withBackends, withShop } from "./support/running";
import { test as base, expect } from "./support/shop";
import { home, LOCALES, type Locale, TAGS, text } from "./support/texts";

type Translated = Readonly<Record<string, string>>;
type Category = {
  readonly key: string;
  readonly name: Translated;
  readonly seo_path: Translated;
  readonly children?: Category[];
  description?: Translated;
  media?: string;
};
type Entry = Record<string, { blocks?: { root_category_code?: string }[]; slug?: string }>;

const LINDHOVEN = path.join(ROOT, "generator/demo/shops/lindhoven");
/** The tested category and its ancestors. */
const [ROOT_KEY, MIDDLE, LEAF] = ["meubels", "tafels", "salontafels"] as const;
const WORDS: Translated = {
  "nl-NL": "<p>Laag genoeg om <strong>overheen</strong> te kijken.</p>",
  "en-GB": "<p>Low enough to see <strong>across</strong>.</p>",
  "de-DE": "<p>Niedrig genug, um <strong>darüber</strong> zu sehen.</p>",
};

async function read<Value>(file: string): Promise<Value> {
  return JSON.parse(await readFile(file, "utf8")) as Value;
}

function* all(categories: readonly Category[]): Generator<Category> {
  for (const category of categories) {
    yield category;
    yield* all(category.children ?? []);
  }
}

/** Lindhoven without the lists of its CMS; the descriptions of the categories are in Shopware. */
async function withoutLists(data: string): Promise<void> {
  await cp(LINDHOVEN, data, { recursive: true });
  const pages = path.join(data, "content/pages");
  for (const file of await readdir(pages)) {
    const entry = await read<Entry>(path.join(pages, file));
    let lists = false;
    for (const site of Object.values(entry)) {
      const blocks = site.blocks?.filter((block) => block.root_category_code === undefined);
      if (blocks?.length === site.blocks?.length) continue;
      // The page is kept because others link to it, but under another path.
      Object.assign(site, { blocks, slug: `old-${site.slug}` });
      lists = true;
    }
    if (lists) await writeFile(path.join(pages, file), JSON.stringify(entry));
  }
  const file = path.join(data, "categories.json");
  const categories = await read<Category[]>(file);
  for (const category of all(categories)) {
    if (category.key === LEAF) Object.assign(category, { description: WORDS, media: "attic-wide" });
  }
  await writeFile(file, JSON.stringify(categories));
}

// biome-ignore lint/complexity/noBannedTypes: Playwright's type of no fixtures
const test = base.extend<{}, { treeShop: Running }>({
  treeShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
    async ({}, use) => {
      await inFolder(async (folder) => {
        const data = path.join(folder, "shop");
        await withoutLists(data);
        const navigations = '{ top = "top", colophon = "colophon" }';
        const settings = { consumerLocales: [...LOCALES], rates: RATES, navigations };
        await withBackends((backends) => withShop({ backends, ...settings }, use), data);
      });
    },
    { scope: "worker", timeout: 180_000 },
  ],
  shop: async ({ treeShop }, use) => use(treeShop),
});

let tree: readonly Category[] = [];
test.beforeAll(async () => {
  tree = await read<Category[]>(path.join(LINDHOVEN, "categories.json"));
});

function category(key: string): Category {
  for (const found of all(tree)) if (found.key === key) return found;
  throw new Error(`Lindhoven has no category ${key}`);
}

const nameOf = (key: string, locale: Locale) => category(key).name[TAGS[locale]] ?? "";

/** The SEO path of a category in Shopware. */
function pathOf(key: string, locale: Locale): string {
  const seo = (category(key).seo_path[TAGS[locale]] ?? "").toLowerCase().replace(/\/$/, "");
  return `${home(locale).replace(/\/$/, "")}/${seo}`;
}

const crumbs = (page: Page, locale: Locale) =>
  page.getByRole("navigation", { name: text(locale, "common.breadcrumbs") });

for (const locale of LOCALES) {
  test(`R-HEAD-04 ${locale}: the menu is the tree, and links to lists`, async ({ page }) => {
    await page.goto(home(locale));
    const banner = page.getByRole("banner");
    const tops = tree.filter(({ key }) => key === ROOT_KEY || key === "verlichting" || key === "buiten");
    for (const { key } of tops) {
      const name = nameOf(key, locale);
      await expect(banner.locator("a, summary").filter({ hasText: name }).first()).toBeAttached();
    }
    const way = banner.locator(`a[href="${pathOf(LEAF, locale)}"]`).first();
    await expect(way).toHaveText(nameOf(LEAF, locale));
    await banner
      .locator("summary")
      .filter({ hasText: nameOf(ROOT_KEY, locale) })
      .first()
      .click();
    await banner
      .locator(`a[href="${pathOf(MIDDLE, locale)}"]`)
      .filter({ visible: true })
      .first()
      .click();
    await expect(page).toHaveURL(new RegExp(`${pathOf(MIDDLE, locale)}$`));
    await expect(page.getByRole("heading", { level: 1, name: nameOf(MIDDLE, locale) })).toBeVisible();
    await expect(
      page
        .getByRole("main")
        .locator(`a[href="${pathOf(LEAF, locale)}"]`)
        .first(),
    ).toBeVisible();
    const footer = page.getByRole("contentinfo");
    await expect(footer.locator(`a[href="${pathOf(ROOT_KEY, locale)}"]`).first()).toBeAttached();
  });

  test(`R-CMS-07 ${locale}: a category has its list, with text, picture, breadcrumbs and canonical URL`, async ({
    page,
    shop,
  }) => {
    const answer = await page.goto(pathOf(LEAF, locale));
    expect(answer?.status()).toBe(200);
    const main = page.getByRole("main");
    await expect(page.getByRole("heading", { level: 1, name: nameOf(LEAF, locale) })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(nameOf(LEAF, locale)));
    const words = (WORDS[TAGS[locale]] ?? "").replace(/<[^>]*>/g, "");
    await expect(main.getByText(words)).toBeVisible();
    await expect(main.locator("strong").first()).toBeVisible();
    await expect(main.locator('img[src*="attic-wide"]').first()).toBeVisible();
    const trail = crumbs(page, locale);
    for (const above of [ROOT_KEY, MIDDLE])
      await expect(trail.locator(`a[href="${pathOf(above, locale)}"]`)).toHaveText(nameOf(above, locale));
    await expect(trail.locator("[aria-current=page]")).toHaveText(nameOf(LEAF, locale));
    const head = (selector: string) => page.locator(`head ${selector}`);
    const href = async (selector: string) => new URL((await head(selector).getAttribute("href")) ?? "").pathname;
    expect(await href("link[rel=canonical]")).toBe(pathOf(LEAF, locale));
    for (const other of LOCALES)
      expect(await href(`link[rel=alternate][hreflang="${TAGS[other]}"]`)).toBe(pathOf(LEAF, other));
    const sitemap = await (await fetch(`${shop.url}/${TAGS[locale]}-sitemap.xml`)).text();
    expect(sitemap).toContain(`${pathOf(LEAF, locale)}</loc>`);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
      await expectNoViolations(page);
    }
  });

  test(`R-CMS-07 ${locale}: its list can be filtered, its products link back to it, and the search finds it`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(pathOf(LEAF, locale));
    const list = page.locator("[data-list]");
    const total = Number(await list.getAttribute("data-total"));
    expect(total).toBeGreaterThan(0);
    const key = await list.getAttribute("data-category");
    const found = await callApi(page, "GET", `/api/search?category=${key}`);
    expect((found.body as unknown as SearchResponse).total).toBe(total);
    const card = page.locator(".product-card__link").first();
    const product = (await card.getAttribute("href")) ?? "";
    await card.click();
    await expect(page).toHaveURL(new RegExp(`${product}$`));
    const back = page.locator(`a[href="${pathOf(LEAF, locale)}"]`).filter({ visible: true });
    await expect(back.first()).toBeVisible();
    const searched = await callApi(page, "GET", `/api/search?q=${encodeURIComponent(nameOf(LEAF, locale))}`);
    expect(JSON.stringify(searched.body)).toContain(`"${pathOf(LEAF, locale)}"`);
  });
}
