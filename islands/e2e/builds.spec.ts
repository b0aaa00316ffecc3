// Open pages after a new build, and pages whose files cannot be loaded.
import { cp, readdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { WHOLE_BROWSER } from "./support/browsers";
import { product } from "./support/catalogue";
import { intercept } from "./support/network";
import { inFolder, ROOT } from "./support/process";
import { expect, test, testOfOwnShop } from "./support/shop";
import { Storefront } from "./support/storefront";
import { home, text } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");
const TEN_MINUTES = 10 * 60 * 1000;
const BUY_BOX = "**/assets/buy-box-*.js";

/** Sets a mark that disappears when the document is replaced. */
async function mark(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset.mark = "";
  });
}
const marked = (page: Page) => page.locator("html[data-mark]");

/** Dispatches the event of a page that is restored from the back/forward cache. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => void dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
}

test("R-UI-03 a new build, found by a periodic manifest check, reloads the page at the next navigation", async ({
  page,
}) => {
  const rules = page.locator('script[type="speculationrules"]');
  const looked = () => page.waitForResponse("**/build.json");
  await page.clock.install();
  await page.goto(RAVEL.path("nl"));
  await mark(page);

  // The release contains the files that the page links, so the page is up to date.
  let look = looked();
  await page.clock.fastForward(TEN_MINUTES);
  const { files } = (await (await look).json()) as { files: string[] };
  const own = await page
    .locator('script[src^="/assets/"], link[rel="stylesheet"]')
    .evaluateAll((linked) => linked.map((element) => element.getAttribute("src") ?? element.getAttribute("href")));
  expect(own.length).toBeGreaterThan(2);
  expect(files).toEqual(expect.arrayContaining(own));
  await expect(rules).toHaveCount(1);

  await intercept(page, "**/build.json", (route) => route.fulfill({ json: { files: ["/assets/loader-ANOTHER1.js"] } }));
  look = looked();
  await page.clock.fastForward(TEN_MINUTES);
  await look;
  // Prefetches of the old build are cancelled; the visible page is not reloaded.
  await expect(rules).toHaveCount(0);
  await expect(marked(page)).toHaveCount(1);
  await comeBack(page);
  await expect(marked(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: RAVEL.name("nl") })).toBeVisible();

  // A page that was left before the check notices the new build when it is restored.
  await page.goto(home("nl"));
  await mark(page);
  await comeBack(page);
  await expect(marked(page)).toHaveCount(0);
});

test("R-UI-03 a page restored from the back/forward cache that belongs to the live build is not reloaded", async ({
  page,
}) => {
  await page.goto(home("nl"));
  await mark(page);
  const look = page.waitForResponse("**/build.json");
  await comeBack(page);
  await (await look).finished();
  // Later checks of the same page run after this one.
  await page.evaluate(async () => {
    await (await fetch("/build.json", { cache: "no-cache" })).json();
  });
  await expect(marked(page)).toHaveCount(1);
});

/** The repository's bundle with a different name for the common style sheet. */
async function bundleAnew(folder: string, styles: string): Promise<void> {
  await cp(path.join(ROOT, "islands/build"), folder, { recursive: true });
  const manifest = path.join(folder, "manifest.json");
  const text = await readFile(manifest, "utf8");
  const former = path.basename((JSON.parse(text) as { styles: { file: string } }).styles.file);
  await writeFile(manifest, text.replaceAll(former, styles));
  for (const assets of ["assets", "twins/assets"].map((name) => path.join(folder, name))) {
    for (const file of await readdir(assets)) {
      await rename(path.join(assets, file), path.join(assets, file.replace(former, styles)));
    }
  }
}

testOfOwnShop(
  "R-UI-03 Back leads to the build that is live by then, not to the one that the browser remembers",
  ({ playwright, launchOptions, shop }, { repeatEachIndex }) =>
    inFolder(async (folder) => {
      // Playwright disables the back/forward cache by default.
      const browser = await playwright.chromium.launch({
        ...launchOptions,
        // It restores pages as the visitors' does.
        executablePath: WHOLE_BROWSER,
        ignoreDefaultArgs: ["--disable-back-forward-cache"],
      });
      const page = await browser.newPage({ baseURL: shop.url });
      const file = `styles-ANOTHER${repeatEachIndex}.css`;
      const styles = page.locator(`link[href="/assets/${file}"]`);
      await page.goto(home("nl"));
      await page.goto(RAVEL.path("nl"));
      await bundleAnew(folder, file);
      await shop.release(folder);
      await expect(styles).toHaveCount(0);
      await page.goBack({ waitUntil: "commit" });
      await expect(styles).toHaveCount(1);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await browser.close();
    }),
);

test("R-UI-04 a failed chunk load reloads the page unless that path reloaded within 10 seconds", async ({
  page,
  complaints,
}) => {
  const shop = new Storefront(page, "nl");
  const box = page.locator("[data-island=buy-box]");
  const quantity = page.getByLabel(text("nl", "buy_box.quantity"));
  const start = Date.UTC(2026, 10, 23, 12);
  await page.clock.setFixedTime(start);
  await intercept(page, BUY_BOX, (route) => route.abort());

  await page.goto(RAVEL.path("nl"));
  await mark(page);
  await quantity.focus();
  await expect(marked(page)).toHaveCount(0);

  // After 9,999 ms the server-rendered content is unchanged.
  await page.clock.setFixedTime(start + 9_999);
  await mark(page);
  await quantity.focus();
  await expect(box).toHaveAttribute("data-island-error", "");
  await expect(marked(page)).toHaveCount(1);
  await expect(shop.buyButton).toBeVisible();
  expect(complaints.splice(0)).toEqual([expect.stringContaining("island buy-box could not start")]);

  // After 10,000 ms, the same path again.
  await page.clock.setFixedTime(start + 10_000);
  await page.reload();
  await mark(page);
  await quantity.focus();
  await expect(marked(page)).toHaveCount(0);

  // After the reload the file is available.
  await page.unroute(BUY_BOX);
  await page.reload();
  await quantity.focus();
  await expect(shop.quantityOnPage(RAVEL)).toHaveValue("1");
});
