// What a machine can tell about whether everybody can use a page.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Axe = { run(options: RunOptions): Promise<AxeResults> };

/** What a failing journey prints: axe otherwise describes every element that passed too, which costs more than to look at them. */
const ONLY_VIOLATIONS: RunOptions = { resultTypes: ["violations"], selectors: false };

/** axe finds nothing on the page as it stands. `without` names rules that cannot be asked of this state; say why where it is given. */
export async function expectNoViolations(page: Page, without: readonly string[] = []): Promise<void> {
  // A page's security policy lets no foreign script element in; evaluation stands outside of it.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  const options: RunOptions = { ...ONLY_VIOLATIONS, rules };
  const { violations } = await page.evaluate(
    (given) => (globalThis as unknown as { axe: Axe }).axe.run(given),
    options,
  );
  const found = violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html }) => html) }));
  expect.soft(found, `axe at ${page.url()}, ${page.viewportSize()?.width} px`).toEqual([]);
}

/** The page is not wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { width, window } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }));
  expect.soft(width, `width of ${page.url()} in a window of ${window} px`).toBeLessThanOrEqual(window);
}

/** Nothing that a machine can find is wrong with a state of a page, on the narrowest telephone and on a desk. */
export async function expectNoFaults(page: Page): Promise<void> {
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    await expectNoViolations(page);
  }
}
