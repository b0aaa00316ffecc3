// The live preview of the demo's CMS, in the hands of an editor.
import { expect, type Frame, type Page } from "@playwright/test";
import type { Backends, BuildingShop } from "./running";

/** From the message of the CMS to the words in the page. */
export const AT_MOST_MS = 300;

export interface Editor {
  readonly cms: Page;
  readonly backends: Backends;
  readonly shop: BuildingShop;
}

/** An entry of the CMS, in the site of one language. */
export interface EditedPage {
  readonly site: string;
  readonly path: string;
  /** What the CMS finds it by. */
  readonly entry: string;
}

/** Opens the form of an entry and its live preview; the target of its collection leads to the shop of this test. */
export async function openPreview({ cms, backends, shop }: Editor, page: EditedPage): Promise<void> {
  await cms.unrouteAll();
  await cms.route(/\/preview(\?|$)/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/http:\/\/127\.0\.0\.1:3000\b/g, shop.url);
    await route.fulfill({ response, body });
  });
  await cms.goto(`${backends.statamic}/cp?site=${page.site}&q=${page.entry}`);
  await cms.locator(`main li a:has(small:text-is("${page.path}"))`).click();
  await cms.getByRole("button", { name: "Live preview" }).click();
}

/** The page in the frame, with the draft. */
export async function previewFrame(cms: Page, words: string): Promise<Frame> {
  const frame = await (await cms.waitForSelector("iframe")).contentFrame();
  if (frame === null) throw new Error("the pane has no frame");
  await expect(frame.locator(".preview-bar[data-preview=shown]")).toContainText(words, { timeout: 120_000 });
  return frame;
}

/** Types a title; the milliseconds from the CMS's message until an element of the frame shows it. */
export async function typed(frame: Frame, title: string, type: () => Promise<void>, element = "h1"): Promise<number> {
  const looked = { wanted: title, element };
  const shown = frame.evaluate(({ wanted, element }) => {
    // The words of an element with others in it, such as a count, are a text of their own.
    const isIt = (node: Node) => node.textContent?.trim() === wanted;
    const isShown = () =>
      [...document.querySelectorAll(element)].some((one) => isIt(one) || [...one.childNodes].some(isIt));
    return new Promise<number>((resolve) => {
      let told = Number.NaN;
      addEventListener("message", () => {
        told = performance.now();
      });
      new MutationObserver((_, observer) => {
        if (!isShown()) return;
        observer.disconnect();
        resolve(performance.now() - told);
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
  }, looked);
  await type();
  return shown;
}
