// The product page: images, options, live price and stock, and the buy button within reach.
import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll, expectNoViolations } from "./support/accessibility";
import { product } from "./support/catalogue";
import { inTurn } from "./support/in-turn";
import { hold, intercept } from "./support/network";
import { expect, test, testOfOwnShop } from "./support/shop";
import { Storefront } from "./support/storefront";
import { money, route, TAGS, text } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");
const WALNUT = product("RAVEL-RU-WA");
const BEUGEL = product("BEUGEL-BK");
const SET = product("PLANK-RAVEL");
const MOSS = product("RAVEL-MO-OA");
const TRESTLES = product("SCHRAAG-BK-BO");
const BUTTER = product("SCHRAAG-BU-AS");
const SOFA = product("VAART-0109");
const AWAITED = product("RAVEL-IN-WA");
const SOLD_OUT = product("VOUW-CH");
const OFFERS = /\/api\/offers\?/;

const dialog = (page: Page) => page.getByRole("dialog");
const pictures = (page: Page) => page.locator("[data-picture]");
const live = (page: Page) => page.locator("[data-live]");

/** Opens the page and waits for the live data. */
async function open(page: Page, path: string): Promise<void> {
  const offers = page.waitForResponse(OFFERS);
  await page.goto(path);
  await offers;
  await settled(page);
}

async function settled(page: Page): Promise<void> {
  await expect(page.locator("[data-price]")).not.toHaveAttribute("aria-busy");
}

test("GAL-1 GAL-4 the zoom dialog opens, navigates, zooms, closes, and restores the focus", async ({ page }) => {
  await open(page, SET.path("nl"));
  const first = pictures(page).first();
  await expect(first.locator("img")).toHaveAttribute("fetchpriority", "high");
  await first.focus();
  await page.keyboard.press("Enter");
  const zoom = dialog(page);
  await expect(zoom).toBeVisible();
  await expect(zoom).toHaveAccessibleName(text("nl", "product.zoom"));
  const count = await pictures(page).count();
  expect(count).toBeGreaterThan(1);
  const place = (now: number) => text("nl", "product.place", { place: now, count });
  await expect(zoom.getByRole("status")).toHaveText(place(1));
  await expect(zoom.locator("img")).toHaveAttribute("src", (await first.getAttribute("href")) ?? "");
  await page.keyboard.press("ArrowRight");
  await expect(zoom.getByRole("status")).toHaveText(place(2));
  await zoom.getByRole("button", { name: text("nl", "product.zoom_previous") }).click();
  await page.keyboard.press("ArrowLeft");
  await expect(zoom.getByRole("status")).toHaveText(place(count));

  const stage = zoom.getByRole("button", { name: text("nl", "product.zoom_double") });
  const width = async () => (await zoom.locator("img").boundingBox())?.width ?? 0;
  const single = await width();
  await stage.press("Enter");
  await expect(stage).toHaveAttribute("aria-pressed", "true");
  expect(Math.round((await width()) / single)).toBe(2);

  await page.keyboard.press("Escape");
  await expect(zoom).toHaveCount(0);
  await expect(first).toBeFocused();
});

test("GAL-4 the full-size image is loaded only on demand", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await open(page, SET.path("nl"));
  const full = (await pictures(page).first().getAttribute("href")) ?? "";
  expect(asked).not.toContain(full);
  await pictures(page).first().click();
  await expect.poll(() => asked).toContain(full);
});

test("GAL-2 on narrow viewports the images are a carousel with a position indicator", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(SET.path("nl"));
  const count = await pictures(page).count();
  const places = page.locator("[data-gallery-count]");
  await expect(places).toHaveText(`1 / ${count}`);
  await pictures(page).nth(1).focus();
  await expect(places).toHaveText(`2 / ${count}`);
  const strip = await page.locator(".product-gallery__strip").boundingBox();
  expect(strip?.width).toBe(390);
});

for (const locale of inTurn("en")) {
  test(`R-PDP-03 R-PDP-10 ${locale}: a response equal to the page changes nothing visibly`, async ({ page }) => {
    const answer = await hold(page, OFFERS);
    await page.goto(BEUGEL.path(locale));
    const price = page.locator("[data-price]");
    const before = await price.innerHTML();
    await expect(price).toHaveAttribute("aria-busy", "true");
    answer();
    await settled(page);
    expect(await price.innerHTML()).toBe(before);
    await expect(live(page)).toHaveText("");
  });
}

testOfOwnShop(
  "R-PDP-03 R-PDP-02 a price that changed since the build is put in where it stands, and explained",
  async ({ page, shop }) => {
    await shop.control("price", { product_number: RAVEL.number, price: 999 });
    try {
      await page.goto(RAVEL.path("nl"));
      await expect(page.locator("[data-price]")).toHaveText(money("nl", 99_900));
      await expect(live(page)).toHaveText(text("nl", "product.price_changed"));
      await expect(new Storefront(page, "nl").buyButton.first()).toContainText(money("nl", 99_900));
      // The island that is loaded on first interaction shows the same.
      await page.locator("#quantity").focus();
      await expect(new Storefront(page, "nl").quantityOnPage(RAVEL)).toBeVisible();
      await expect(page.locator("[data-buy]")).toContainText(money("nl", 99_900));
    } finally {
      await shop.control("price", { product_number: RAVEL.number, price: RAVEL.price / 100 });
    }
  },
);

for (const locale of inTurn("de")) {
  testOfOwnShop(
    `R-PDP-03 ${locale}: "inStock, limitedStock, outOfStock" are each said as they are now`,
    async ({ page, shop }) => {
      const state = page.locator("[data-stock]");
      for (const [stock, name, words] of [
        [40, "inStock", text(locale, "product.in_stock")],
        [4, "limitedStock", text(locale, "product.limited_stock", { count: 4 })],
        [2, "limitedStock", text(locale, "product.limited_stock", { count: 2 })],
        [0, "outOfStock", text(locale, "product.out_of_stock")],
      ] as const) {
        await shop.control("stock", { product_number: BEUGEL.number, stock, closeout: true });
        const answer = page.waitForResponse(/\/api\/offers\?/);
        await page.goto(BEUGEL.path(locale));
        await answer;
        await expect(state).toHaveAttribute("data-stock", name);
        await expect(state.locator("[data-stock-text]")).toHaveText(words);
      }
      await shop.control("reset", {});
    },
  );
}

testOfOwnShop("R-PDP-03 what sold out since the build cannot be pressed any more", async ({ page, shop }) => {
  await shop.control("active", { product_number: RAVEL.number, active: false });
  try {
    await page.goto(RAVEL.path("nl"));
    await expect(page.locator("[data-island=buy-box]")).toContainText(text("nl", "buy_box.sold_out"));
    await expect(page.locator("[data-buy]")).toHaveCount(0);
    await expect(live(page)).toHaveText(text("nl", "product.stock_changed"));
  } finally {
    await shop.control("active", { product_number: RAVEL.number, active: true });
  }
});

for (const locale of inTurn("nl")) {
  test(`R-PDP-10 ${locale}: without a response the page is unchanged, shows its date, and nothing moves`, async ({
    page,
  }) => {
    await intercept(page, OFFERS, (call) => call.fulfill({ status: 502, json: { errors: [] } }));
    await page.goto(RAVEL.path(locale));
    const pulled = (await (await page.request.get("/pulled.json")).json()) as { on: string };
    const date = new Date(pulled.on).toLocaleDateString(TAGS[locale], { dateStyle: "long", timeZone: "UTC" });
    const box = page.locator('[data-island="buy-box"]');
    const before = await box.boundingBox();
    await expect(live(page)).toHaveText(text(locale, "product.as_of", { date }));
    await expect(page.locator("[data-price]")).toContainText(money(locale, RAVEL.price));
    expect(await box.boundingBox()).toEqual(before);
  });
}

test("R-PDP-04 VAR-6 choosing a variant keeps scroll position and focus, and Back leaves the product", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await open(page, RAVEL.path("nl"));
  const [group, option] = WALNUT.options("nl")[1] ?? ["", ""];
  const choice = page.getByRole("region", { name: group }).getByRole("link", { name: option });
  await choice.scrollIntoViewIfNeeded();
  await choice.focus();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(0);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(WALNUT.path("nl"));
  await expect(choice).toBeFocused();
  await expect(choice).toHaveAttribute("aria-current", "page");
  expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(8);
  await page.goBack();
  await expect(page).toHaveURL("/");
});

test("R-PDP-04 VAR-3 an option without such a combination leads to the nearest one, and the page says what else changed", async ({
  page,
}) => {
  await open(page, TRESTLES.path("nl"));
  const options = BUTTER.options("nl");
  const [wood, lacquer] = ["Hout", "Lak"].map((name) => options.find(([group]) => group === name));
  const changes = wood?.join(": ") ?? "";
  const words = `${lacquer?.[1]}: ${text("nl", "product.option_missing", { changes })}`;
  const choice = page.getByRole("region", { name: "Lak" }).getByRole("link", { name: words });
  await expect(choice).toHaveAttribute("title", words);
  // It does not look sold out: only sold-out options are struck through.
  expect(await choice.evaluate((link) => getComputedStyle(link, "::after").content)).toBe("none");
  await choice.click();
  await expect(page).toHaveURL(BUTTER.path("nl"));
  await expect(live(page)).toHaveText(text("nl", "product.also_changed", { changes }));
  for (const [group, option] of options) {
    await expect(page.getByRole("region", { name: group }).locator(".options__chosen")).toHaveText(option);
  }
  // Every colour of every group can be reached from every other one.
  await expect(page.locator(".options a[href]")).toHaveCount(await page.locator(".options li").count());
  await page.reload();
  await expect(live(page)).toHaveText("");
});

test("an option has three distinguishable states, and a focus ring only for keyboard focus", async ({ page }) => {
  await open(page, RAVEL.path("nl"));
  const choice = (name: string) => page.getByRole("region", { name: "Stof" }).getByRole("link", { name });
  const look = (name: string) =>
    choice(name).evaluate((one) => {
      const { borderTopColor, backgroundColor, boxShadow } = getComputedStyle(one);
      return JSON.stringify([borderTopColor, backgroundColor, boxShadow]);
    });
  const idle = await look("Mos");
  const chosen = await look("Roest");
  await choice("Mos").hover();
  await expect.poll(() => look("Mos")).not.toBe(idle);
  expect(await look("Mos")).not.toBe(chosen);
  const ring = () => choice("Mos").evaluate((one) => getComputedStyle(one).outlineColor);
  await choice("Mos").click();
  await expect(page).toHaveURL(MOSS.path("nl"));
  await expect(choice("Mos")).toBeFocused();
  expect(await ring()).toBe("rgba(0, 0, 0, 0)");
  await page.keyboard.press("Shift");
  expect(await ring()).not.toBe("rgba(0, 0, 0, 0)");
});

for (const width of [390, 820, 1440]) {
  test(`at ${width} px another variant causes no layout shift in the panel, whatever its number of images`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const places: unknown[] = [];
    for (const shown of [RAVEL, MOSS]) {
      await open(page, shown.path("nl"));
      const parts = [".product__panel", ".product__name", ".options", "[data-island=buy-box]"];
      const boxes = await Promise.all(parts.map((part) => page.locator(part).boundingBox()));
      places.push(boxes.map((box) => ({ ...box, height: 0 })));
    }
    expect(places[0]).toEqual(places[1]);
  });
}

test("R-PDP-04 a hundred and eighty fabrics are a sheet grouped by quality, searchable by colour name, and do not push the button away", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, SOFA.path("nl"));
  await expect(page.locator("[data-buy]")).toBeInViewport({ ratio: 1 });
  const opener = page.getByRole("button", { name: text("nl", "product.all_options", { count: 180 }) });
  await opener.press("Enter");
  const sheet = page.getByRole("dialog", { name: "Stof" });
  await expect(sheet).toBeVisible();
  // It gets the focus, on the selected option.
  await expect(sheet.locator("[aria-current]")).toBeFocused();
  await expect(sheet.locator("[aria-current]")).toBeInViewport();
  await expect(sheet.getByRole("heading", { level: 3 })).toHaveCount(12);
  await expect(sheet.getByRole("heading", { name: "Mohair" })).toHaveText(
    `Mohair ${text("nl", "product.price_more", { price: "€ 800,00" })}`,
  );
  const nested = await sheet.evaluate(
    (one) => [...one.querySelectorAll("*")].filter((part) => getComputedStyle(part).overflowY === "auto").length,
  );
  expect(nested, "nothing scrolls within what scrolls").toBe(0);
  await expectNoViolations(page);
  await sheet.getByRole("searchbox").fill("kurk");
  await expect(sheet.getByText(text("nl", "product.found_none", { words: "kurk" }))).toBeVisible();
  await sheet.getByRole("searchbox").fill("loden groen");
  const found = sheet.getByRole("listitem");
  await expect(found.filter({ visible: true })).toHaveText([/^mos/, /^den/, /^riet/]);
  await expect(sheet.getByRole("heading", { level: 3 })).toHaveText(["Loden"]);
  await page.keyboard.press("Escape");
  await expect(found.filter({ visible: true })).toHaveCount(180);
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(opener).toBeFocused();
});

for (const locale of inTurn("en")) {
  test(`R-PDP-03 ${locale}: a delivery time of weeks is shown as a duration, and as calendar weeks`, async ({
    page,
  }) => {
    await open(page, AWAITED.path(locale));
    const count = 3;
    await expect(page.locator("[data-delivery]")).toHaveText(text(locale, "product.restock_weeks", { count }));
    // Which days they are, `delivery-dates.spec.ts` computes.
    const [week, last, day] = ["\\d{1,2}", "\\d{1,2}", "\\D*\\d{1,2}\\D+"];
    const either = [text(locale, "delivery.weeks", { week, last, day }), text(locale, "delivery.week", { week, day })];
    await expect(page.locator("[data-arrives]")).toHaveText(new RegExp(`^(${either.join("|")})$`));
    await expect(live(page)).toHaveText("");
  });
}

test("R-PDP-03 a sold-out product shows links to alternatives in place of the button", async ({ page }) => {
  await open(page, SOLD_OUT.path("nl"));
  const box = page.locator("[data-island=buy-box]");
  await expect(box).toContainText(text("nl", "buy_box.sold_out_ask"));
  // Shopware's closeout only says that no more than the stock is sold; news of the next stock is offered.
  await expect(page.getByText(text("nl", "product.restock_title"))).toBeVisible();
  await expect(box.getByRole("link", { name: /^Ook te koop: / }).first()).toBeVisible();
  const places = page.locator("#showrooms");
  await expect(places).toBeHidden();
  await box.getByRole("link", { name: /^Te zien in / }).click();
  await expect(places).toBeInViewport();
  await expectNoViolations(page);
  await page.goto(SOLD_OUT.path("nl"));
  await box
    .getByRole("link", { name: /^Ook te koop: / })
    .first()
    .click();
  await expect(page.locator("[data-buy]")).toBeVisible();
});

test("a quantity above the stock is reported next to the field at once", async ({ page }) => {
  // No other test orders this variant in the shared shop.
  await open(page, WALNUT.path("nl"));
  const quantity = page.locator("[name=quantity]");
  await quantity.focus();
  await expect(new Storefront(page, "nl").quantityOnPage(WALNUT)).toBeVisible();
  const said = page.locator(".buy-box__short");
  await quantity.fill(String(WALNUT.stock));
  await expect(said).toHaveText("");
  const count = WALNUT.stock + 1;
  await quantity.fill(String(count));
  await expect(said).toHaveText(text("nl", "buy_box.stock_short", { count, stock: WALNUT.stock }));
});

test("on narrow viewports the buy button stays visible while its box is out of view, names the product, and the page does not scroll", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, RAVEL.path("nl"));
  const bar = page.locator("[data-buy-bar]");
  await expect(bar).toBeVisible();
  await page.locator('[data-island="buy-box"]').scrollIntoViewIfNeeded();
  await expect(bar).toBeHidden();
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await expect(bar.getByRole("button")).toBeInViewport({ ratio: 1 });
  for (const [, option] of RAVEL.options("nl")) await expect(bar).toContainText(option);
  // Clicks the button's position like a finger; Playwright's own click would scroll to the bar's place in the page.
  const place = await bar.getByRole("button").boundingBox();
  await page.mouse.click((place?.x ?? 0) + (place?.width ?? 0) / 2, (place?.y ?? 0) + (place?.height ?? 0) / 2);
  await new Storefront(page, "nl").goOn(RAVEL, 1);
  const added = text("nl", "buy_box.added", { name: RAVEL.name("nl"), count: 1 });
  await expect(bar.getByText(added)).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("CART-12 an empty cart shows recently viewed products and links to the categories", async ({ page }) => {
  for (const shown of [RAVEL, SOFA]) await open(page, shown.path("nl"));
  await page.goto(route("nl", "bor.shopping-cart"));
  const main = page.getByRole("main");
  const seen = main.getByRole("region", { name: text("nl", "cart.seen") });
  await expect(seen.getByRole("link")).toHaveText([SOFA.name("nl"), RAVEL.name("nl")]);
  for (const picture of await seen.getByRole("img", { includeHidden: true }).all()) {
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
  await expectNoViolations(page);
  await seen.getByRole("link").first().click();
  await expect(page).toHaveURL(SOFA.path("nl"));
});

test("names, brands and colours of a row of cards are aligned", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, BEUGEL.path("nl"));
  const rows = await page.locator(".cards-grid").evaluateAll((grids) =>
    grids.flatMap((grid) =>
      ["name", "maker"].map((part) => {
        const tops = [...grid.querySelectorAll(`.product-card__${part}`)].map((one) => one.getBoundingClientRect().top);
        return new Set(tops.map(Math.round)).size;
      }),
    ),
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows)).toEqual(new Set([1]));
});

test("the bar covers no focused element, nor the footer", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await open(page, RAVEL.path("nl"));
  const bar = page.locator("[data-buy-bar]");
  await expect(bar).toBeVisible();
  const covered = await page.evaluate(async () => {
    const found: string[] = [];
    const controls = document.querySelectorAll<HTMLElement>("main a, main button, main summary, main input, footer a");
    for (const control of controls) {
      if (control.closest("[data-buy-bar]") || control.offsetParent === null) continue;
      control.focus();
      const frame = () => new Promise(requestAnimationFrame);
      await frame();
      await frame();
      const shown = document.querySelector("[data-buy-bar][data-shown]");
      // Content of a closed `<details>` is not focusable.
      if (shown === null || document.activeElement !== control) continue;
      const [own, over] = [control.getBoundingClientRect(), shown.getBoundingClientRect()];
      if (own.top >= over.top - 1 && own.top < over.bottom) found.push(control.outerHTML.slice(0, 120));
    }
    return found;
  });
  expect(covered).toEqual([]);
});

test("a product page loads no React until the visitor uses the buy box", async ({ page }) => {
  const scripts: string[] = [];
  page.on("response", (answer) => {
    if (answer.url().endsWith(".js")) scripts.push(answer.url());
  });
  await page.goto(RAVEL.path("nl"), { waitUntil: "networkidle" });
  expect(scripts.filter((url) => url.includes("/react-"))).toEqual([]);
  await page.locator("#quantity").focus();
  await expect.poll(() => scripts.filter((url) => url.includes("/react-")).length).toBe(1);
});

// Pages differ between locales only by their texts: each kind of product is checked at one width per locale.
for (const [locale, width] of [
  ["nl", 390],
  ["de", 1440],
] as const) {
  test(`${locale}: axe finds nothing at ${width} px, nor with a picture in full`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const shown of [RAVEL, BEUGEL, SET]) {
      await open(page, shown.path(locale));
      await expectNoViolations(page);
    }
    await pictures(page).first().click();
    await expect(dialog(page)).toBeVisible();
    await expectNoViolations(page);
  });
}

test("a product page fits 320 px, and text at 200 %", async ({ page }) => {
  for (const shown of [RAVEL, BEUGEL, SET]) {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(shown.path("de"));
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    await expectNoSidewaysScroll(page);
  }
});
