// The menu of narrow viewports: a dialog with levels; without JavaScript, nested lists that open in place.
import type { Locator, Page } from "@playwright/test";
import { expectNoSidewaysScroll, expectNoViolations } from "./support/accessibility";
import { product } from "./support/catalogue";
import { inTurn } from "./support/in-turn";
import { type NavigationNode, navigation } from "./support/navigation";
import { expect, test } from "./support/shop";
import { home, type Locale, text } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");

test.use({ viewport: { width: 390, height: 844 } });

function trigger(page: Page, locale: Locale): Locator {
  return page
    .getByRole("banner")
    .locator("summary:visible")
    .filter({ hasText: text(locale, "common.menu") });
}

function menu(page: Page, locale: Locale): Locator {
  return page.getByRole("dialog", { name: text(locale, "common.menu") });
}

function item(page: Page, locale: Locale, { title }: NavigationNode): Locator {
  return menu(page, locale).locator("summary").filter({ hasText: title });
}

function first(locale: Locale, fits: (node: NavigationNode) => boolean): NavigationNode {
  const found = navigation("main", locale).find(fits);
  if (found === undefined) throw new Error("the demo's main navigation has no such page");
  return found;
}

const sliding = ({ children = [], expand_on_mobile = false }: NavigationNode) =>
  children.length > 0 && !expand_on_mobile;
const inPlace = ({ children = [], expand_on_mobile = false }: NavigationNode) =>
  children.length > 0 && expand_on_mobile;

for (const locale of inTurn("de")) {
  test(`R-HEAD-05 FLY-2 FLY-3 ${locale}: a page with children has a level of its own, with a back button`, async ({
    page,
  }) => {
    await page.goto(home(locale));
    await trigger(page, locale).click();
    for (const node of navigation("main", locale).filter(sliding)) {
      await item(page, locale, node).click();
      const back = menu(page, locale).getByRole("button", { name: text(locale, "common.back_to_menu") });
      await expect(back).toBeFocused();
      await expect(menu(page, locale).getByRole("heading", { name: node.title })).toBeVisible();
      await expect(item(page, locale, node)).toBeHidden();
      // Only the open level is focusable: after the back button comes the section's own page, if there is one.
      await page.keyboard.press("Tab");
      const firstLink = menu(page, locale).getByRole("link").first();
      await expect(firstLink).toBeFocused();
      if (node.entry !== undefined) await expect(firstLink).toHaveText(node.title);
      for (const group of node.children ?? []) {
        for (const { title } of group.children ?? [group]) {
          await expect(menu(page, locale).getByRole("link", { name: title }).first()).toBeVisible();
        }
      }
      await back.click();
      await expect(item(page, locale, node)).toBeFocused();
    }
  });
}

for (const locale of inTurn("nl")) {
  test(`R-HEAD-05 R-CMS-11 ${locale}: nodes set to expand open in place`, async ({ page }) => {
    await page.goto(home(locale));
    await trigger(page, locale).click();
    const node = first(locale, inPlace);
    await item(page, locale, node).click();
    await expect(item(page, locale, node)).toBeVisible();
    await expect(item(page, locale, first(locale, sliding))).toBeVisible();
    for (const { title } of node.children ?? []) {
      await expect(menu(page, locale).getByRole("link", { name: title })).toBeVisible();
    }
    await expect(menu(page, locale).getByRole("button", { name: text(locale, "common.back_to_menu") })).toHaveCount(0);
  });
}

for (const locale of inTurn("en")) {
  test(`FLY-4 ${locale}: languages, telephone and contact are one click away from the menu`, async ({ page }) => {
    await page.goto(home(locale));
    await trigger(page, locale).click();
    for (const language of ["Nederlands", "English", "Deutsch"]) {
      await expect(menu(page, locale).getByRole("link", { name: language })).toBeVisible();
    }
    await expect(menu(page, locale).locator('a[href="tel:+31850001234"]')).toBeVisible();
    for (const { title } of navigation("top", locale)) {
      await expect(menu(page, locale).getByRole("link", { name: title, exact: true })).toBeVisible();
    }
  });
}

test("FLY-1 R-HEAD-06 the menu traps the focus; Escape and Close restore it", async ({ page }) => {
  await page.goto(home("nl"));
  for (const close of [
    () => page.keyboard.press("Escape"),
    () =>
      menu(page, "nl")
        .getByRole("button", { name: text("nl", "common.close") })
        .click(),
  ]) {
    await trigger(page, "nl").press("Enter");
    await expect(menu(page, "nl")).toBeVisible();
    await expect(page.getByRole("banner")).toHaveAttribute("data-panel", "menu");
    // Everything behind it is inert, so that the focus cycles inside.
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press("Tab");
      const outside = await page.evaluate(() => {
        const { activeElement, body } = document;
        return activeElement !== body && activeElement?.closest("dialog") === null;
      });
      expect(outside).toBe(false);
    }
    await close();
    await expect(menu(page, "nl")).toBeHidden();
    await expect(trigger(page, "nl")).toBeFocused();
    await expect(page.getByRole("banner")).not.toHaveAttribute("data-panel");
  }
});

test("FLY-5 FLY-6 a click beside the menu closes it; history and scroll position are unchanged", async ({ page }) => {
  await page.goto(RAVEL.path("nl"));
  await page.mouse.wheel(0, 600);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(600);
  const length = await page.evaluate(() => history.length);
  await trigger(page, "nl").click();
  const left = await menu(page, "nl").evaluate((box) => box.getBoundingClientRect().left);
  expect(left).toBeGreaterThanOrEqual(44);
  await page.mouse.move(20, 500);
  await page.mouse.wheel(0, 400);
  expect(await page.evaluate(() => history.length)).toBe(length);
  await item(page, "nl", first("nl", sliding)).click();
  await page.mouse.click(20, 500);
  await expect(menu(page, "nl")).toBeHidden();
  expect(await page.evaluate(() => scrollY)).toBe(600);
  // It opens again at the root level.
  await trigger(page, "nl").click();
  await expect(item(page, "nl", first("nl", sliding))).toBeVisible();
});

test("FLY-7 G-9 levels are animated by translation only, and not at all with reduced motion", async ({ page }) => {
  await page.goto(home("nl"));
  await trigger(page, "nl").click();
  await item(page, "nl", first("nl", sliding)).click();
  const frames = () =>
    menu(page, "nl").evaluate((box) =>
      box
        .getAnimations({ subtree: true })
        .flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes())
        .flatMap((frame) => Object.keys(frame)),
    );
  const moved = (await frames()).filter((key) => !["offset", "computedOffset", "easing", "composite"].includes(key));
  expect(moved.filter((key) => key !== "translate")).toEqual([]);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(menu(page, "nl").locator("[data-level][open] > div")).toHaveCSS("animation-duration", "0s");
});

// Menus differ between locales only by their texts: axe runs once per width, the overflow check in every locale.
for (const [width, looked] of [
  [320, "de"],
  [390, "nl"],
  [820, "de"],
] as const) {
  test(`no axe violations in the menu and in a level, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const locale of ["nl", "de"] as const) {
      await page.goto(home(locale));
      await trigger(page, locale).click();
      if (locale === looked) await expectNoViolations(page);
      await item(page, locale, first(locale, sliding)).click();
      if (locale === looked) await expectNoViolations(page);
      await expectNoSidewaysScroll(page);
    }
  });
}

test("widening the window closes the menu", async ({ page }) => {
  await page.goto(home("nl"));
  await trigger(page, "nl").click();
  await page.setViewportSize({ width: 1100, height: 844 });
  await expect(page.getByRole("banner")).not.toHaveAttribute("data-panel");
  await expect(page.getByRole("navigation", { name: text("nl", "common.main_navigation") })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("R-HEAD-12 every page of the menu is a link in a list that opens in place", async ({ page }) => {
    await page.goto(home("nl"));
    await trigger(page, "nl").click();
    for (const node of navigation("main", "nl")) {
      await item(page, "nl", node).click();
      for (const group of node.children ?? []) {
        for (const { title } of group.children ?? [group]) {
          await expect(menu(page, "nl").getByRole("link", { name: title }).first()).toBeVisible();
        }
      }
      await item(page, "nl", node).click();
    }
    for (const button of await menu(page, "nl").getByRole("button").all()) await expect(button).toBeHidden();
    await menu(page, "nl").getByRole("link", { name: "Deutsch" }).click();
    await expect(page).toHaveURL(home("de"));
  });
});
