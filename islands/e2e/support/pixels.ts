// What a style paints: the pixels of an element that change when a rule is added, and how strongly.
import type { Locator, Page } from "@playwright/test";
import { needsPictures } from "./browsers";

/** The contrast that WCAG 1.4.11 asks of parts that carry meaning. */
export const SEEN = 3;

/** How many pixels of an element change by a contrast of at least 3 when the rules of `css` are added to the page. */
export async function pixelsChanged(element: Locator, css: string): Promise<number> {
  needsPictures();
  const page = element.page();
  const before = await drawn(element);
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets.push(sheet);
  }, css);
  const after = await drawn(element);
  await page.evaluate(() => document.adoptedStyleSheets.pop());
  return differing(page, before, after);
}

/** How many pixels of two elements of one size differ by a contrast of at least 3. */
export async function pixelsApart(one: Locator, other: Locator): Promise<number> {
  return differing(one.page(), await drawn(one), await drawn(other));
}

/** The place of an element in the window, as a picture; the rules may have hidden the element itself. */
async function drawn(element: Locator): Promise<string> {
  await element.evaluate((one) => one.scrollIntoView({ block: "center", behavior: "instant" }));
  const { x, y, width, height } = await element.evaluate((one) => one.getBoundingClientRect().toJSON());
  const clip = { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
  return (await element.page().screenshot({ clip, animations: "disabled" })).toString("base64");
}

function differing(page: Page, one: string, other: string): Promise<number> {
  return page.evaluate(
    async ([first, second, least]) => {
      const luminances = async (picture: string) => {
        const bytes = Uint8Array.from(atob(picture), (sign) => sign.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
        canvas?.drawImage(bitmap, 0, 0);
        const { data } = canvas?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: [] };
        const linear = (part = 0) => {
          const share = part / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        };
        return Array.from(
          { length: data.length / 4 },
          (_, at) =>
            0.2126 * linear(data[4 * at]) + 0.7152 * linear(data[4 * at + 1]) + 0.0722 * linear(data[4 * at + 2]),
        );
      };
      const [before, after] = [await luminances(first), await luminances(second)];
      if (before.length !== after.length) throw new Error("pictures of two sizes cannot be compared");
      return before.filter((light, at) => {
        const [low = 0, high = 0] = [light, after[at] ?? 0].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05) >= least;
      }).length;
    },
    [one, other, SEEN] as const,
  );
}
