// The language switch and the language suggestion.
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { expectNoViolations } from "./support/accessibility";
import { product } from "./support/catalogue";
import { intercept } from "./support/network";
import { expect, test } from "./support/shop";
import { home, LOCALES, type Locale, TAGS, text } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");
const NAMES = { nl: "Nederlands", en: "English", de: "Deutsch" } as const satisfies Record<Locale, string>;
/** A page that exists only in Dutch. */
const DUTCH_ONLY = "/service/inmeten-aan-huis";

async function languageLink(page: Page, from: Locale, to: Locale): Promise<Locator> {
  const banner = page.getByRole("banner");
  await banner
    .locator("summary:visible")
    .filter({ hasText: text(from, "common.language") })
    .click();
  return banner.getByRole("link", { name: NAMES[to] });
}

function suggestion(page: Page, locale: Locale): Locator {
  return page.getByRole("complementary").filter({ hasText: text(locale, "common.suggest") });
}

async function choice(context: BrowserContext) {
  return (await context.cookies()).find(({ name }) => name === "vitrine-locale");
}

for (const from of LOCALES) {
  for (const to of LOCALES.filter((locale) => locale !== from)) {
    test(`R-I18N-02 R-I18N-04 from ${from} to ${to}: the same page, and the choice is stored for a year`, async ({
      page,
      context,
    }) => {
      await page.goto(RAVEL.path(from));
      expect(await choice(context)).toBeUndefined();
      const link = await languageLink(page, from, to);
      await expect(link).toHaveAttribute("lang", TAGS[to]);
      await expect(link).toHaveAttribute("hreflang", TAGS[to]);
      await link.click();
      await expect(page).toHaveURL(RAVEL.path(to));
      const cookie = await choice(context);
      expect(cookie).toMatchObject({ value: to, path: "/", sameSite: "Lax", secure: false, httpOnly: false });
      const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
      expect(Math.round(days)).toBe(365);
    });
  }
}

test("R-HEAD-01 the switch has a flag for each language and marks the current one", async ({ page }) => {
  await page.goto(home("nl"));
  await languageLink(page, "nl", "nl");
  const links = page.getByRole("banner").locator("[data-panel=language-switch] a");
  await expect(links).toHaveText(Object.values(NAMES));
  const flags = await links
    .locator(".flag")
    .evaluateAll((all) => all.map((flag) => getComputedStyle(flag).backgroundImage));
  expect(flags.every((image) => image.startsWith('url("data:image/svg+xml'))).toBe(true);
  expect(new Set(flags).size).toBe(LOCALES.length);
  await expect(links.nth(0)).toHaveAttribute("aria-current", "true");
});

test("R-I18N-04 the link of an untranslated page leads to that locale's home page, which says so", async ({ page }) => {
  for (const to of ["en", "de"] as const) {
    await page.goto(DUTCH_ONLY);
    await (await languageLink(page, "nl", to)).click();
    await expect(page).toHaveURL(`${home(to)}#untranslated`);
    const notice = page.getByText(text(to, "common.untranslated"));
    await expect(notice).toBeVisible();
    await expectNoViolations(page);
    await page
      .getByRole("complementary")
      .getByRole("link", { name: text(to, "common.close") })
      .click();
    await expect(page).toHaveURL(home(to));
    await expect(notice).toBeHidden();
  }
});

test("R-I18N-04 whitelisted parameters are kept, others are dropped", async ({ page }) => {
  await page.goto(`${RAVEL.path("nl")}?q=roest%20rood&utm_source=brief`);
  const link = await languageLink(page, "nl", "de");
  await link.click();
  await expect(page).toHaveURL(`${RAVEL.path("de")}?q=roest+rood`);
  await (await languageLink(page, "de", "en")).click();
  await expect(page).toHaveURL(`${RAVEL.path("en")}?q=roest+rood`);
});

for (const [browser, own, suggested] of [
  ["de-AT", "nl", "de"],
  ["en-US", "de", "en"],
  ["nl-BE", "en", "nl"],
] as const) {
  test.describe(`a browser in ${browser}`, () => {
    test.use({ locale: browser });
    test(`R-I18N-03 is offered this page in ${suggested}, in ${suggested}, without a redirect`, async ({
      page,
      context,
    }) => {
      await page.goto(RAVEL.path(own));
      await expect(page).toHaveURL(RAVEL.path(own));
      await expect(suggestion(page, suggested)).toBeVisible();
      await expect(suggestion(page, suggested)).toHaveAttribute("lang", TAGS[suggested]);
      await expectNoViolations(page);
      expect(await choice(context)).toBeUndefined();
      await suggestion(page, suggested)
        .getByRole("link", { name: text(suggested, "common.suggest_accept") })
        .click();
      await expect(page).toHaveURL(RAVEL.path(suggested));
      expect(await choice(context)).toMatchObject({ value: suggested });
      // After a choice the suggestion is not shown on other pages either.
      await page.goto(RAVEL.path(own));
      await expect(page.getByRole("banner")).toHaveAttribute("data-ready");
      await expect(suggestion(page, suggested)).toBeHidden();
    });
  });
}

test.describe("a browser in German", () => {
  test.use({ locale: "de-DE" });

  test("R-I18N-03 the suggestion can be closed, which is remembered and does not choose a language", async ({
    page,
    context,
  }) => {
    await page.goto(home("nl"));
    await suggestion(page, "de")
      .getByRole("button", { name: text("de", "common.close") })
      .click();
    await expect(suggestion(page, "de")).toBeHidden();
    expect(await choice(context)).toBeUndefined();
    await page.goto(RAVEL.path("nl"));
    await expect(page.getByRole("banner")).toHaveAttribute("data-ready");
    await expect(suggestion(page, "de")).toBeHidden();
  });

  test("R-I18N-03 no suggestion on a page in the visitor's language, on a Dutch-only page, or for an unsupported language", async ({
    page,
  }) => {
    for (const path of [RAVEL.path("de"), DUTCH_ONLY, "/er/is/hier/niets"]) {
      await page.goto(path);
      await expect(page.getByRole("banner")).toHaveAttribute("data-ready");
      for (const locale of LOCALES) await expect(suggestion(page, locale)).toBeHidden();
    }
  });

  for (const one of ["RAVEL-RU-OA", "ZWAM-KLEIN-RU"].map(product)) {
    test(`R-PDP-05 the suggestion never covers the way to buy at 320 px, and does not print: ${one.number}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width: 320, height: 568 });
      await page.goto(one.path("nl"));
      const bar = page.locator("[data-buy-bar]");
      const own = page.locator("[data-island=buy-box] [data-buy]");
      const reachable = async (button: Locator) => {
        const box = await button.boundingBox();
        const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) - 2];
        return button.evaluate((one, at) => one.contains(document.elementFromPoint(at[0] ?? 0, at[1] ?? 0)), [x, y]);
      };
      // At the end of the article the bar is there, and nothing lies over it.
      await own.scrollIntoViewIfNeeded();
      await expect(suggestion(page, "de")).toBeVisible();
      await page.locator("#measures").scrollIntoViewIfNeeded();
      await expect(bar).toHaveAttribute("data-shown");
      await expect(suggestion(page, "de")).toBeHidden();
      await expect.poll(() => reachable(bar.locator("[data-buy-bar-button]"))).toBe(true);
      // The buy box's own button gets the focus above the suggestion.
      await own.focus();
      await expect(suggestion(page, "de")).toBeVisible();
      await expect.poll(() => reachable(own)).toBe(true);
      await page.emulateMedia({ media: "print" });
      await expect(suggestion(page, "de")).toBeHidden();
      await expect(bar).toBeHidden();
    });
  }

  test("R-I18N-03 the suggestion causes no layout shift", async ({ page }) => {
    // Layout shifts during loading, of fonts too, are not caused by the suggestion.
    await intercept(page, "**/*.woff2", (route) => route.abort());
    await page.addInitScript(() => {
      const seen = { suggested: Number.POSITIVE_INFINITY, shifts: [] as number[] };
      Object.assign(globalThis, { seen });
      new MutationObserver((changes) => {
        if (changes.some(({ target }) => (target as Element).matches("[data-suggest]")))
          seen.suggested = performance.now();
      }).observe(document, { subtree: true, attributeFilter: ["hidden"] });
      new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntries()) seen.shifts.push(startTime);
      }).observe({ type: "layout-shift", buffered: true });
    });
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(home("nl"), { waitUntil: "networkidle" });
      await expect(suggestion(page, "de")).toBeVisible();
      const { suggested, shifts } = await page.evaluate(
        () => (globalThis as unknown as { seen: { suggested: number; shifts: number[] } }).seen,
      );
      expect(suggested).toBeLessThan(Number.POSITIVE_INFINITY);
      expect(shifts.filter((time) => time >= suggested)).toEqual([]);
    }
  });

  test("G-5 the suggestion does not cover the focused element", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 600 });
    await page.goto(home("nl"));
    await expect(suggestion(page, "de")).toBeVisible();
    const top = (await suggestion(page, "de").boundingBox())?.y ?? 0;
    const links = page.getByRole("contentinfo").getByRole("link");
    for (let index = 0; index < 6; index += 1) {
      await links.nth(index).focus();
      const box = await links.nth(index).boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(top);
    }
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, locale: "de-DE" });
  test("R-I18N-04 R-HEAD-12 the switch links to the same page, or to the home page with a notice; nothing is suggested", async ({
    page,
  }) => {
    await page.goto(RAVEL.path("nl"));
    await expect(suggestion(page, "de")).toBeHidden();
    await (await languageLink(page, "nl", "en")).click();
    await expect(page).toHaveURL(RAVEL.path("en"));
    await page.goto(DUTCH_ONLY);
    await (await languageLink(page, "nl", "de")).click();
    await expect(page.getByText(text("de", "common.untranslated"))).toBeVisible();
    await expect(page).toHaveURL(`${home("de")}#untranslated`);
  });
});
