// Every block and component in all its states, on the styleguide, which uses the same views and templates as pages.
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import { expectNoSidewaysScroll, expectNoViolations } from "./support/accessibility";
import { withBareCdn } from "./support/bare-cdn";
import { expect, test } from "./support/shop";
import { LOCALES, type Locale, text } from "./support/texts";

const PLACE = { nl: "/styleguide", en: "/en/styleguide", de: "/de/styleguide" } as const satisfies Record<
  Locale,
  string
>;

/** Opens the styleguide of a locale. */
async function open(page: Page, styleguide: string, locale: Locale): Promise<void> {
  expect((await page.goto(`${styleguide}${PLACE[locale]}`))?.status()).toBe(200);
}

const EMPTY = [
  ...["brands", "collections", "designers", "projects", "showrooms", "news", "products", "related"],
  ...["questions", "stores", "downloads", "appointments"],
] as const;

test("the styleguide is not part of a release", async ({ page, shop }) => {
  for (const locale of LOCALES) expect((await page.goto(PLACE[locale]))?.status()).toBe(404);
  const sitemaps = ["nl-NL", "en-GB", "de-DE"].map((iso) => path.join(shop.dist, "current/site", `${iso}-sitemap.xml`));
  for (const file of sitemaps) expect(await readFile(file, "utf8")).not.toContain("styleguide");
});

// Blocks differ between locales only by their texts, so each is checked at one width per locale.
for (const [locale, width] of [
  ["nl", 390],
  ["de", 1440],
] as const) {
  test(`${locale}: axe finds nothing in any block at ${width} px`, async ({ page, styleguide }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open(page, styleguide, locale);
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
  });
}

test("R-CMS-01 no axe violations in any kind of block on any background", async ({ page, styleguide }) => {
  test.slow();
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect((await page.goto(`${styleguide}${PLACE.nl}/options`))?.status()).toBe(200);
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);
});

test("R-CMS-01 background and padding of every kind of block are as the editor selected", async ({
  page,
  styleguide,
}) => {
  expect((await page.goto(`${styleguide}${PLACE.nl}/options`))?.status()).toBe(200);
  const blocks = await page.locator('[id^="options-"]').evaluateAll((all) =>
    all.map((block) => {
      const { backgroundColor, paddingTop, paddingBottom } = getComputedStyle(block);
      const [top, bottom] = [paddingTop, paddingBottom].map((padding) => Number.parseFloat(padding));
      const [set, background] = block.id.replace("options-", "").split(/-(?=[^-]+$)/);
      return { set, background, ground: backgroundColor, top: top ?? 0, bottom: bottom ?? 0 };
    }),
  );
  expect(blocks.length).toBeGreaterThan(35 * 4);
  expect(new Set(blocks.map(({ set }) => set)).size * 4).toBe(blocks.length);
  const grounds = new Map<string | undefined, Set<string>>();
  for (const { background, ground } of blocks) {
    grounds.set(background, (grounds.get(background) ?? new Set()).add(ground));
  }
  expect([...grounds.values()].map((seen) => seen.size)).toEqual([1, 1, 1, 1]);
  expect(new Set([...grounds.values()].flatMap((seen) => [...seen])).size).toBe(4);
  // No space above on the default background, small on sand, large on dark; below it is the other way round.
  for (const set of new Set(blocks.map((block) => block.set))) {
    const of = (background: string) => blocks.find((block) => block.set === set && block.background === background);
    const [none, small, large] = ["default", "sand", "dark"].map((background) => of(background)?.top ?? Number.NaN);
    expect([none, Number(none) < Number(small), Number(small) < Number(large)], set).toEqual([0, true, true]);
    const below = ["dark", "stone", "default"].map((background) => of(background)?.bottom ?? Number.NaN);
    expect([below[0], Number(below[0]) < Number(below[1]), Number(below[1]) < Number(below[2])], set).toEqual([
      0,
      true,
      true,
    ]);
  }
});

test("WCAG 2.4.7 and 1.4.11: the focus ring of every control contrasts with its background", async ({
  page,
  styleguide,
}) => {
  await open(page, styleguide, "nl");
  const rings = await page.getByRole("main").evaluate((main) => {
    const channels = (colour: string) =>
      (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((value) => Number(value) / 255);
    const luminance = (colour: string) =>
      channels(colour)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
        .reduce((sum, value, at) => sum + value * ([0.2126, 0.7152, 0.0722][at] ?? 0), 0);
    const groundOf = (element: Element | null): string => {
      if (element === null) return "rgb(255, 255, 255)";
      const { backgroundColor } = getComputedStyle(element);
      return backgroundColor === "rgba(0, 0, 0, 0)" ? groundOf(element.parentElement) : backgroundColor;
    };
    return [...main.querySelectorAll<HTMLElement>("a, button, input, select, textarea, summary")]
      .filter((control) => {
        control.focus({ focusVisible: true } as FocusOptions);
        // On an image there is no single background colour; a card shows the focus ring of its link.
        const onPicture = control.closest(".hero, .slider") !== null;
        return document.activeElement === control && !onPicture && getComputedStyle(control).outlineStyle !== "none";
      })
      .map((control) => {
        const { outlineColor, outlineOffset } = getComputedStyle(control);
        const inside = Number.parseFloat(outlineOffset) < 0;
        const two = [outlineColor, groundOf(inside ? control : control.parentElement)].map(luminance);
        return {
          ratio: (Math.max(...two) + 0.05) / (Math.min(...two) + 0.05),
          control: control.outerHTML.slice(0, 120),
        };
      });
  });
  expect(rings.length).toBeGreaterThan(50);
  expect(rings.filter(({ ratio }) => ratio < 3)).toEqual([]);
});

for (const locale of LOCALES) {
  test(`${locale}: no block is wider than its window`, async ({ page, styleguide }) => {
    await open(page, styleguide, locale);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
    }
  });

  test(`R-CMS-10 ${locale}: a block without entries says so`, async ({ page, styleguide }) => {
    await open(page, styleguide, locale);
    for (const what of EMPTY) {
      await expect(page.getByText(text(locale, `content.empty.${what}`), { exact: true }).first()).toBeVisible();
    }
  });
}

test("no block overflows 320 px, nor at 200 % text size", async ({ page, styleguide }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, styleguide, "de");
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 640, height: 900 });
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  await expectNoSidewaysScroll(page);
});

for (const width of [390, 820, 1440]) {
  test(`the tiles of a carousel have equal widths, and no row has a gap, at ${width} px`, async ({
    page,
    styleguide,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await open(page, styleguide, "nl");
    const widths = (list: Locator) =>
      list.evaluate((row) => [...row.children].map((tile) => Math.round(tile.getBoundingClientRect().width)));
    const strips = page.locator(".tiles--carousel, .cards-grid--carousel");
    expect(await strips.count()).toBeGreaterThan(1);
    for (const strip of await strips.all()) expect(new Set(await widths(strip)).size).toBe(1);
    const rows = await page
      .locator(".block-cards--3")
      .first()
      .evaluate((list) => new Set([...list.children].map((card) => card.getBoundingClientRect().top)).size);
    expect(rows).toBe(width < 768 ? 3 : 1);
    const wordsOnly = await page
      .locator(".block-cards--3 > .tile")
      .first()
      .evaluate((card) => {
        card.querySelector(".tile__picture")?.remove();
        const [own, words] = [card, card.querySelector(".tile__words")].map(
          (one) => one?.getBoundingClientRect().width,
        );
        return own === words;
      });
    expect(wordsOnly).toBe(true);
    const [first = 0, ...rest] = await widths(page.locator(".block-cards--5").first());
    expect(rest).toHaveLength(4);
    expect(first > Math.max(...rest) + 1).toBe(width < 768);
  });
}

test("R-CMS-05 every image has size, alternative text and widths", async ({ page, styleguide }) => {
  await open(page, styleguide, "nl");
  const pictures = await page.locator("main img").evaluateAll((images) =>
    images.map((image) => ({
      width: Number(image.getAttribute("width")),
      height: Number(image.getAttribute("height")),
      alt: image.getAttribute("alt"),
      src: image.getAttribute("src") ?? "",
      srcset: image.getAttribute("srcset") ?? "",
      vector: (image.getAttribute("src") ?? "").includes(".svg"),
      // The supplier's file, shown in one size.
      isLabel: image.classList.contains("energy__picture"),
    })),
  );
  expect(pictures.length).toBeGreaterThan(40);
  for (const { width, height, alt, src, srcset, vector, isLabel } of pictures) {
    expect(width).toBeGreaterThan(0);
    if (!vector || isLabel) expect(height).toBeGreaterThan(0);
    expect(alt).not.toBeNull();
    if (isLabel) continue;
    const candidates = srcset.split(", ").map((candidate) => candidate.split(" ").at(-1));
    // If a list of densities lacks 1x, `src` is that candidate (HTML, "select an image source").
    if (candidates.every((density) => density?.endsWith("x")))
      expect([src && "1x", ...candidates]).toEqual(["1x", "2x"]);
    else for (const each of candidates) expect(["320w", "640w", "768w", "1024w", "1280w", "1536w"]).toContain(each);
  }
  for (const quality of ["width=", "height=", "quality="]) {
    const drawn = pictures.filter(({ vector, isLabel }) => !vector && !isLabel);
    expect(drawn.every(({ srcset }) => srcset.includes(quality))).toBe(true);
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a slider starts at its first slide and follows its links", async ({ page, styleguide }) => {
    await open(page, styleguide, "nl");
    const slides = page.getByRole("list", { name: text("nl", "content.slides") });
    const links = page.getByRole("group", { name: text("nl", "content.slides") }).getByRole("link");
    await expect(links).toHaveCount(3);
    await slides.scrollIntoViewIfNeeded();
    await expect(slides.getByRole("listitem").nth(0)).toBeInViewport();
    await expect(slides.getByRole("listitem").nth(1)).not.toBeInViewport({ ratio: 0.5 });
    await links.nth(1).click();
    await expect(slides.getByRole("listitem").nth(1)).toBeInViewport({ ratio: 0.5 });
    await expect(slides.getByRole("listitem").nth(0)).not.toBeInViewport({ ratio: 0.5 });
    await slides
      .getByRole("listitem")
      .nth(1)
      .getByRole("link", { name: text("nl", "content.slide_after") })
      .click();
    await expect(slides.getByRole("listitem").nth(2)).toBeInViewport({ ratio: 0.5 });
    await slides
      .getByRole("listitem")
      .nth(2)
      .getByRole("link", { name: text("nl", "content.slide_before") })
      .click();
    await expect(slides.getByRole("listitem").nth(1)).toBeInViewport({ ratio: 0.5 });
  });

  test("a question opens by click and by its anchor", async ({ page }) => {
    await page.goto("/service/veelgestelde-vragen");
    const questions = page.getByRole("main").locator("details");
    const first = questions.first();
    await first.locator("summary").click();
    await expect(first.locator(".faq__answer")).toBeVisible();
    const last = questions.last().locator(".faq__answer");
    await expect(last).toBeHidden();
    await page.goto(`/service/veelgestelde-vragen#${await last.getAttribute("id")}`);
    await expect(last).toBeVisible();
  });
});

test("a carousel scrolls by keyboard", async ({ page, styleguide }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, styleguide, "nl");
  const strip = page.locator(".block-gallery--carousel");
  await strip.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => strip.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
});

/** Records every animation and transition that starts, from the first byte of every page. */
async function watchMotion(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const begun: string[] = [];
    Object.assign(globalThis, { begun });
    const note = ({ type, target }: Event) => begun.push(`${type}: ${(target as Element).outerHTML.slice(0, 200)}`);
    for (const kind of ["animationstart", "transitionrun"]) addEventListener(kind, note, true);
  });
}

/** Animations since the page was requested: recorded events, and running ones that were not recorded yet. */
function begunMotion(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const running = document.getAnimations().map((each) => {
      const of = (each.effect as KeyframeEffect | null)?.target;
      return `running: ${of?.outerHTML.slice(0, 200)}`;
    });
    return [...(globalThis as unknown as { begun: string[] }).begun, ...running];
  });
}

test("no animation starts by itself, neither on load nor endlessly", async ({ page, styleguide }) => {
  await watchMotion(page);
  for (const url of [`${styleguide}${PLACE.nl}`, "/"]) {
    expect((await page.goto(url))?.status()).toBe(200);
    await expect(page.getByRole("banner")).toHaveAttribute("data-ready");
    expect(await begunMotion(page), url).toEqual([]);
  }
});

test("no animation with reduced motion", async ({ page, styleguide }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, styleguide, "nl");
  const card = page.locator(".product-card").first().locator(".product-card__second, .product-card__first").last();
  await expect(card).toHaveCSS("transition-duration", "0s");
  const moving = await page.locator("*").evaluateAll((elements) =>
    elements
      .filter((element) => {
        const style = getComputedStyle(element);
        const durations = [style.transitionDuration, style.animationDuration].join(", ").split(", ");
        return durations.some((duration) => Number.parseFloat(duration) > 0);
      })
      .map((element) => element.outerHTML.slice(0, 200)),
  );
  expect(moving).toEqual([]);
});

test("R-UI-05 a page has one speculation rule, with which browsers hold at most two pages", async ({ page }) => {
  await page.goto("/");
  const rules = JSON.parse((await page.locator('script[type="speculationrules"]').textContent()) ?? "");
  // At `moderate` browsers keep two speculations; `eager` and `immediate` keep fifty and ten, above the four of the
  // requirement.
  expect(rules).toEqual({
    prefetch: [
      { where: { and: [{ href_matches: "/*" }, { not: { href_matches: "/api/*" } }] }, eagerness: "moderate" },
    ],
  });
});

test("R-UI-05 at most four pages are prefetched at a time, however many links are hovered", async ({ page, shop }) => {
  const asked = new Set<string>();
  const open = new Set<string>();
  let most = 0;
  const walk = async (url: string) => {
    await page.goto(url);
    const links = page.locator("footer a[href^='/']:not([target])");
    const paths = new Set(await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname)));
    for (const path of [...paths].filter((path) => path !== "/").slice(0, 6)) {
      await links
        .locator(`visible=true`)
        .and(page.locator(`[href="${path}"]`))
        .first()
        .hover();
      await expect
        .poll(() => asked.has(path) || most > 4, { message: `${path} is fetched beforehand`, intervals: [50] })
        .toBe(true);
    }
  };
  await withBareCdn(shop, walk, (request, response) => {
    if (request.headers["sec-purpose"] === undefined || request.url === undefined) return false;
    // Never answered, so that prefetches stay pending until the browser cancels them.
    const path = request.url;
    asked.add(path);
    open.add(path);
    most = Math.max(most, open.size);
    response.on("close", () => open.delete(path));
    return true;
  });
  expect(most).toBeLessThanOrEqual(4);
  expect(asked.size).toBeGreaterThan(4);
});

for (const [width, height, upright] of [
  [390, 844, true],
  [820, 1180, true],
  [844, 390, false],
  [1440, 900, false],
] as const) {
  test(`R-CMS-05 the hero's image is loaded once at ${width} x ${height}, in the crop of that viewport`, async ({
    page,
  }) => {
    const fetched: URL[] = [];
    page.on("request", (request) => {
      if (request.url().includes("livingroom-wide")) fetched.push(new URL(request.url()));
    });
    await page.setViewportSize({ width, height });
    await page.goto("/", { waitUntil: "load" });
    const shown = await page
      .locator(".hero img")
      .first()
      .evaluate((image: HTMLImageElement) => image.currentSrc);
    expect(fetched.map(String)).toContain(shown);
    const cuts = fetched.filter(({ searchParams: asked }) => Number(asked.get("width")) > 320);
    const tall = cuts.filter(({ searchParams: asked }) => Number(asked.get("height")) > Number(asked.get("width")));
    expect(new Set(cuts.map(String)).size).toBe(1);
    expect(tall.length > 0).toBe(upright);
  });
}

for (const path of ["/", "/winkelwagen"]) {
  test(`the page-wide styles are announced before the first byte of ${path}, and are loaded once`, async ({ page }) => {
    const fetched: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "stylesheet") fetched.push(new URL(request.url()).pathname);
    });
    const answer = await page.goto(path, { waitUntil: "load" });
    const links = page.locator('link[rel="stylesheet"]');
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    const integrity = await links.first().getAttribute("integrity");
    expect(hrefs).toHaveLength(2);
    expect(answer?.headers().link).toBe(`<${hrefs[0]}>; rel=preload; as=style; integrity="${integrity}"`);
    expect(fetched.sort()).toEqual(hrefs.sort());
  });
}
