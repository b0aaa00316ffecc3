// Images when the variant changes: the previous ones stay until the next can be shown, and those of another variant are
// labelled.
import type { Page } from "@playwright/test";
import { product } from "./support/catalogue";
import { hold } from "./support/network";
import { expect, test } from "./support/shop";

const RUST = product("RAVEL-RU-OA");
const MOSS = product("RAVEL-MO-OA");
const SAND = product("RAVEL-SA-OA");

const pictures = (page: Page) => page.locator("[data-picture]");
const choice = (page: Page, name: string) => page.getByRole("region", { name: "Stof" }).getByRole("link", { name });
/** Opens a page and waits for its script, which requests the live data. */
async function open(page: Page, path: string): Promise<void> {
  const asked = page.waitForRequest(/\/api\/offers\?/);
  await page.goto(path);
  await asked;
}

/** Runs in the page. */
const isComplete = (one: Element) => one instanceof HTMLImageElement && one.complete && one.naturalWidth > 0;
const mainIsShown = (page: Page) =>
  expect.poll(() => pictures(page).first().locator("img").evaluate(isComplete)).toBe(true);

for (const [width, height, latency] of [
  [390, 844, 300],
  [820, 1180, 0],
  [1440, 900, 300],
] as const) {
  test(`R-PDP-04 at ${width} px and ${latency} ms latency: the image of a variant stays until that of the next one can be shown`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    // Records what each frame shows in place of the main image, across both pages.
    await page.addInitScript(() => {
      const look = () => {
        const picture = document.querySelector<HTMLImageElement>("[data-picture] img");
        const isShown = picture?.complete && picture.naturalWidth > 0;
        const frames = sessionStorage.getItem("frames");
        if (frames !== null) sessionStorage.setItem("frames", frames + (isShown ? "s" : "-"));
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    const session = await page.context().newCDPSession(page);
    // The demo generates an image on its first request; a real shop does not. The browser requests it again.
    await page.goto(MOSS.path("nl"));
    await mainIsShown(page);
    await session.send("Network.clearBrowserCache");
    await open(page, RUST.path("nl"));
    await mainIsShown(page);
    const speed = { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 };
    await session.send("Network.emulateNetworkConditions", speed);
    await page.evaluate(() => sessionStorage.setItem("frames", ""));
    await choice(page, "Mos").click();
    await expect(page).toHaveURL(MOSS.path("nl"));
    await mainIsShown(page);
    await expect(choice(page, "Mos")).toHaveAttribute("aria-current", "page");
    // A cached image is shown within one or two frames after its page.
    expect(await page.evaluate(() => sessionStorage.getItem("frames"))).toMatch(/^s+-{0,3}s+$/);
  });
}

test("R-PDP-04 an image that does not load does not block the variant, and of two clicks the last one counts", async ({
  page,
}) => {
  await open(page, RUST.path("nl"));
  const letGo = await hold(page, /-(moss|sand)-main/);
  await choice(page, "Zand").click();
  await expect(choice(page, "Zand")).toHaveAttribute("aria-busy", "true");
  await choice(page, "Mos").click();
  await expect(choice(page, "Zand")).not.toHaveAttribute("aria-busy");
  await expect(page).toHaveURL(MOSS.path("nl"));
  await expect(choice(page, "Mos")).toBeFocused();
  letGo();
  await mainIsShown(page);
  await expect(page).toHaveURL(MOSS.path("nl"));
});

test("an image of another variant is labelled with it", async ({ page }) => {
  for (const [locale, words] of [
    ["nl", "Getoond in roest"],
    ["en", "Shown in rust"],
    ["de", "Gezeigt in Rost"],
  ] as const) {
    await page.goto(SAND.path(locale));
    // Its own image comes first; the others show the chair in rust.
    await expect(pictures(page).first().locator("xpath=..")).not.toContainText(words);
    await expect(page.locator(".product-gallery__shown")).toHaveText([words, words]);
    await page.goto(RUST.path(locale));
    await expect(page.locator(".product-gallery__shown")).toHaveCount(0);
  }
});
