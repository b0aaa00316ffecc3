// The search: the panel of the header with its suggestions, and the search screen.
import type { Locator, Page } from "@playwright/test";
import { expectNoFaults, expectNoSidewaysScroll, expectNoViolations } from "./support/accessibility";
import { product } from "./support/catalogue";
import { hold } from "./support/network";
import { expect, test } from "./support/shop";
import { home, LOCALES, type Locale, route } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");

test.use({ hasTouch: true });

/** The words that the specification asks for, written out. */
const WORDS = {
  nl: {
    trigger: "Zoeken",
    label: "Waar zoekt u naar?",
    short: "Typ minstens 2 tekens.",
    close: "Sluiten",
    clear: "Wis de zoekterm",
    recent: "Eerder gezocht",
    forget: (query: string) => `Vergeet ‘${query}’`,
    forgetAll: "Alles wissen",
    suggestions: /^\d+ suggesties?$/,
    all: (query: string) => new RegExp(`^Bekijk (alle )?\\d+ product(en)? voor ‘${query}’$`),
    results: (query: string) => new RegExp(`^\\d+ resulta(at|ten) voor ${query}$`),
    none: (query: string) => `Niets gevonden voor ${query}`,
    help: "Controleer de spelling, of probeer een korter of algemener woord. Op artikelnummer zoeken kan ook.",
    kinds: "Begin bij een soort",
    question: "Komt u er niet uit?",
    meant: "Bedoelde u",
    products: "Producten",
    found: "Wat er gevonden is",
    failed: "Zoeken lukt op dit moment niet.",
    offline: "Er is geen verbinding. Zodra die er weer is, zoeken we verder.",
    again: "Opnieuw proberen",
    searched: (query: string) => `U zocht ‘${query}’.`,
    allResults: "Alle resultaten",
    more: "Meer tonen",
  },
  en: {
    trigger: "Search",
    label: "What are you looking for?",
    short: "Type at least 2 characters.",
    close: "Close",
    clear: "Clear the search",
    recent: "Searched before",
    forget: (query: string) => `Forget ‘${query}’`,
    forgetAll: "Clear all",
    suggestions: /^\d+ suggestions?$/,
    all: (query: string) => new RegExp(`^See (all )?\\d+ products? for ‘${query}’$`),
    results: (query: string) => new RegExp(`^\\d+ results? for ${query}$`),
    none: (query: string) => `Nothing found for ${query}`,
    help: "Check the spelling, or try a shorter or more general word. You can also search by article number.",
    kinds: "Start with a kind",
    question: "Need a hand?",
    meant: "Did you mean",
    products: "Products",
    found: "What was found",
    failed: "Searching does not work at the moment.",
    offline: "There is no connection. As soon as it is back, we go on searching.",
    again: "Try again",
    searched: (query: string) => `You searched for ‘${query}’.`,
    allResults: "All results",
    more: "Show more",
  },
  de: {
    trigger: "Suchen",
    label: "Was suchen Sie?",
    short: "Geben Sie mindestens 2 Zeichen ein.",
    close: "Schließen",
    clear: "Suchbegriff löschen",
    recent: "Zuletzt gesucht",
    forget: (query: string) => `„${query}“ vergessen`,
    forgetAll: "Alle löschen",
    suggestions: /^\d+ Vorschl(ag|äge)$/,
    all: (query: string) => new RegExp(`^(Alle )?\\d+ Produkte? für „${query}“ ansehen$`),
    results: (query: string) => new RegExp(`^\\d+ Ergebnis(se)? für ${query}$`),
    none: (query: string) => `Nichts gefunden für ${query}`,
    help: "Prüfen Sie die Schreibweise, oder versuchen Sie ein kürzeres oder allgemeineres Wort. Auch Artikelnummern lassen sich suchen.",
    kinds: "Mit einer Art beginnen",
    question: "Kommen Sie nicht weiter?",
    meant: "Meinten Sie",
    products: "Produkte",
    found: "Was gefunden wurde",
    failed: "Die Suche ist im Moment nicht möglich.",
    offline: "Es besteht keine Verbindung. Sobald sie wieder da ist, suchen wir weiter.",
    again: "Noch einmal versuchen",
    searched: (query: string) => `Sie suchten „${query}“.`,
    allResults: "Alle Ergebnisse",
    more: "Mehr zeigen",
  },
} as const satisfies Record<Locale, Record<string, unknown>>;

/** A query with a fault of typing, and what was meant. */
const MISSPELT = {
  nl: ["eettafle", "eettafel"],
  en: ["miror", "mirror"],
  de: ["stehleuhcte", "stehleuchte"],
} as const satisfies Record<Locale, readonly [string, string]>;

/** What a visitor of each language types, and finds. */
const QUERY = { nl: "lamp", en: "table", de: "leuchte" } as const satisfies Record<Locale, string>;
const TELEPHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

const trigger = (page: Page) => page.locator("[data-panel=search] > summary");
const panel = (page: Page, locale: Locale) => page.getByRole("dialog", { name: WORDS[locale].trigger, exact: true });
const field = (page: Page, locale: Locale) => panel(page, locale).getByRole("combobox", { name: WORDS[locale].label });
const options = (page: Page) => page.getByRole("option");
const active = (page: Page) => page.locator('[role=option][aria-selected="true"]');

/** Opens the panel and waits for its script. */
async function openPanel(page: Page, locale: Locale): Promise<Locator> {
  await trigger(page).click();
  await expect(field(page, locale)).toBeFocused();
  return field(page, locale);
}

for (const locale of LOCALES) {
  const words = WORDS[locale];
  const query = QUERY[locale];

  test(`R-SEARCH-04 SEARCH-3 SEARCH-4 SEARCH-8 ${locale}: suggestions by keyboard, in groups, and the way to all results`, async ({
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
    // Products say what they are, who made them and what they cost.
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

  test(`R-SEARCH-01 SEARCH-1 ${locale}: the form is a GET with q, and does nothing below two characters but say so`, async ({
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

  test(`R-SEARCH-04 SEARCH-7 SEARCH-11 ${locale}: by touch on a telephone it covers the window, with room for eight rows`, async ({
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
    // Clear and close are two buttons.
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

  test(`${locale}: what was searched is kept in this browser alone, and forgotten one by one or all at once`, async ({
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

test("R-SEARCH-02 the field has the focus after 300 ms on a telephone, after 500 ms on a desk; what is typed before is not lost", async ({
  page,
}) => {
  await page.clock.install({ time: 0 });
  for (const [size, milliseconds] of [
    [TELEPHONE, 300],
    [DESK, 500],
  ] as const) {
    await page.setViewportSize(size);
    await page.goto(home("nl"));
    // The script of the search is there before the panel opens.
    await trigger(page).focus();
    await expect(page.locator("[data-panel=search] input")).toHaveAttribute("role", "combobox");
    await page.clock.pauseAt(Date.now());
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

test("SEARCH-2 SEARCH-10 answers out of order are dropped, and a failure says nothing: the form still works", async ({
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

  await page.route("**/api/suggest?*", (call) => call.abort());
  const failed = page.waitForEvent("requestfailed");
  await input.fill("tafel");
  await failed;
  await expect(page.getByRole("listbox")).toBeHidden();
  await expect(panel(page, "nl").getByRole("alert")).toHaveText("");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${route("nl", "bor.search")}?q=tafel`);
});

test("the script of the search comes with the first touch of it, and not before, without React", async ({ page }) => {
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

const searchPath = (locale: Locale, query: string) =>
  `${route(locale, "bor.search")}?${new URLSearchParams({ q: query })}`;
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const screenField = (page: Page) => page.getByRole("main").getByRole("searchbox");
const cards = (page: Page) => page.locator(".search .product-card");

/** Opens the results of a query and waits for the island. */
async function openResults(page: Page, locale: Locale, query: string): Promise<void> {
  await page.goto(searchPath(locale, query));
  await islandIsThere(page);
}

/** The island's form keeps the browser from checking it; the page's own does not. */
async function islandIsThere(page: Page): Promise<void> {
  await expect(page.locator(".search__found")).toHaveCount(1);
  await expect(page.locator(".search__found")).not.toHaveAttribute("aria-busy");
}

for (const locale of LOCALES) {
  const words = WORDS[locale];
  const query = QUERY[locale];

  test(`R-SEARCH-03 SEARCH-12 ${locale}: products and pages in sections with their numbers, the query in place, the title names it`, async ({
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

    // The query is changed where it is: one entry of the history, and filters of the last one are gone.
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

  test(`R-SEARCH-05 ${locale}: the address is the only state: shared, reloaded, back and forward to the place`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize(DESK);
    await openResults(page, locale, query);
    const all = await cards(page).locator(".product-card__name").allInnerTexts();
    await page.locator(".list-facet__name[data-facet-name=brand]").press("Enter");
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

  test(`SEARCH-13 ${locale}: where nothing is found there are words, kinds of products and people, and no empty grid`, async ({
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

  test(`R-SEARCH-03 SEARCH-13 ${locale}: a fault of typing is forgiven, and what was meant is one press away`, async ({
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
    await expect(page.getByText(words.meant)).toHaveCount(0);
  });

  test(`SEARCH-14 ${locale}: an article number leads to its product, which names the search and the way to all results`, async ({
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

  test(`R-SEARCH-03 ${locale}: the search that does not answer says so, and is tried again; offline too`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize(TELEPHONE);
    await page.route("**/api/search?*", (call) => call.abort());
    await page.goto(searchPath(locale, query));
    const alert = page.getByRole("main").getByRole("alert").filter({ hasText: words.failed });
    await expect(alert).toBeVisible();
    await expect(page.getByRole("region", { name: words.kinds })).toBeVisible();
    await expectNoFaults(page);
    await page.unroute("**/api/search?*");
    await alert.getByRole("button", { name: words.again }).click();
    await expect(heading(page)).toHaveText(words.results(query));
    await expect(alert).toHaveCount(0);

    await context.setOffline(true);
    await screenField(page).fill(MISSPELT[locale][1]);
    await screenField(page).press("Enter");
    await expect(page.getByRole("main").getByText(words.offline)).toBeVisible();
    await context.setOffline(false);
    await expect(heading(page)).toHaveText(words.results(MISSPELT[locale][1]));
  });

  test(`R-SEARCH-03 ${locale}: on a telephone filters are a dialog, and more is one press away`, async ({ page }) => {
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
    await dialog.getByRole("button").last().tap();
    await expect(dialog).toHaveCount(0);
    await expect(page).not.toHaveURL(`${searchPath(locale, query)}&page=2`);
    // What is on its way stands dimmed over the answer before.
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expectNoViolations(page);
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const locale of LOCALES) {
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
      // A tab and a bookmark say what was looked for.
      await expect(page).toHaveTitle(new RegExp(`^${QUERY[locale]} \\W .+ \\W Lindhoven$`));
      await expect(cards(page)).toHaveCount(24);
    });
  }
});
