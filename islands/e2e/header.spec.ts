// Header, footer, breadcrumbs and the 404 page at common widths.
import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll, expectNoViolations } from "./support/accessibility";
import { product } from "./support/catalogue";
import { entry, global, navigation } from "./support/navigation";
import { NOW } from "./support/running";
import { expect, test } from "./support/shop";
import { home, LOCALES, type Locale, route, text } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");
const PAPER = "rgb(245, 242, 236)";
const CLEAR = "rgba(0, 0, 0, 0)";

const missing = (locale: Locale) => `${home(locale) === "/" ? "" : home(locale)}/er/is/hier/niets`;

function bar(page: Page, locale: Locale) {
  return page.getByRole("navigation", { name: text(locale, "common.main_navigation") });
}

function menu(page: Page, locale: Locale) {
  return page
    .getByRole("banner")
    .locator("summary")
    .filter({ hasText: text(locale, "common.menu") });
}

test("R-HEAD-03 from 1024 px the items are in the header, below that in the menu", async ({ page }) => {
  for (const [width, wide] of [
    [1024, true],
    [1023, false],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(home("nl"));
    await expect(bar(page, "nl")).toBeVisible({ visible: wide });
    await expect(menu(page, "nl")).toBeVisible({ visible: !wide });
  }
});

for (const locale of LOCALES) {
  test(`R-HEAD-01 ${locale}: the header fits 320 and 1024 px on one line`, async ({ page }) => {
    for (const width of [320, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      for (const path of [home(locale), RAVEL.path(locale)]) {
        await page.goto(path);
        await expectNoSidewaysScroll(page);
        const header = page.getByRole("banner");
        expect((await header.boundingBox())?.height).toBe(77);
        const controls = header.locator(".header__bar > * > a:visible, .header__bar > a:visible, summary:visible");
        let right = 0;
        for (const control of await controls.all()) {
          const box = await control.boundingBox();
          expect(box?.x ?? 0).toBeGreaterThanOrEqual(right);
          right = (box?.x ?? 0) + (box?.width ?? 0);
        }
        expect(right).toBeLessThanOrEqual(width);
      }
    }
  });
}

test.describe("over a hero", () => {
  test.use({ viewport: { width: 1440, height: 800 } });

  for (const height of [500, 800, 1100]) {
    test(`R-HEAD-07 scrolling past half the window height makes the header solid, at ${height} px`, async ({
      page,
    }) => {
      await page.setViewportSize({ width: 1440, height });
      await page.goto(home("nl"));
      const header = page.getByRole("banner");
      await expect(header).toHaveCSS("background-color", CLEAR);
      const scroll = (top: number) => page.evaluate((y) => globalThis.scrollTo(0, y), top);
      for (const [top, ground] of [
        [81, CLEAR],
        [height / 2, CLEAR],
        [height / 2 + 1, PAPER],
        [height, PAPER],
        [height / 2, CLEAR],
        [0, CLEAR],
      ] as const) {
        await scroll(top);
        await expect(header).toHaveCSS("background-color", ground);
        await expect(header).toBeInViewport();
      }
    });
  }

  test("R-HEAD-01 R-CMS-11 the logo is light over a dark hero and dark on a light background", async ({ page }) => {
    const nodes = navigation("main", "nl").flatMap((node) => [node, ...(node.children ?? [])]);
    const asks = nodes.find(({ logo_light = false }) => logo_light);
    const about = `/${entry(asks?.entry ?? "", "nl")?.slug}`;
    const logos = page.getByRole("banner").locator(".header__logo");
    for (const path of [home("nl"), about]) {
      await page.goto(path);
      await expect(logos).toHaveCount(2);
      await expect(logos.nth(0)).toHaveCSS("opacity", "0");
      await expect(logos.nth(1)).toHaveCSS("opacity", "1");
      // On the panel's background it is dark again.
      await bar(page, "nl").locator("summary").first().click();
      await expect(logos.nth(0)).toHaveCSS("opacity", "1");
      await expect(logos.nth(1)).toHaveCSS("opacity", "0");
    }
    await page.goto(RAVEL.path("nl"));
    await expect(logos).toHaveCount(1);
    await expect(page.getByRole("banner")).toHaveCSS("background-color", PAPER);
  });

  test("R-HEAD-07 without JavaScript it always has a background, and the hero is in the same position", async ({
    browser,
    shop,
  }) => {
    const places: (number | undefined)[] = [];
    for (const javaScriptEnabled of [true, false]) {
      const context = await browser.newContext({
        javaScriptEnabled,
        baseURL: shop.url,
        locale: "fr-FR",
        viewport: { width: 1440, height: 800 },
      });
      const page = await context.newPage();
      await page.goto(home("nl"));
      await expect(page.getByRole("banner")).toHaveCSS("background-color", javaScriptEnabled ? CLEAR : PAPER);
      await expect(page.getByRole("banner")).toHaveCSS("position", "sticky");
      places.push((await page.getByRole("heading", { level: 1 }).boundingBox())?.y);
      await context.close();
    }
    expect(places[0]).toBe(places[1]);
  });
});

for (const locale of LOCALES) {
  test(`R-HEAD-08 ${locale}: the footer has logo, groups, colophon, channels and the year`, async ({ page }) => {
    await page.goto(RAVEL.path(locale));
    const footer = page.getByRole("contentinfo");
    const site = global("site", locale);
    const name = String(site.company_name);
    await expect(footer.getByRole("link", { name, exact: true })).toHaveAttribute("href", home(locale));
    await expect(footer.getByRole("img", { name })).toHaveCount(1);
    const groups = navigation("footer", locale);
    await expect(footer.getByRole("heading")).toHaveText(groups.map(({ title }) => title));
    const links = footer.getByRole("navigation").getByRole("link");
    await expect(links).toHaveText(groups.flatMap(({ children = [] }) => children.map(({ title }) => title)));
    for (const { title } of navigation("colophon", locale)) {
      await expect(footer.locator(".footer__law").getByRole("link", { name: title })).toBeVisible();
    }
    const { channels } = global("socials", locale) as { channels: readonly { label: string; url: string }[] };
    for (const { label, url } of channels) {
      const channel = footer.getByRole("link", { name: label, exact: true });
      await expect(channel).toHaveAttribute("href", url);
      await expect(channel.locator("svg")).toBeVisible();
    }
    await expect(footer).toContainText(new RegExp(`© ${new Date(NOW).getUTCFullYear()} ${name}`));
  });

  test(`R-HEAD-09 ${locale}: breadcrumbs with more than one step have structured data; the home page has none`, async ({
    page,
  }) => {
    const trail = page.getByRole("navigation", { name: text(locale, "common.breadcrumbs") });
    const structured = async () => {
      const data = await page.locator('script[type="application/ld+json"]').allTextContents();
      return data.map((json) => JSON.parse(json)).find((found) => found["@type"] === "BreadcrumbList");
    };
    await page.goto(home(locale));
    await expect(trail).toHaveCount(0);
    expect(await structured()).toBeUndefined();
    await page.goto(RAVEL.path(locale));
    const steps = await trail.getByRole("listitem").allTextContents();
    expect(steps.length).toBeGreaterThan(1);
    await expect(trail.getByRole("link").first()).toHaveAttribute("href", home(locale));
    await expect(trail.locator("[aria-current=page]")).toHaveText(steps.at(-1) ?? "");
    const { itemListElement } = await structured();
    expect(itemListElement.map(({ name }: { name: string }) => name)).toEqual(steps);
  });

  test(`R-HEAD-11 LOAD-6 ${locale}: the 404 page has its text, the home link and tiles`, async ({ page }) => {
    const answer = await page.goto(missing(locale));
    expect(answer?.status()).toBe(404);
    const { title, text: words, suggestions } = global("page_404", locale) as Record<string, unknown>;
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(String(title));
    await expect(page).toHaveTitle(new RegExp(`^${title} \\W Lindhoven$`));
    const main = page.getByRole("main");
    await expect(main.getByText(String(words).replace(/<[^>]+>/g, ""))).toBeVisible();
    await expect(main.getByRole("link", { name: text(locale, "content.not_found_home") })).toHaveAttribute(
      "href",
      home(locale),
    );
    const tiles = main.getByRole("listitem");
    const wanted = (suggestions as string[]).map((id) => entry(id, locale));
    for (const [index, tile] of wanted.entries()) {
      await expect(tiles.nth(index).getByRole("link")).toHaveText(String(tile?.title));
      await expect(tiles.nth(index)).toContainText(String(tile?.seo_description));
    }
    await expect(page.getByRole("navigation", { name: text(locale, "common.breadcrumbs") })).toHaveCount(0);
    await expect(main.locator(`a[href="${route(locale, "bor.search")}"]`)).toHaveText(text(locale, "common.search"));
    await tiles.first().getByRole("link").click();
    await expect(page).toHaveURL(new RegExp(`/${wanted[0]?.slug}$`));
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(String(title));
  });
}

test("G-3 the first tab stop is the skip link", async ({ page }) => {
  await page.goto(home("nl"));
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: text("nl", "common.skip_to_content") });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("G-6 on narrow viewports every control in the header is at least 44 px high", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(home("nl"));
  await menu(page, "nl").click();
  const controls = page.getByRole("dialog").locator("a:visible, button:visible, summary:visible");
  for (const control of await controls.all()) {
    expect((await control.boundingBox())?.height, (await control.textContent()) ?? "").toBeGreaterThanOrEqual(44);
  }
});

test("no axe violations with forced colors at 320 px, including header and footer", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce", forcedColors: "active" });
  await page.setViewportSize({ width: 320, height: 568 });
  for (const path of [home("nl"), missing("de")]) {
    await page.goto(path);
    // axe reads `color` as written; with forced colors the system's own colour is painted.
    await expectNoViolations(page, ["color-contrast"]);
    for (const words of await page.locator("main p:visible, main h1").all())
      await expect(words).toHaveCSS("color", "rgb(0, 0, 0)");
    await expectNoSidewaysScroll(page);
    await expect(page.getByRole("banner")).not.toHaveCSS("background-color", CLEAR);
  }
});
