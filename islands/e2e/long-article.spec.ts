// A long article with every kind of block (R-CMS-04): the fixture of generator/cli/tests/end_to_end/long_article.rs, on
// phone and desktop, on screen and in print. With SHOTS=folder its screenshots are written there.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import { ROOT } from "./support/process";
import { control, withBackends, withShop } from "./support/running";

const FIXTURE = path.join(ROOT, "generator/cli/tests/end_to_end/long_article.json");
const PATH = "/nieuws/breda-is-open";
const WIDTHS = [390, 1440] as const;
const MEDIA = ["screen", "print"] as const;

/** Elements that overflow the window and are not inside a scroll container. */
function beyond(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isScrolled = (element: Element | null): boolean =>
      element !== null &&
      (["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(element).overflowX) ||
        isScrolled(element.parentElement));
    return [...document.querySelectorAll("main *")]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && (right > innerWidth + 1 || left < -1) && !isScrolled(element.parentElement);
      })
      .map((element) => `${element.tagName}.${element.className}: ${element.textContent?.slice(0, 40)}`);
  });
}

base("R-CMS-04 a long article with everything in it is whole on each screen and on paper", async ({ page }) => {
  base.setTimeout(180_000);
  await withBackends(async (backends) => {
    const picture = "statamic://asset::assets::diningroom-wide.webp";
    const fields: unknown = JSON.parse((await readFile(FIXTURE, "utf8")).replace("PICTURE", picture));
    await control(backends, "entries", { entry: "news/breda-open", site: "nl-NL", fields });
    await withShop({ backends }, async (shop) => {
      for (const width of WIDTHS) {
        for (const media of MEDIA) {
          await page.emulateMedia({ media });
          await page.setViewportSize({ width, height: 900 });
          await page.goto(`${shop.url}${PATH}`);
          await page.evaluate(() => {
            for (const image of document.querySelectorAll("img")) image.loading = "eager";
          });
          await page.waitForLoadState("networkidle");
          const shots = process.env.SHOTS;
          if (shots) await page.screenshot({ path: path.join(shots, `${width}-${media}.png`), fullPage: true });
          expect.soft(await beyond(page), `${width} ${media}`).toEqual([]);
          expect
            .soft(await page.evaluate(() => document.documentElement.scrollWidth), `${width} ${media}`)
            .toBeLessThanOrEqual(width);
          const table = page.getByRole("table").first();
          await expect(table).toBeVisible();
          await expect(page.getByText("fn main() {")).toBeVisible();
        }
      }
    });
  });
});
