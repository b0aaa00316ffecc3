// The two typefaces of a page: fetched behind styles and pictures, and never swapped in once the page is drawn.
import type { Page } from "@playwright/test";
import { hold } from "./support/network";
import { expect, test } from "./support/shop";

/** The typefaces that the browser draws an element with. */
async function typefaces(page: Page, selector: string): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
  return fonts.map(({ familyName }) => familyName);
}

test("a page loads its two fonts and no third, after its styles and its first image", async ({ page }) => {
  const latin = ["/assets/instrument-sans-latin", "/assets/newsreader-latin"];
  const named = (files: Iterable<string>) => [...files].map((file) => file.replace(/-[A-Z0-9]{8}\.woff2$/, ""));
  const fonts = new Set<string>();
  page.on("request", (request) => {
    if (request.resourceType() === "font") fonts.add(new URL(request.url()).pathname);
  });
  await page.goto("/");
  const preloads = page.locator('link[rel="preload"][as="font"]');
  const links = await preloads.evaluateAll((found) => found.map((link) => link.getAttribute("href") ?? ""));
  expect(named(links).sort()).toEqual(latin);
  for (const preload of await preloads.all()) await expect(preload).toHaveAttribute("fetchpriority", "low");
  await page.evaluate(() => document.fonts.ready);
  expect([...fonts].sort()).toEqual(links.sort());
});

test("a page that is drawn before its fonts come keeps the fallback; the next page has the fonts", async ({ page }) => {
  const letGo = await hold(page, "**/*.woff2");
  const fonts = [page.waitForResponse(/newsreader-latin-\w+\.woff2$/), page.waitForResponse(/sans-latin-\w+\.woff2$/)];
  await page.goto("/", { waitUntil: "domcontentloaded" });
  await expect.poll(() => page.evaluate(() => performance.getEntriesByType("paint").length)).toBeGreaterThan(0);
  letGo();
  for (const font of await Promise.all(fonts)) await font.finished();
  await page.evaluate(() => document.fonts.ready);
  expect(await typefaces(page, "h1")).not.toContainEqual(expect.stringContaining("Newsreader"));
  await page.unroute("**/*.woff2");
  await page.goto("/contact");
  expect(await typefaces(page, "h1")).toEqual([expect.stringContaining("Newsreader")]);
});
