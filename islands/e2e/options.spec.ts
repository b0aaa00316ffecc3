// The states of options as they are painted (R-PDP-04): chosen, leads to another combination, sold out.
import type { Locator, Page } from "@playwright/test";
import { product } from "./support/catalogue";
import { pixelsApart, pixelsChanged } from "./support/pixels";
import { expect, test } from "./support/shop";

/** Products whose options have every state, as swatches and as names. */
const PRODUCTS = ["ALKOOF-SA-160", "KNAAP-RU-4", "KNIPSEL-1-OA", "ZANDPLAAT-CH-EC", "SCHRAAG-BK-BO"].map(product);
const NO_STRIKE = ".option::after { display: none }";

const looks = (page: Page): Readonly<Record<"chosen" | "other" | "soldOut" | "plain", Locator>> => ({
  chosen: page.locator(".options__list .option[aria-current]"),
  other: page.locator(".options__list .option--missing"),
  soldOut: page.locator(".options__list .option--sold-out:not([aria-current])"),
  plain: page.locator(".options__list .option:not([aria-current], .option--missing, .option--sold-out)"),
});

for (const width of [390, 1440]) {
  test(`R-PDP-04 "chosen, leads to another combination, sold out": only what is sold out is struck through, at ${width} px`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    const seen = { chosen: 0, other: 0, soldOut: 0, plain: 0 };
    for (const one of PRODUCTS) {
      await page.goto(one.path("nl"));
      for (const [look, options] of Object.entries(looks(page)) as [keyof typeof seen, Locator][]) {
        for (const option of await options.all()) {
          seen[look] += 1;
          const struck = await pixelsChanged(option, NO_STRIKE);
          const which = `${one.number} ${look} ${await option.textContent()}`;
          if (look === "soldOut") expect(struck, which).toBeGreaterThan(15);
          else expect(struck, which).toBe(0);
        }
      }
    }
    // Each state occurred.
    for (const [look, count] of Object.entries(seen)) expect(count, look).toBeGreaterThan(0);
  });

  test(`R-PDP-04 "three looks that cannot be mistaken" as drawn, for swatches and for names, at ${width} px`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    const compared = { swatches: 0, names: 0 };
    for (const one of PRODUCTS) {
      await page.goto(one.path("nl"));
      // Options of one colour and size differ by their state alone.
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(
          ".option .swatch { color: #b08d57 !important } .option:not(.option--swatch) { inline-size: 6rem; font-size: 0 }",
        );
        document.adoptedStyleSheets.push(sheet);
      });
      for (const kind of ["swatches", "names"] as const) {
        const of = (options: Locator) =>
          options.and(page.locator(kind === "swatches" ? ".option--swatch" : ".option:not(.option--swatch)")).first();
        const { chosen, other, soldOut, plain } = looks(page);
        const drawn: Locator[] = [];
        for (const look of [chosen, other, soldOut, plain]) if ((await of(look).count()) > 0) drawn.push(of(look));
        for (const [at, first] of drawn.entries()) {
          for (const second of drawn.slice(at + 1)) {
            compared[kind] += 1;
            expect(await pixelsApart(first, second), `${one.number} ${kind} ${at}`).toBeGreaterThan(15);
          }
        }
      }
    }
    expect(compared.swatches).toBeGreaterThanOrEqual(6);
    expect(compared.names).toBeGreaterThan(0);
  });
}
