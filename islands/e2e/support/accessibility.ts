// Automated accessibility checks.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Axe = { run(context: { exclude: readonly string[] }, options: RunOptions): Promise<AxeResults> };

/**
 * Output of a failing test: by default axe also describes every element that passed, which takes longer than the
 * checks.
 */
const ONLY_VIOLATIONS: RunOptions = { resultTypes: ["violations"], selectors: false };

/** Expects no axe violations. `without` lists rules that do not apply to this state; explain why at the call. */
export async function expectNoViolations(page: Page, without: readonly string[] = []): Promise<void> {
  await expectNone(page, { without, exclude: [] });
}

/** What of a page is judged: everything but `exclude`, by all rules but `without`. */
type Scope = { readonly without: readonly string[]; readonly exclude: readonly string[] };

/** Returns whether axe has found nothing. */
async function expectNone(page: Page, { without, exclude }: Scope): Promise<boolean> {
  // The page's CSP blocks foreign script elements; evaluation is not affected.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  const options: RunOptions = { ...ONLY_VIOLATIONS, rules };
  const { violations } = await page.evaluate(
    ([context, given]) => (globalThis as unknown as { axe: Axe }).axe.run(context, given),
    [{ exclude }, options] as const,
  );
  const found = violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html }) => html) }));
  expect.soft(found, `axe at ${page.url()}, ${page.viewportSize()?.width} px`).toEqual([]);
  return found.length === 0;
}

/**
 * Header and footer, half of most pages' elements, as long as nothing in them is open, focused or hovered. Over a hero the
 * header's contrast depends on the page.
 */
const FRAME = [".header:not(.header--over)", ".footer"].map(
  (part) => `body:not(:has(:modal)) > ${part}:not(:has([open], :focus, :hover))`,
);

/** The headers and footers in which this worker has found nothing, by language, layout and width of the window. */
const judged = new Set<string>();

/** The parts of `FRAME` that the page has, with what of them differs between pages. */
function frameOf(page: Page): Promise<readonly { readonly part: string; readonly key: string }[]> {
  return page.evaluate((parts) => {
    const { lang } = document.documentElement;
    const { innerWidth } = globalThis;
    const forced = matchMedia("(forced-colors: active)").matches;
    return parts.flatMap((part) => {
      const found = document.querySelector(part);
      if (found === null) return [];
      const { className, childElementCount } = found;
      return [{ part, key: JSON.stringify([part, className, childElementCount, lang, innerWidth, forced]) }];
    });
  }, FRAME);
}

/** The page does not scroll horizontally. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { width, window } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }));
  expect.soft(width, `width of ${page.url()} in a window of ${window} px`).toBeLessThanOrEqual(window);
}

/**
 * Expects no axe violations and no horizontal scrolling, on the narrowest phone and on a desktop. For states of a page's
 * main part: a header or footer that was judged on another page is not judged again (`accessibility.spec.ts` judges
 * those of every kind of page).
 */
export async function expectNoFaults(page: Page): Promise<void> {
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    const frame = await frameOf(page);
    const exclude = frame.filter(({ key }) => judged.has(key)).map(({ part }) => part);
    if (!(await expectNone(page, { without: [], exclude }))) continue;
    for (const { key } of frame) judged.add(key);
  }
}
