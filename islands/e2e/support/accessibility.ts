// Automated accessibility checks.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Axe = { run(options: RunOptions): Promise<AxeResults> };

/**
 * Output of a failing test: by default axe also describes every element that passed, which takes longer than the
 * checks.
 */
const ONLY_VIOLATIONS: RunOptions = { resultTypes: ["violations"], selectors: false };

/** Waits until no transition or finite animation runs: text has another contrast while its opacity changes. */
async function expectStill(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const isRunning = (animation: Animation) =>
          animation.playState === "running" &&
          animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
        return document.getAnimations().filter(isRunning).length;
      }),
    )
    .toBe(0);
}

/** Expects no axe violations once nothing moves any more. `without` lists rules that do not apply to this state; explain why at the call. */
export async function expectNoViolations(page: Page, without: readonly string[] = []): Promise<void> {
  await expectStill(page);
  // The page's CSP blocks foreign script elements; evaluation is not affected.
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

/** The page does not scroll horizontally. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { width, window } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }));
  expect.soft(width, `width of ${page.url()} in a window of ${window} px`).toBeLessThanOrEqual(window);
}

/** Expects no axe violations and no horizontal scrolling, on the narrowest phone and on a desktop. */
export async function expectNoFaults(page: Page): Promise<void> {
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    await expectNoViolations(page);
  }
}
