// Nothing on a page with a form moves by itself: not when the fonts come late, and not when the form becomes live
// (budgets.md: "CLS 0.00 static and 0.02 with islands").
import type { Page } from "@playwright/test";
import { FORM_ROWS, type FormRow } from "./support/form-rows";
import { inTurn } from "./support/in-turn";
import { intercept } from "./support/network";
import { total, watchShifts } from "./support/shifts";
import { expect, test } from "./support/shop";
import { LOCALES, type Locale } from "./support/texts";

const WIDTHS = [320, 390, 820, 1440];

/** budgets.md: "0.02 with islands". */
const BUDGET = 0.02;

/** Waits until the page is drawn. (Playwright's screenshots wait for fonts.) */
function drawn(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

/** Opens a page whose fonts come when it has been drawn without them. */
async function openWithLateFonts(page: Page, path: string): Promise<void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await intercept(page, "**/*.woff2", async (request) => {
    await held;
    await request.continue();
  });
  await page.goto(path, { waitUntil: "domcontentloaded" });
  await drawn(page);
  letGo();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await drawn(page);
  await page.unroute("**/*.woff2");
}

async function makeLive(page: Page, { handle, line }: FormRow): Promise<void> {
  const form = line?.startsWith("block-")
    ? page.locator("main").locator(`[data-form$="-${handle}"]`)
    : page.locator(`[data-form="${line ?? handle}"]`);
  const island = page.waitForResponse(/\/assets\/form-[^/]+\.js$/);
  await form.locator("[data-send]").focus();
  await island;
  await drawn(page);
}

function turns(at: number): readonly Locale[] {
  return inTurn(LOCALES[at % LOCALES.length] ?? "nl");
}

for (const [at, row] of FORM_ROWS.entries()) {
  for (const locale of turns(at)) {
    test(`R-FORM-01 nothing moves on the page with ${row.line ?? row.handle} at ${WIDTHS.join(", ")} px (${locale})`, async ({
      playwright,
      launchOptions,
      shop,
    }) => {
      // Letters as wide as they are drawn, as on telephones and most screens; without it they are whole pixels wide.
      const args = [...(launchOptions.args ?? []), "--font-render-hinting=none"];
      const browser = await playwright.chromium.launch({ ...launchOptions, args });
      for (const width of WIDTHS) {
        const page = await browser.newPage({ baseURL: shop.url, viewport: { width, height: 900 } });
        const shifts = await watchShifts(page);
        await openWithLateFonts(page, row.paths[locale]);
        const byFonts = total(shifts);
        expect.soft(byFonts, `fonts at ${width} px: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(BUDGET);
        await makeLive(page, row);
        expect.soft(total(shifts), `the island at ${width} px: ${JSON.stringify(shifts)}`).toBe(byFonts);
        await page.close();
      }
      await browser.close();
    });
  }
}
