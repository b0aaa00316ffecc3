// WCAG 1.4.12 and 1.4.10: with custom text spacing, no page scrolls horizontally at 320 px.
import { product } from "./support/catalogue";
import { expect, test } from "./support/shop";

const SPACING =
  "*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-block-end:2em!important}";

test.use({ viewport: { width: 320, height: 700 }, bypassCSP: true });

/** A page of each kind, in the language with the longest words. */
const PATHS = [
  "/de",
  "/de/veranstaltungen",
  "/de/produkte/leuchten/tischleuchten",
  "/de/produkte/moebel/aufbewahrung",
  "/de/produkte/moebel/sitzen/esszimmerstuehle",
  "/de/datenschutz",
  "/de/marken",
  product("ZWAM-KLEIN-RU").path("de"),
  product("RAVEL-RU-OA").path("de"),
];

for (const path of PATHS) {
  test(`no horizontal scrolling with wide text: ${path}`, async ({ page }) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    await page.addStyleTag({ content: SPACING });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
}
