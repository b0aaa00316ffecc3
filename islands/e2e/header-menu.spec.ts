// The header on wide viewports: its panels, by pointer and by keyboard.
import type { Locator, Page } from "@playwright/test";
import { expectNoSidewaysScroll, expectNoViolations } from "./support/accessibility";
import { product } from "./support/catalogue";
import { inTurn } from "./support/in-turn";
import { type NavigationNode, navigation } from "./support/navigation";
import { expect, test } from "./support/shop";
import { home, type Locale, text } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");

test.use({ viewport: { width: 1440, height: 900 } });

function bar(page: Page, locale: Locale): Locator {
  return page.getByRole("navigation", { name: text(locale, "common.main_navigation") });
}

function word(page: Page, locale: Locale, node: NavigationNode): Locator {
  return bar(page, locale).locator("summary").filter({ hasText: node.title });
}

function panel(page: Page, locale: Locale, node: NavigationNode): Locator {
  return bar(page, locale).getByRole("group", { name: node.title });
}

/** The first node of a kind, with its published children. */
function nodeOf(locale: Locale, kind: NavigationNode["dropdown_type"], fits = (_: number) => true): NavigationNode {
  const found = navigation("main", locale).find(
    ({ dropdown_type, children = [] }) => dropdown_type === kind && fits(children.length),
  );
  if (found === undefined) throw new Error(`the demo's main navigation has no such panel: ${kind}`);
  return found;
}

const childrenOf = ({ children = [] }: NavigationNode) => children;
const titles = (nodes: readonly NavigationNode[]) => nodes.map(({ title }) => title);

for (const locale of inTurn("nl")) {
  test(`R-HEAD-04 R-CMS-11 ${locale}: products are groups with their lists, highlighted ones are pills`, async ({
    page,
  }) => {
    await page.goto(home(locale));
    for (const node of navigation("main", locale).filter(({ dropdown_type }) => dropdown_type === "products")) {
      await word(page, locale, node).click();
      const opened = panel(page, locale, node);
      const groups = opened.locator(".mega__group");
      await expect(groups.locator("> .mega__head")).toHaveText(titles(childrenOf(node)));
      for (const [index, group] of childrenOf(node).entries()) {
        // A group with a page of its own is a link, followed by its list.
        await expect(groups.nth(index).locator("> a")).toHaveCount(group.entry === undefined ? 0 : 1);
        const links = groups.nth(index).locator("li").getByRole("link");
        await expect(links).toHaveText(
          childrenOf(group).map(({ title, label }) => [title, label].filter(Boolean).join(" ")),
        );
        for (const [place, { is_highlighted = false }] of childrenOf(group).entries()) {
          await expect(links.nth(place)).toHaveCSS("border-top-width", is_highlighted ? "1px" : "0px");
        }
      }
      const places = await groups.evaluateAll((all) => all.map((group) => group.getBoundingClientRect().left));
      expect(new Set(places).size).toBe(node.columns);
    }
  });
}

for (const locale of inTurn("en")) {
  test(`R-HEAD-04 ${locale}: brands are logos, with their names as accessible names`, async ({ page }) => {
    await page.goto(home(locale));
    const node = nodeOf(locale, "brands");
    await word(page, locale, node).click();
    const marks = panel(page, locale, node).locator(".mega__brands").getByRole("link");
    await expect(marks).toHaveCount(childrenOf(node).length);
    for (const [index, brand] of childrenOf(node).entries()) {
      await expect(marks.nth(index)).toHaveAccessibleName(brand.title);
      await expect(marks.nth(index).getByRole("img", { name: brand.title })).toBeVisible();
    }
  });
}

for (const locale of inTurn("de")) {
  test(`R-HEAD-04 ${locale}: others are three pictures, or two and a list of links`, async ({ page }) => {
    await page.goto(home(locale));
    for (const node of [
      nodeOf(locale, "other", (count) => count <= 3),
      nodeOf(locale, "other", (count) => count > 3),
    ]) {
      await word(page, locale, node).click();
      const opened = panel(page, locale, node);
      const few = childrenOf(node).length <= 3;
      const tiles = childrenOf(node).slice(0, few ? 3 : 2);
      await expect(opened.locator(".mega__tile")).toHaveText(titles(tiles));
      await expect(opened.locator(".mega__tile img:visible")).toHaveCount(tiles.length);
      await expect(opened.locator(".mega__rest a")).toHaveText(titles(childrenOf(node).slice(tiles.length)));
    }
  });
}

for (const locale of inTurn("nl")) {
  test(`R-CMS-11 ${locale}: a panel has its link, its highlight, and the item's own page`, async ({ page }) => {
    await page.goto(home(locale));
    for (const node of navigation("main", locale)) {
      await word(page, locale, node).click();
      const opened = panel(page, locale, node);
      if (node.call_to_action)
        await expect(opened.getByRole("link", { name: node.call_to_action.label })).toBeVisible();
      if (node.highlight) {
        await expect(opened.getByRole("link", { name: node.highlight.title })).toBeVisible();
        await expect(opened.getByText(node.highlight.text)).toBeVisible();
        await expect(opened.locator(".mega__highlight img")).toBeVisible();
      }
      const own = opened.getByRole("link", { name: node.title, exact: true });
      await expect(own).toHaveCount(node.entry === undefined ? 0 : 1);
    }
  });
}

test("R-CMS-11 the picture is that of the hovered link; none is loaded before the panel opens", async ({ page }) => {
  const fetched: string[] = [];
  page.on("request", (request) => request.resourceType() === "image" && fetched.push(request.url()));
  await page.goto(home("nl"), { waitUntil: "networkidle" });
  const inPanels = await page.locator(".mega img").evaluateAll((all) => all.map((one) => one.getAttribute("src")));
  const file = await bar(page, "nl").getAttribute("data-link-pictures");
  expect(file).toBe("/menu-nl.json");
  const answer = await page.request.get(file ?? "");
  // A product's new picture is shown although the page, which a browser may have kept, is as it was.
  expect(answer.headers()["cache-control"]).not.toContain("immutable");
  const ofLinks = (await answer.json()) as Record<string, [url: string, packshot: boolean]>;
  const hrefs = await page.locator(".mega a").evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  expect(Object.keys(ofLinks).filter((href) => !hrefs.includes(href))).toEqual([]);
  const names = [...inPanels, ...Object.values(ofLinks).map(([url]) => url)].map(
    (src) => src?.replace(/\?.*/, "") ?? "",
  );
  const onPage = await page
    .locator("main img")
    .evaluateAll((all) => all.map((image) => image.getAttribute("src")?.replace(/\?.*/, "")));
  const own = names.filter((name) => !onPage.includes(name));
  expect(own.length).toBeGreaterThan(5);
  expect(fetched.filter((url) => own.includes(url.replace(/\?.*/, "")))).toEqual([]);

  const node = nodeOf("nl", "products");
  await word(page, "nl", node).click();
  const opened = panel(page, "nl", node);
  const ownPicture = opened.locator(".mega__inner > .mega__picture img");
  const place = await ownPicture.boundingBox();
  await expect(opened.locator(".mega__picture--of:visible")).toHaveCount(0);
  const groups = childrenOf(node);
  // The hovered group, link or product shows the first image of its page.
  for (const { title } of [
    groups[0],
    childrenOf(groups[0] as NavigationNode)[1],
    childrenOf(groups.at(-1) as NavigationNode).at(-1),
  ] as NavigationNode[]) {
    const link = opened.getByRole("link", { name: title, exact: true });
    await link.hover();
    const picture = opened.locator(".mega__picture--of:visible img");
    await expect(picture).toBeVisible();
    // It replaces the panel's own image.
    expect(await picture.boundingBox()).toEqual(place);
    const html = await (await page.request.get((await link.getAttribute("href")) ?? "")).text();
    const [, first = "no picture"] = /<main.*?<img[^>]* src="([^"?]+)/s.exec(html) ?? [];
    expect((await picture.getAttribute("src"))?.split("?")[0]).toBe(first);
  }
});

test("MENU-3 MENU-5 a panel opens and closes after a hover delay, and a click keeps it open", async ({ page }) => {
  await page.clock.install({ time: 0 });
  await page.goto(home("nl"));
  await page.clock.pauseAt(3_600_000);
  const [first, second] = navigation("main", "nl") as [NavigationNode, NavigationNode];
  const opened = (node: NavigationNode) => panel(page, "nl", node);

  await word(page, "nl", first).hover();
  await page.clock.runFor(299);
  await expect(opened(first)).toBeHidden();
  await page.clock.runFor(1);
  await expect(opened(first)).toBeVisible();
  // Moving to the panel or within it does not open the next item.
  await word(page, "nl", second).hover();
  await page.clock.runFor(250);
  await opened(first).hover();
  await page.clock.runFor(1_000);
  await expect(opened(first)).toBeVisible();
  await expect(opened(second)).toBeHidden();
  await word(page, "nl", second).hover();
  await page.clock.runFor(300);
  await expect(opened(second)).toBeVisible();
  await expect(opened(first)).toBeHidden();
  await page.mouse.move(720, 880);
  await page.clock.runFor(299);
  await expect(opened(second)).toBeVisible();
  await page.clock.runFor(201);
  await expect(opened(second)).toBeHidden();

  await word(page, "nl", first).hover();
  await page.clock.runFor(300);
  await word(page, "nl", first).click();
  await expect(opened(first)).toBeVisible();
  await page.mouse.move(720, 880);
  await page.clock.runFor(2_000);
  await expect(opened(first)).toBeVisible();
  await word(page, "nl", first).click();
  await page.clock.runFor(2_000);
  await expect(opened(first)).toBeHidden();
});

test("MENU-2 MENU-4 R-HEAD-06 by keyboard: focus alone opens nothing, Enter moves into the panel and Escape back", async ({
  page,
}) => {
  await page.clock.install({ time: 0 });
  await page.goto(home("nl"));
  const node = nodeOf("nl", "products");
  const trigger = word(page, "nl", node);
  await trigger.focus();
  await page.clock.runFor(5_000);
  await expect(panel(page, "nl", node)).toBeHidden();
  for (const key of ["Enter", "Space"]) {
    await trigger.press(key);
    await expect(panel(page, "nl", node)).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(panel(page, "nl", node).getByRole("link").first()).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await expect(trigger).toBeFocused();
    await trigger.press(key);
    await expect(panel(page, "nl", node)).toBeHidden();
  }
  await trigger.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(panel(page, "nl", node)).toBeHidden();
  await expect(trigger).toBeFocused();
  // Tabbing past the last link closes the panel.
  await trigger.press("Enter");
  await panel(page, "nl", node).getByRole("link").last().focus();
  await page.keyboard.press("Tab");
  await expect(panel(page, "nl", node)).toBeHidden();
});

test("MENU-7 R-HEAD-06 one panel at a time: opening another, a click outside and navigation close it", async ({
  page,
}) => {
  await page.goto(home("nl"));
  const header = page.getByRole("banner");
  const node = nodeOf("nl", "products");
  const language = header.locator("summary:visible").filter({ hasText: text("nl", "common.language") });
  await word(page, "nl", node).click();
  await expect(header).toHaveAttribute("data-panel", "menu");
  await language.click();
  await expect(header).toHaveAttribute("data-panel", "language-switch");
  await expect(panel(page, "nl", node)).toBeHidden();
  await expect(header.locator("details[open]")).toHaveCount(1);
  await page.mouse.click(300, 860);
  await expect(header.locator("details[open]")).toHaveCount(0);
  await expect(header).not.toHaveAttribute("data-panel");

  await word(page, "nl", node).click();
  await panel(page, "nl", node).getByRole("link", { name: "Ravel, armstoel", exact: true }).click();
  await expect(page).toHaveURL(RAVEL.path("nl"));
  await page.goBack();
  await expect(page).toHaveURL(home("nl"));
  await expect(header.locator("details[open]")).toHaveCount(0);
});

test.describe("by touch on a wide screen", () => {
  test.use({ hasTouch: true });
  test("MENU-6 the first tap opens a panel, a tap on a link in it navigates", async ({ page }) => {
    await page.goto(home("nl"));
    const node = nodeOf("nl", "products");
    await word(page, "nl", node).tap();
    await expect(panel(page, "nl", node)).toBeVisible();
    await panel(page, "nl", node).getByRole("link", { name: "Ravel, armstoel", exact: true }).tap();
    await expect(page).toHaveURL(RAVEL.path("nl"));
  });
});

test("MENU-9 the current page and section are marked", async ({ page }) => {
  const designers = nodeOf("nl", "other", (count) => count > 3);
  await page.goto(home("nl"));
  await expect(bar(page, "nl").locator("summary[aria-current]")).toHaveCount(0);
  await word(page, "nl", designers).click();
  await panel(page, "nl", designers).getByRole("link").first().click();
  await expect(word(page, "nl", designers)).toHaveAttribute("aria-current", "true");
  await expect(bar(page, "nl").locator("summary[aria-current]")).toHaveCount(1);
  await word(page, "nl", designers).click();
  await expect(panel(page, "nl", designers).getByRole("link").first()).toHaveAttribute("aria-current", "page");
});

test("MENU-11 a panel higher than the viewport scrolls", async ({ page }) => {
  await page.setViewportSize({ width: 1100, height: 320 });
  await page.goto(home("nl"));
  const node = nodeOf("nl", "products");
  await word(page, "nl", node).click();
  const opened = panel(page, "nl", node);
  await opened.hover();
  await page.mouse.wheel(0, 4_000);
  const end = () => opened.evaluate((box) => Math.ceil(box.scrollTop + box.clientHeight) >= box.scrollHeight - 1);
  await expect.poll(end).toBe(true);
  await page.mouse.wheel(0, 4_000);
  const links = opened.getByRole("link");
  const ends = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().bottom));
  await expect(links.nth(ends.indexOf(Math.max(...ends)))).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

// The header is the same on every page: axe checks each of its panels once per width.
for (const [width, looked] of [
  [1024, home("nl")],
  [1440, RAVEL.path("de")],
] as const) {
  test(`no axe violations with each panel open, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const path of [home("nl"), RAVEL.path("de")]) {
      await page.goto(path);
      const triggers = page.getByRole("banner").locator("summary:visible");
      const count = await triggers.count();
      expect(count).toBeGreaterThan(5);
      for (let index = 0; index < count; index += 1) {
        await triggers.nth(index).click();
        if (path === looked) await expectNoViolations(page);
        await expectNoSidewaysScroll(page);
        // The search dialog covers the other items.
        const covers = page.locator("header dialog[open]:visible");
        if ((await covers.count()) > 0) await page.keyboard.press("Escape");
        await expect(covers).toHaveCount(0);
      }
    }
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("R-HEAD-12 R-HEAD-06 every panel opens by click and by keyboard, one at a time, and its links work", async ({
    page,
  }) => {
    await page.goto(home("nl"));
    for (const node of navigation("main", "nl")) {
      await word(page, "nl", node).press("Enter");
      await expect(panel(page, "nl", node)).toBeVisible();
      await expect(page.getByRole("banner").locator("details[open]")).toHaveCount(1);
    }
    const last = navigation("main", "nl").at(-1) as NavigationNode;
    await panel(page, "nl", last).getByRole("link", { name: "Over ons" }).click();
    await expect(page).toHaveURL("/over-ons");
  });
});
