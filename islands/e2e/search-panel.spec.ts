// The header's search panel and its suggestions.
import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll, expectNoViolations } from "./support/accessibility";
import { product } from "./support/catalogue";
import { inTurn } from "./support/in-turn";
import { hold, intercept } from "./support/network";
import { DESK, field, openPanel, panel, QUERY, TELEPHONE, trigger, WORDS } from "./support/search";
import { expect, test } from "./support/shop";
import { home, route } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");

test.use({ hasTouch: true });

const options = (page: Page) => page.getByRole("option");
const active = (page: Page) => page.locator('[role=option][aria-selected="true"]');

for (const locale of inTurn("en")) {
  const words = WORDS[locale];
  const query = QUERY[locale];
  test(`R-SEARCH-04 SEARCH-3 SEARCH-4 SEARCH-8 ${locale}: suggestions by keyboard, in groups, with a link to all results`, async ({
    page,
  }) => {
    await page.setViewportSize(DESK);
    await page.goto(home(locale));
    await expect(trigger(page)).toHaveText(words.trigger);
    await trigger(page).press("Enter");
    const input = field(page, locale);
    await expect(input).toBeFocused();
    await page.keyboard.type(query);
    const list = page.getByRole("listbox");
    await expect(list).toBeVisible();
    await expect(input).toHaveAttribute("aria-expanded", "true");
    await expect(input).toHaveAttribute("aria-autocomplete", "list");
    await expect(input).toHaveAttribute("aria-controls", (await list.getAttribute("id")) ?? "none");
    await expect(page.getByRole("status").filter({ hasText: words.suggestions })).toHaveCount(1);
    // Product rows show type, brand and price.
    const first = list.locator(".search-found__product").first();
    await expect(first.locator("img")).toHaveJSProperty("complete", true);
    await expect(first).toContainText("€");
    const all = await options(page).all();
    expect(all.length).toBeLessThanOrEqual(10);
    await expect(options(page).last()).toHaveText(words.all(query));
    for (const option of all) await expect(option).toHaveAttribute("href", /^(\/|http)/);
    await expect(active(page)).toHaveCount(0);

    await page.keyboard.press("ArrowDown");
    await expect(active(page)).toHaveCount(1);
    await expect(options(page).first()).toHaveAttribute("aria-selected", "true");
    await expect(input).toHaveAttribute(
      "aria-activedescendant",
      (await options(page).first().getAttribute("id")) ?? "",
    );
    await expect(input).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(options(page).last()).toHaveAttribute("aria-selected", "true");
    await expect(active(page)).toHaveCSS("box-shadow", /inset/);
    await expectNoViolations(page);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${route(locale, "bor.search")}?q=${query}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.results(query));
  });
}

for (const locale of inTurn("de")) {
  const words = WORDS[locale];
  const query = QUERY[locale];
  test(`R-SEARCH-01 SEARCH-1 ${locale}: the form is a GET with q, and below two characters only shows a hint`, async ({
    page,
  }) => {
    await page.setViewportSize(TELEPHONE);
    await page.goto(home(locale));
    const input = await openPanel(page, locale);
    const form = panel(page, locale).getByRole("search");
    await expect(form).toHaveAttribute("action", route(locale, "bor.search"));
    expect(await form.evaluate((one: HTMLFormElement) => one.method)).toBe("get");
    await expect(input).toHaveAttribute("name", "q");
    await expect(input).toHaveAttribute("type", "search");
    const submit = form.getByRole("button", { name: words.trigger, exact: true });
    for (const typed of ["", "l", "   l  "]) {
      await input.fill(typed);
      await expect(submit).toBeDisabled();
      await input.press("Enter");
      await expect(form.getByRole("alert")).toHaveText(words.short);
      await expect(input).toBeFocused();
    }
    await expect(page).toHaveURL(home(locale));
    await input.fill(" la ");
    await expect(submit).toBeEnabled();
    await expect(form.getByRole("alert")).toHaveText("");
    await input.fill(query);
    await submit.tap();
    await expect(page).toHaveURL(`${route(locale, "bor.search")}?q=${query}`);
  });
}

for (const locale of inTurn("nl")) {
  const words = WORDS[locale];
  test(`R-SEARCH-04 SEARCH-7 SEARCH-11 ${locale}: by touch on a phone it is full-screen, with room for eight rows`, async ({
    page,
  }) => {
    await page.setViewportSize(TELEPHONE);
    await page.goto(home(locale));
    const box = await trigger(page).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(box?.width).toBeGreaterThanOrEqual(24);
    await expect(trigger(page)).toHaveAccessibleName(words.trigger);
    await trigger(page).tap();
    const input = field(page, locale);
    await expect(input).toBeFocused();
    await expect(input).toHaveAttribute("enterkeyhint", "search");
    await expect(input).toHaveAttribute("autocorrect", "off");
    expect(await panel(page, locale).boundingBox()).toEqual({ x: 0, y: 0, ...TELEPHONE });
    await expectNoViolations(page);
    await input.fill(RAVEL.name(locale));
    await expect(options(page).first()).toBeVisible();
    expect(await options(page).count()).toBeLessThanOrEqual(8);
    await expectNoSidewaysScroll(page);
    await expectNoViolations(page);
    // "Clear" and "close" are separate buttons.
    await panel(page, locale).getByRole("button", { name: words.clear }).tap();
    await expect(input).toHaveValue("");
    await expect(input).toBeFocused();
    await expect(page.getByRole("listbox")).toBeHidden();
    await input.fill(RAVEL.name(locale));
    await page
      .locator(".search-found__product")
      .filter({ hasText: RAVEL.name(locale) })
      .first()
      .tap();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(RAVEL.name(locale));
    await page.goBack();
    await expect(panel(page, locale)).toBeHidden();
  });
}

for (const locale of inTurn("en")) {
  const words = WORDS[locale];
  const query = QUERY[locale];
  test(`${locale}: recent searches are kept in this browser only, and can be removed one by one or all at once`, async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const queries = ["kast", "tafel", query];
    for (const one of queries) {
      await page.goto(`${route(locale, "bor.search")}?q=${one}`);
      await expect.poll(() => page.evaluate(() => localStorage.getItem("vitrine-searches"))).toContain(one);
    }
    await page.setViewportSize(TELEPHONE);
    await page.goto(home(locale));
    asked.length = 0;
    await openPanel(page, locale);
    const recent = panel(page, locale).getByRole("list", { name: words.recent });
    await expect(recent.getByRole("link")).toHaveText([...queries].reverse());
    expect(asked.filter((url) => url.includes("/api/"))).toEqual([]);
    for (const width of [320, 390]) {
      await page.setViewportSize({ ...TELEPHONE, width });
      await expectNoSidewaysScroll(page);
      await expectNoViolations(page);
    }
    await recent.getByRole("button", { name: words.forget("tafel") }).click();
    await expect(recent.getByRole("link")).toHaveText([query, "kast"]);
    await expect(recent.getByRole("button", { name: words.forget("kast") })).toBeFocused();
    await panel(page, locale).getByRole("button", { name: words.forgetAll }).click();
    await expect(recent).toHaveCount(0);
    await expect(field(page, locale)).toBeFocused();
    expect(await page.evaluate(() => localStorage.getItem("vitrine-searches"))).toBeNull();
  });
}

test("R-SEARCH-02 the field is focused after 300 ms on phones, after 500 ms on desktops; earlier input is kept", async ({
  page,
}) => {
  await page.clock.install({ time: 0 });
  for (const [size, milliseconds] of [
    [TELEPHONE, 300],
    [DESK, 500],
  ] as const) {
    await page.setViewportSize(size);
    await page.goto(home("nl"));
    // The script of the search is loaded before the panel opens.
    await trigger(page).focus();
    await expect(page.locator("[data-panel=search] input")).toHaveAttribute("role", "combobox");
    // The page's clock can only be set forward, and the previous round left it ahead of the machine's.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
    await trigger(page).press("Enter");
    await expect(panel(page, "nl")).toBeVisible();
    await page.clock.runFor(milliseconds - 1);
    await expect(field(page, "nl")).not.toBeFocused();
    await page.clock.runFor(1);
    await expect(field(page, "nl")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(panel(page, "nl")).toBeHidden();
    await trigger(page).press("Enter");
    await page.keyboard.type("la");
    await expect(field(page, "nl")).toHaveValue("la");
    await page.clock.resume();
  }
});

test("R-HEAD-06 the search is one of the panels: one at a time, focus in and back, closed by Escape and by leaving", async ({
  page,
}) => {
  await page.setViewportSize(DESK);
  await page.goto(home("nl"));
  await page.locator("header summary:visible").filter({ hasText: "Meubels" }).click();
  await expect(page.getByRole("banner")).toHaveAttribute("data-panel", "menu");
  const input = await openPanel(page, "nl");
  await expect(page.getByRole("banner")).toHaveAttribute("data-panel", "search");
  await expect(page.locator("header details[open]")).toHaveCount(1);
  await input.pressSequentially("lamp");
  await expect(options(page).first()).toBeVisible();
  // Escape first closes the list, then empties the field, then closes the panel.
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox")).toBeHidden();
  await expect(input).toHaveValue("lamp");
  await page.keyboard.press("Escape");
  await expect(input).toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(panel(page, "nl")).toBeHidden();
  await expect(trigger(page)).toBeFocused();
  await expect(page.getByRole("banner")).not.toHaveAttribute("data-panel");

  await openPanel(page, "nl");
  await panel(page, "nl").getByRole("button", { name: "Sluiten" }).click();
  await expect(trigger(page)).toBeFocused();
  await openPanel(page, "nl");
  await page.mouse.click(700, 880);
  await expect(panel(page, "nl")).toBeHidden();
  await openPanel(page, "nl");
  await page.evaluate(() => location.assign("#main"));
  await expect(panel(page, "nl")).toBeHidden();
});

test("SEARCH-4 Tab leaves the field and closes the list; Home and End move in the text", async ({ page }) => {
  await page.setViewportSize(DESK);
  await page.goto(home("nl"));
  const input = await openPanel(page, "nl");
  await page.keyboard.type("lamp");
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press("Home");
  await page.keyboard.type("x");
  await expect(input).toHaveValue("xlamp");
  await page.keyboard.press("Backspace");
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("listbox")).toBeHidden();
  await expect(input).not.toBeFocused();
});

test("SEARCH-2 SEARCH-10 out-of-order responses are dropped, and a failure is silent: the form still works", async ({
  page,
}) => {
  await page.setViewportSize(DESK);
  await page.goto(home("nl"));
  const input = await openPanel(page, "nl");
  const letGo = await hold(page, /\/api\/suggest\?q=la$/);
  const first = page.waitForRequest(/\/api\/suggest\?q=la$/);
  await input.fill("la");
  await first;
  await input.fill("stoel");
  await expect(options(page).last()).toHaveText(WORDS.nl.all("stoel"));
  letGo();
  await input.fill("kast");
  await expect(options(page).last()).toHaveText(WORDS.nl.all("kast"));

  await intercept(page, "**/api/suggest?*", (call) => call.abort());
  const failed = page.waitForEvent("requestfailed");
  await input.fill("tafel");
  await failed;
  await expect(page.getByRole("listbox")).toBeHidden();
  await expect(panel(page, "nl").getByRole("alert")).toHaveText("");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${route("nl", "bor.search")}?q=tafel`);
});

test("the script of the search is loaded on first interaction only, without React", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(home("nl"), { waitUntil: "networkidle" });
  const before = asked.filter((path) => path.endsWith(".js")).length;
  expect(asked.filter((path) => path.includes("search-panel"))).toEqual([]);
  await openPanel(page, "nl");
  await expect.poll(() => asked.filter((path) => path.includes("search-panel")).length).toBe(1);
  expect(asked.filter((path) => path.endsWith(".js")).length).toBeGreaterThan(before);
  expect(asked.filter((path) => /\/react-/.test(path))).toEqual([]);
});
