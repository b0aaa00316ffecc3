// The components that islands share, in a browser and with the styles of a built page: timing, position, focus and
// keyboard.
import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll, expectNoViolations } from "./support/accessibility";
import { colour, openParts } from "./support/parts";
import { expect, test } from "./support/shop";

const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });

/** Pauses the page's clock. */
async function standStill(page: Page, styleguide: string): Promise<void> {
  await page.clock.install({ time: 0 });
  await openParts(page, styleguide);
  await page.clock.pauseAt(3_600_000);
}

test("R-UI-01 toasts: 3000 ms auto-close, bottom-center, slide, light, no progress bar, collapse 300 ms; paused on hover and on focus loss", async ({
  page,
  styleguide,
}) => {
  await page.setViewportSize({ width: 1000, height: 700 });
  await standStill(page, styleguide);
  const toast = page.locator(".toasts .toasts__toast");
  await button(page, "Zeg het").click();
  await expect(page.getByRole("status").filter({ hasText: "Bewaard." })).toBeVisible();

  await expect(toast).toHaveCSS("animation-name", "toasts-arrive");
  await toast.evaluate((element) => Promise.all(element.getAnimations().map((animation) => animation.finished)));
  const box = await toast.boundingBox();
  const window = await page.evaluate(() => document.documentElement.clientWidth);
  expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBeCloseTo(window / 2, 0);
  expect(700 - (box?.y ?? 0) - (box?.height ?? 0)).toBeGreaterThan(0);
  expect(700 - (box?.y ?? 0) - (box?.height ?? 0)).toBeLessThanOrEqual(40);
  await expect(toast).toHaveCSS("background-color", await colour("paper"));
  await expect(toast).toHaveCSS("color", await colour("ink"));
  await expect(page.locator(".toasts").locator("progress, [role=progressbar]")).toHaveCount(0);

  // Paused on hover.
  await page.clock.runFor(1_000);
  await toast.hover();
  await page.clock.runFor(60_000);
  await expect(toast).toHaveAttribute("data-state", "shown");
  await page.mouse.move(0, 0);
  // Paused on focus loss.
  await page.clock.runFor(1_000);
  await page.evaluate(() => void dispatchEvent(new Event("blur")));
  await page.clock.runFor(60_000);
  await expect(toast).toHaveAttribute("data-state", "shown");
  await page.evaluate(() => void dispatchEvent(new Event("focus")));
  await page.clock.runFor(999);
  await expect(toast).toHaveAttribute("data-state", "shown");
  await page.clock.runFor(1);
  await expect(toast).toHaveAttribute("data-state", "leaving");
  await expect(toast).toHaveCSS("transition-duration", "0.3s, 0.3s");
  await page.clock.runFor(299);
  await expect(toast).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(toast).toHaveCount(0);
});

test("R-UI-02 loading bar: black, height 3, throttle 200 ms, duration 2000 ms, hide delay 500 ms, reset delay 400 ms; counts up, finishes, can flag error", async ({
  page,
  styleguide,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await standStill(page, styleguide);
  const bar = page.locator("progress.loading-bar");
  const progress = () => bar.evaluate((element: HTMLProgressElement) => element.value);
  await button(page, "Begin").click();
  await page.clock.runFor(199);
  await expect(bar).toHaveCSS("opacity", "0");
  await page.clock.runFor(1);
  await expect(bar).toHaveCSS("opacity", "1");
  await expect(bar).toHaveCSS("color", "rgb(0, 0, 0)");
  const window = await page.evaluate(() => document.documentElement.clientWidth);
  expect(await bar.boundingBox()).toEqual({ x: 0, y: 0, width: window, height: 3 });

  const early = await progress();
  await page.clock.runFor(800);
  expect(await progress()).toBeGreaterThan(early);
  expect(await progress()).toBeCloseTo(50);
  await page.clock.runFor(1_000);
  expect(await progress()).toBeGreaterThan(70);
  await page.clock.runFor(60_000);
  expect(await progress()).toBeLessThan(100);

  await button(page, "Klaar").click();
  expect(await progress()).toBe(100);
  await page.clock.runFor(499);
  await expect(bar).toHaveCSS("opacity", "1");
  await page.clock.runFor(1);
  await expect(bar).toHaveCSS("opacity", "0");
  await page.clock.runFor(399);
  expect(await progress()).toBe(100);
  await page.clock.runFor(1);
  expect(await progress()).toBe(0);

  await button(page, "Begin").click();
  await button(page, "Mislukt").click();
  await expect(bar).toHaveCSS("opacity", "1");
  await expect(bar).toHaveCSS("color", await colour("accent"));
  expect(await progress()).toBe(100);
  await page.clock.runFor(900);
  await expect(bar).toHaveCSS("color", "rgb(0, 0, 0)");
  expect(await progress()).toBe(0);
});

test("R-UI-07 tooltip show delay 200 ms; WCAG 1.4.13: dismissible, hoverable, persistent", async ({
  page,
  styleguide,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await standStill(page, styleguide);
  const tooltip = page.getByRole("tooltip");
  const question = button(page, "Waarom?");
  await question.hover();
  await page.clock.runFor(199);
  await expect(tooltip).toBeHidden();
  await page.clock.runFor(1);
  await expect(tooltip).toBeVisible();
  await expectNoSidewaysScroll(page);
  // Stays open while the pointer is over the text.
  await tooltip.hover();
  await page.clock.runFor(60_000);
  await expect(tooltip).toBeVisible();
  // axe needs a running clock.
  await page.clock.resume();
  await expectNoViolations(page);
  await page.keyboard.press("Escape");
  await expect(tooltip).toBeHidden();
  await page.mouse.move(0, 0);

  // By keyboard, immediately.
  await button(page, "Vraag").focus();
  await page.keyboard.press("Tab");
  await expect(question).toBeFocused();
  await expect(question).toHaveAccessibleDescription(/^Met dit nummer staat uw bedrijf op de factuur/);
  await expect(tooltip).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(tooltip).toBeHidden();
  await expect(question).toBeFocused();
});

test("a dialog takes and restores the focus; Escape, its button and a click outside close it", async ({
  page,
  styleguide,
}) => {
  await openParts(page, styleguide);
  const dialog = page.getByRole("dialog", { name: "De prijs is veranderd" });
  const opener = button(page, "Vraag");
  const closings = [
    () => page.keyboard.press("Escape"),
    () => dialog.getByRole("button", { name: "Sluiten" }).click(),
    () => dialog.getByRole("button", { name: "Begrepen" }).press("Enter"),
    () => page.mouse.click(5, 300),
    // Browsers let a page cancel only the first Escape.
    () => page.keyboard.press("Escape"),
  ];
  for (const close of closings) {
    await opener.press("Enter");
    await expect(dialog.getByRole("heading", { name: "De prijs is veranderd" })).toBeFocused();
    await expect(page.locator("dialog:modal")).toHaveCount(1);
    await close();
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  }
  await opener.press("Enter");
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Begrepen" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Sluiten" })).toBeFocused();
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 700 });
    await expectNoSidewaysScroll(page);
    await expectNoViolations(page);
  }
});

test("FORM-2 FORM-3 FORM-4 an invalid form shows its errors and can be corrected by keyboard", async ({
  page,
  styleguide,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await openParts(page, styleguide);
  const title = await page.title();
  const postcode = page.getByRole("textbox", { name: "Postcode" });
  await button(page, "Verder").press("Enter");
  const summary = page.getByRole("alert", { name: "Er is een probleem" });
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(`Fout: ${title}`);
  await expect(postcode).toHaveAttribute("aria-invalid", "true");
  await expect(postcode).toHaveAccessibleDescription("Zoals 1011 AB Fout: Vul een postcode in, zoals 1011 AB");
  await expectNoViolations(page);

  await page.keyboard.press("Tab");
  await expect(summary.getByRole("link")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(postcode).toBeFocused();
  await expect(postcode).toBeInViewport();
  await page.keyboard.type("1011 AB");
  await expect(summary).toHaveCount(0);
  await expect(postcode).not.toHaveAttribute("aria-invalid");
  await expect(page).toHaveTitle(title);
  // A corrected field is emptied again: the focus stays in it.
  await postcode.fill("");
  await expect(summary).toBeVisible();
  await expect(postcode).toBeFocused();
});

test("CHK-6 radio cards are one tab stop, arrow keys select, and the whole card is clickable", async ({
  page,
  styleguide,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await openParts(page, styleguide);
  const group = page.getByRole("radiogroup", { name: "Bezorging" });
  const [standard, pickup] = [
    group.getByRole("radio", { name: "Standaard" }),
    group.getByRole("radio", { name: "Afhalen" }),
  ];
  await button(page, "Verder").focus();
  await page.keyboard.press("Tab");
  await expect(standard).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(pickup).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(button(page, "Vraag")).toBeFocused();
  const note = await group.getByText("Binnen drie dagen").boundingBox();
  await page.mouse.click((note?.x ?? 0) + 5, (note?.y ?? 0) + 5);
  await expect(standard).toBeChecked();
  for (const radio of [standard, pickup]) {
    const height = await radio.evaluate((element) => element.parentElement?.getBoundingClientRect().height);
    expect(height).toBeGreaterThanOrEqual(44);
  }
});
