// R-STORE-01, the store locator: "Store locations with address, opening hours per weekday, brand, dealer type; filter by brand and type; sorted by
// distance from the visitor's position or a typed place; map and list agree; 'Couldn't retrieve your location' on failure; empty state."
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator, Page } from "@playwright/test";
import { expectNoFaults, expectNoViolations } from "./support/accessibility";
import { inTurn } from "./support/in-turn";
import { intercept } from "./support/network";
import { withBackends, withShop } from "./support/running";
import { expect, test } from "./support/shop";
import { type Locale, text } from "./support/texts";

const PATHS: Readonly<Record<Locale, string>> = {
  nl: "/service/verkooppunten",
  en: "/en/service/where-to-buy",
  de: "/de/service/verkaufsstellen",
};
/** The showrooms page, which also lists the dealers. */
const SHOWROOMS: Readonly<Record<Locale, string>> = { nl: "/showrooms", en: "/en/showrooms", de: "/de/showrooms" };
/** A city with a different name in each language. */
const COLOGNE: Readonly<Record<Locale, string>> = { nl: "Keulen", en: "Cologne", de: "Köln" };
const ALL = 30;
const DEALERS = 25;
/** Resource types that may come from the image CDN; the browser calls a favicon "other". */
const PICTURES = /^(image|other)$/;
/** A Tuesday at noon in Amsterdam. */
const TUESDAY_NOON = "2026-11-24T11:00:00Z";
const CHRISTMAS_NOON = "2026-12-25T11:00:00Z";
/** The smallest image: one grey pixel. */
const TILE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGPYAQAAugC5np7iBQAAAABJRU5ErkJggg==",
  "base64",
);
/** In Deventer. */
const POSITION = { latitude: 52.2521, longitude: 6.1601 };

const listed = (page: Page): Locator => page.locator("[data-place]:visible");
const field = (page: Page): Locator => page.getByRole("combobox", { name: /postcode|postleitzahl/i });
const options = (page: Page): Locator => page.getByRole("listbox").getByRole("option");
const count = (page: Page): Locator => page.locator("[data-locator] [data-count]");

async function open(page: Page, locale: Locale, query = ""): Promise<void> {
  await page.goto(`${PATHS[locale]}${query}`);
  // The island shows for each place whether it is open.
  await expect(page.locator("[data-open-now]").first()).not.toBeEmpty();
}

/** The distances in the list, in order. */
async function distances(page: Page): Promise<number[]> {
  const words = await page.locator("[data-place]:visible [data-distance]").allTextContents();
  return words.map((one) => Number(one.replace(/[^\d,.]/g, "").replace(",", ".")));
}

async function expectNearestFirst(page: Page, first: string): Promise<void> {
  await expect(listed(page).first().locator(".place__title")).toHaveText(first);
  const found = await distances(page);
  expect(found.length).toBe(await listed(page).count());
  expect(found).toEqual([...found].sort((one, other) => one - other));
}

for (const locale of inTurn("de")) {
  test(`R-STORE-01 ${locale}: places are listed with address, hours of each weekday and special days, brands, kind, telephone and route`, async ({
    page,
  }) => {
    await page.clock.setFixedTime(TUESDAY_NOON);
    await open(page, locale);
    await expect(count(page)).toHaveText(text(locale, "store_locator.count", { count: ALL }));
    await expect(listed(page)).toHaveCount(ALL);
    const place = page.locator("[data-place=store-zwolle-diezer]");
    await expect(place.locator(".place__title")).toHaveText("Diezer Interieur");
    await expect(place.locator("address")).toContainText("Diezerstraat 84");
    await expect(place.locator("address")).toContainText("8011 RJ Zwolle");
    await expect(place.getByText(text(locale, "editorial.dealer"), { exact: true })).toBeVisible();
    for (const brand of ["Kante", "Oever & Zoon"]) await expect(place.getByRole("link", { name: brand })).toBeVisible();
    await expect(place.getByRole("link", { name: "+31 38 000 01 02" })).toHaveAttribute("href", "tel:+31380000102");
    const way = place.getByRole("link", { name: text(locale, "editorial.route_link") });
    await expect(way).toHaveAttribute("href", "https://www.openstreetmap.org/directions?route=%3B52.5133%2C6.0942");
    await expect(place.locator("[data-open-now]")).toHaveText(text(locale, "open_now.open_until", { time: "17:30" }));
    await place.locator("summary").click();
    await expect(place.locator("[data-day]")).toHaveCount(7);
    await expect(place.locator("[data-day][aria-current=date]")).toHaveAttribute("data-day", "tue");
    await expect(place.locator("[data-day=mon]")).toContainText(text(locale, "editorial.closed"));
    await expect(place.locator("time[datetime='2026-12-25']")).toBeVisible();
  });
}

for (const locale of inTurn("nl")) {
  test(`R-STORE-01 ${locale}: a typed place sorts by distance, and is found by its name in this language`, async ({
    page,
  }) => {
    await open(page, locale);
    await field(page).fill(COLOGNE[locale].slice(0, 3));
    const option = options(page).filter({ hasText: COLOGNE[locale] });
    await expect(option).toBeVisible();
    await option.click();
    await expect(field(page)).toHaveValue(COLOGNE[locale]);
    await expectNearestFirst(page, "Brüsseler 40");
    await expect(
      page.getByRole("heading", { name: text(locale, "store_locator.near", { place: COLOGNE[locale] }) }),
    ).toBeVisible();
    expect(new URL(page.url()).searchParams.get("near")).toBe(COLOGNE[locale]);
  });
}

for (const locale of inTurn("en")) {
  test(`R-STORE-01 ${locale}: filters by brand and kind narrow the list, and an empty list says so and offers a reset`, async ({
    page,
  }) => {
    await page.clock.setFixedTime(TUESDAY_NOON);
    await open(page, locale);
    await page.getByRole("combobox", { name: text(locale, "content.locator_brand") }).selectOption("plet");
    await expect(listed(page).first()).toBeVisible();
    const withPlet = await listed(page).count();
    expect(withPlet).toBeLessThan(ALL);
    await expect(page.locator("[data-place]:visible", { has: page.getByRole("link", { name: "Plet" }) })).toHaveCount(
      withPlet,
    );
    await page.getByRole("combobox", { name: text(locale, "content.locator_type") }).selectOption("flagship");
    const both = await listed(page).count();
    expect(both).toBeLessThan(withPlet);
    expect(both).toBeGreaterThan(0);
    await expect(
      page.locator("[data-place]:visible", { hasText: text(locale, "editorial.dealer_flagship") }),
    ).toHaveCount(both);
    await expect(count(page)).toHaveText(text(locale, "store_locator.count", { count: both }));
    await page.clock.setFixedTime(CHRISTMAS_NOON);
    await page.getByRole("checkbox", { name: text(locale, "content.locator_open") }).check();
    await expect(listed(page)).toHaveCount(0);
    await expect(page.locator("[data-empty]")).toContainText(text(locale, "content.locator_empty"));
    await expect(count(page)).toHaveText(text(locale, "store_locator.count", { count: 0 }));
    await page.locator("[data-clear-all]").click();
    await expect(listed(page)).toHaveCount(ALL);
    await expect(field(page)).toBeFocused();
    expect(new URL(page.url()).search).toBe("");
  });
}

for (const locale of inTurn("de")) {
  test(`R-STORE-01 ${locale}: 'Couldn't retrieve your location' if the browser does not provide it, and the field is focused`, async ({
    page,
  }) => {
    await open(page, locale);
    await page.getByRole("button", { name: text(locale, "content.locator_locate") }).click();
    await expect(page.locator("[data-said]")).toHaveText(text(locale, "store_locator.failed"));
    await expect(field(page)).toBeFocused();
    await expect(listed(page)).toHaveCount(ALL);
  });
}

test("R-STORE-01 the failure has the specification's text: 'Couldn't retrieve your location'", () => {
  expect(text("en", "store_locator.failed")).toContain("Couldn't retrieve your location");
});

test.describe("with a position", () => {
  test.use({ geolocation: POSITION, permissions: ["geolocation"] });

  test("R-STORE-01 the visitor's position sorts by distance; it is requested only by a click, and is in no request, URL or storage", async ({
    page,
  }) => {
    const sent: string[] = [];
    page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
    await page.addInitScript(() => {
      const { getCurrentPosition } = Geolocation.prototype;
      Geolocation.prototype.getCurrentPosition = function (...all) {
        document.documentElement.dataset.asked = "yes";
        return getCurrentPosition.apply(this, all);
      };
    });
    await open(page, "nl");
    await expect(page.locator("html")).not.toHaveAttribute("data-asked", "yes");
    await page.getByRole("button", { name: text("nl", "content.locator_locate") }).click();
    await expectNearestFirst(page, "De Noordenberg Wonen");
    await expect(page.getByRole("heading", { name: text("nl", "store_locator.near_you") })).toBeVisible();
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, document.cookie]),
    );
    for (const trace of [...sent, page.url(), kept]) expect(trace).not.toMatch(/52[.,]25|6[.,]16/);
    // Back restores the previous list.
    await page.goBack();
    await expect(page.locator("[data-near]")).toBeHidden();
    await expect(page.locator("[data-distance]")).toHaveCount(0);
  });
});

test("R-STORE-01 place and filters are in the URL: it can be shared, and Back and Forward work", async ({ page }) => {
  await open(page, "nl", "?near=Zwolle&brand=kante");
  await expect(field(page)).toHaveValue("Zwolle");
  await expectNearestFirst(page, "Diezer Interieur");
  const narrowed = await listed(page).count();
  await page.getByRole("combobox", { name: "Merk" }).selectOption("");
  await expect(listed(page)).toHaveCount(ALL);
  await expect(page).toHaveURL(/\?near=Zwolle$/);
  await page.goBack();
  await expect(listed(page)).toHaveCount(narrowed);
  await expect(page.getByRole("combobox", { name: "Merk" })).toHaveValue("kante");
  await page.goForward();
  await expect(listed(page)).toHaveCount(ALL);
});

test("R-STORE-01 places are found by postcode, by the name in another language, without accents, with a wrong letter, and by a shop's name", async ({
  page,
}) => {
  await open(page, "nl");
  for (const [typed, first] of [
    ["8011 RJ", "Diezer Interieur"],
    ["50667", "Brüsseler 40"],
    ["Koeln", "Brüsseler 40"],
    ["Cologne", "Brüsseler 40"],
    ["Zwole", "Diezer Interieur"],
    ["Diezer", "Diezer Interieur"],
  ] as const) {
    await field(page).fill(typed);
    await field(page).press("Enter");
    await expectNearestFirst(page, first);
  }
  await field(page).fill("Xyzabc");
  await field(page).press("Enter");
  await expect(page.locator("[data-said]")).toHaveText(text("nl", "store_locator.unknown", { place: "Xyzabc" }));
});

test("R-STORE-01 'open now' keeps the places that are open in their own time zone, special days included", async ({
  page,
}) => {
  await page.clock.setFixedTime(TUESDAY_NOON);
  await open(page, "nl", "?open=1");
  const onTuesday = await listed(page).count();
  expect(onTuesday).toBeGreaterThan(0);
  expect(onTuesday).toBeLessThan(ALL);
  await expect(page.locator("[data-place]:visible [data-state=open]")).toHaveCount(onTuesday);
  await page.clock.setFixedTime(CHRISTMAS_NOON);
  await page.reload();
  await expect(page.locator("[data-place=showroom-utrecht]")).toBeHidden();
});

test("R-STORE-01 map and list agree: a pin for each listed place, and choosing one marks the other", async ({
  page,
  shop,
}) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(shop.url) && !PICTURES.test(request.resourceType())) foreign.push(request.url());
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, "nl");
  await expect(page.locator(".leaflet-pane")).toHaveCount(0);
  await page.getByRole("button", { name: text("nl", "store_locator.show_map") }).click();
  const map = page.getByRole("group", { name: text("nl", "store_locator.map", { count: ALL }) });
  await expect(map).toBeVisible();
  const keys = (found: Locator, name: string) =>
    found.evaluateAll((all, by) => all.map((one) => one.getAttribute(by)).sort(), name);
  expect(await keys(map.locator("[data-pin-of]"), "data-pin-of")).toEqual(await keys(listed(page), "data-place"));
  await page.getByRole("combobox", { name: "Merk" }).selectOption("kante");
  const fewer = await listed(page).count();
  await expect(page.locator("[data-pin-of]")).toHaveCount(fewer);
  expect(await keys(page.locator("[data-pin-of]"), "data-pin-of")).toEqual(await keys(listed(page), "data-place"));
  // From a marker to the list.
  const pin = page.locator("[data-pin-of=store-zwolle-diezer]");
  await pin.focus();
  await page.keyboard.press("Enter");
  await expect(pin).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("[data-place=store-zwolle-diezer]")).toHaveAttribute("aria-current", "true");
  await expect(page.locator(".store-map__card")).toContainText("Diezerstraat 84");
  await page.keyboard.press("Escape");
  await expect(page.locator(".store-map__card")).toBeHidden();
  await expect(page.locator("[data-place][aria-current]")).toHaveCount(0);
  // From the list to a marker.
  const other = page.locator("[data-place]:visible").last();
  const key = await other.getAttribute("data-place");
  await other.getByRole("button", { name: text("nl", "store_locator.on_map") }).click();
  await expect(page.locator(`[data-pin-of="${key}"]`)).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator(`[data-pin-of="${key}"]`)).toBeFocused();
  await expect(other).toHaveAttribute("aria-current", "true");
  expect(foreign).toEqual([]);
  await page.getByRole("button", { name: text("nl", "store_locator.hide_map") }).click();
  await expect(page.locator("[data-pin-of], [data-pin]")).toHaveCount(0);
});

test("R-STORE-01 the map of a shop with its own tiles draws them, at higher zoom than outlines, with attribution", async ({
  page,
}) => {
  const drawn = new Set<string>();
  page.on("response", (answer) => {
    if (answer.ok() && answer.url().endsWith(".tile")) drawn.add(new URL(answer.url()).pathname);
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  const visit = async ({ url }: { url: string }) => {
    await page.goto(`${url}${PATHS.nl}?near=Utrecht`);
    await page.getByRole("button", { name: text("nl", "store_locator.show_map") }).click();
    await expect(page.locator("[data-pin-of]")).toHaveCount(ALL);
    const tiles = page.locator(".leaflet-tile");
    await expect(page.locator(".leaflet-tile-loaded").first()).toBeVisible();
    await expect(page.locator(".leaflet-tile:not(.leaflet-tile-loaded)")).toHaveCount(0);
    const widths = await tiles.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth));
    expect(widths.length).toBeGreaterThan(3);
    expect(widths.every((width) => width > 0)).toBe(true);
    for (const tile of drawn) expect(tile).toMatch(/^\/\d+\/\d+\/\d+\.tile$/);
    await expect(page.locator(".store-map__land")).toHaveCount(0);
    await expect(page.locator(".store-map__source")).toHaveText("© Kaartenmakers");
    const before = drawn.size;
    await page.getByRole("button", { name: text("nl", "store_locator.zoom_in") }).click();
    await expect.poll(() => drawn.size).toBeGreaterThan(before);
    await expectNoFaults(page);
    await page.goto("about:blank");
  };
  await withTiles((tiles) => withBackends((backends) => withShop({ backends, tiles }, visit)));
});

/** Serves the same image for every tile, on loopback, while `use` runs; passes it the URL template. */
async function withTiles(use: (template: string) => Promise<void>): Promise<void> {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "image/png" }).end(TILE);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/{z}/{x}/{y}.tile`);
  } finally {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
}

test("R-STORE-01 by keyboard: suggestions, the filters, the map and past it", async ({ page }) => {
  await open(page, "nl");
  await field(page).focus();
  await page.keyboard.type("gro");
  await expect(options(page).first()).toHaveText(/^Groningen/);
  await expect(field(page)).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowDown");
  await expect(options(page).first()).toHaveAttribute("aria-selected", "true");
  await expect(field(page)).toHaveAttribute("aria-activedescendant", /locator-options-0/);
  await page.keyboard.press("Escape");
  await expect(options(page)).toHaveCount(0);
  await expect(field(page)).toHaveValue("gro");
  // The arrow key opens the list again, at its first item.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expectNearestFirst(page, "Groningen");
  await page.getByRole("button", { name: text("nl", "store_locator.show_map") }).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".store-map")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: text("nl", "store_locator.skip_map") })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(listed(page).first().getByRole("link", { name: "Groningen", exact: true })).toBeFocused();
});

test.describe("by touch on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("R-STORE-01 a place, a filter and a pin by touch; one finger scrolls the page past the map", async ({
    page,
  }) => {
    await open(page, "nl");
    await field(page).tap();
    await page.keyboard.type("Utr");
    await options(page).filter({ hasText: "Utrecht" }).tap();
    await expectNearestFirst(page, "Utrecht");
    await page.getByRole("button", { name: text("nl", "store_locator.show_map") }).tap();
    await expect(page.locator(".store-map")).toBeVisible();
    expect(await page.locator(".store-map__canvas").evaluate((canvas) => getComputedStyle(canvas).touchAction)).toBe(
      "pan-x pan-y",
    );
    await page.locator("[data-pin-of=showroom-utrecht]").tap();
    await expect(page.locator(".store-map__card")).toContainText("Utrecht");
    await page.getByRole("button", { name: text("nl", "store_locator.in_list") }).tap();
    await expect(page.locator("[data-place=showroom-utrecht]")).toBeInViewport();
  });
});

test("R-STORE-01 axe: list, suggestions, failure, empty state and map have no violations at 320 and 1440 px", async ({
  page,
}) => {
  await open(page, "nl");
  await expectNoFaults(page);
  await field(page).fill("ha");
  await expect(options(page).first()).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: text("nl", "content.locator_locate") }).click();
  await expect(page.locator("[data-said]")).toHaveText(text("nl", "store_locator.failed"));
  await expectNoFaults(page);
  await page.getByRole("button", { name: text("nl", "store_locator.show_map") }).click();
  await expect(page.locator("[data-pin-of]")).toHaveCount(ALL);
  await page.locator("[data-pin-of=showroom-utrecht]").press("Enter");
  await expect(page.locator(".store-map__card")).toBeVisible();
  await expectNoFaults(page);
  await page.clock.setFixedTime(CHRISTMAS_NOON);
  await open(page, "nl", "?open=1&type=flagship");
  await expect(page.locator("[data-empty]")).toBeVisible();
  await expectNoFaults(page);
});

for (const locale of inTurn("nl")) {
  test(`R-STORE-01 ${locale}: the dealers below the showrooms have the same locator, besides the filters of the showrooms`, async ({
    page,
  }) => {
    await page.clock.setFixedTime(TUESDAY_NOON);
    await page.goto(SHOWROOMS[locale]);
    // Its island is loaded when it scrolls into view.
    await page.locator("[data-locator]").scrollIntoViewIfNeeded();
    await expect(page.locator("[data-open-now]").first()).not.toBeEmpty();
    await expect(listed(page)).toHaveCount(DEALERS);
    await expect(count(page)).toHaveText(text(locale, "store_locator.count", { count: DEALERS }));
    await field(page).fill("Zwolle");
    await field(page).press("Enter");
    await expectNearestFirst(page, "Diezer Interieur");
    await page.getByRole("combobox", { name: text(locale, "content.locator_brand") }).selectOption("plet");
    expect(await listed(page).count()).toBeLessThan(DEALERS);
    await page.getByRole("button", { name: text(locale, "store_locator.show_map") }).click();
    await expect(page.locator("[data-pin-of]")).toHaveCount(await listed(page).count());
    await expectNoFaults(page);
  });
}

test("R-STORE-01 works without the API, as on a plain CDN: it requests nothing below /api/", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await intercept(page, "**/api/**", (route) => route.abort());
  await open(page, "nl", "?near=Zwolle");
  await page.getByRole("button", { name: text("nl", "store_locator.show_map") }).click();
  await expect(page.locator("[data-pin-of]")).toHaveCount(ALL);
  await expectNearestFirst(page, "Diezer Interieur");
  expect(asked.filter((path) => path.startsWith("/api/"))).toEqual([]);
});

test("R-STORE-01 if the map cannot be loaded, the list stays and a message is shown", async ({ page, complaints }) => {
  await intercept(page, "**/assets/store-map-*.css", (route) => route.abort());
  await open(page, "nl");
  await page.getByRole("button", { name: text("nl", "store_locator.show_map") }).click();
  await expect(page.locator("[data-said]")).toHaveText(text("nl", "store_locator.map_failed"));
  await expect(listed(page)).toHaveCount(ALL);
  // The browser reports the request that this test aborted.
  complaints.length = 0;
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("R-STORE-01 the list is complete, by country and city, and controls that need a script are hidden", async ({
    page,
  }) => {
    await page.goto(PATHS.nl);
    await expect(listed(page)).toHaveCount(ALL);
    await expect(page.locator("[data-locator]")).toBeHidden();
    await expect(page.locator("[data-group] h3")).toHaveText(["Nederland", "België", "Duitsland"]);
    await page.locator("[data-place=store-zwolle-diezer] summary").click();
    await expect(page.locator("[data-place=store-zwolle-diezer] [data-day=tue]")).toBeVisible();
  });
});
