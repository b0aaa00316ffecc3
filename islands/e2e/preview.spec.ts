// R-CMS-09: an editor previews a draft in the CMS while typing, in every language and on a telephone, saves, and sees it go
// live.
import { test as base, expect, type Frame, type Page } from "@playwright/test";
import { type Backends, type BuildingShop, control, withBackends, withBuildingShop } from "./support/running";

const HALF_AN_HOUR = 1_800_000;
/** From the message of the CMS to the words in the page. */
const AT_MOST_MS = 300;

const PAGES = [
  { language: "nl", entry: "Privacy", path: "/privacy", bar: "Voorbeeld: dit is wat u in het CMS hebt staan" },
  { language: "en", entry: "Privacy", path: "/en/privacy", bar: "Preview: this is what you have in the CMS" },
  {
    language: "de",
    entry: "Datenschutz",
    path: "/de/datenschutz",
    bar: "Vorschau: Das ist, was Sie im CMS stehen haben",
  },
] as const;

interface Editor {
  readonly desk: Page;
  readonly backends: Backends;
  readonly shop: BuildingShop;
}

/** Opens the form of an entry; the target of its collection leads to the shop of this test. */
async function open({ desk, backends, shop }: Editor, { entry, path }: (typeof PAGES)[number]): Promise<void> {
  await desk.unrouteAll();
  await desk.route(/\/preview(\?|$)/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll("http://127.0.0.1:3000", shop.url);
    await route.fulfill({ response, body });
  });
  const site = { "/privacy": "nl-NL", "/en/privacy": "en-GB", "/de/datenschutz": "de-DE" }[path];
  await desk.goto(`${backends.statamic}/cp?site=${site}&q=${entry}`);
  await desk.locator(`main li a:has(small:text-is("${path}"))`).click();
  await desk.getByRole("button", { name: "Live preview" }).click();
}

/** The page in the frame, with the draft. */
async function preview(desk: Page, words: string): Promise<Frame> {
  const frame = await (await desk.waitForSelector("iframe")).contentFrame();
  if (frame === null) throw new Error("the pane has no frame");
  await expect(frame.locator(".preview-bar[data-preview=shown]")).toContainText(words, { timeout: 120_000 });
  return frame;
}

/** Types a title; the milliseconds from the CMS's message until the frame shows it. */
async function typed(frame: Frame, title: string, type: () => Promise<void>): Promise<number> {
  const shown = frame.evaluate((wanted) => {
    return new Promise<number>((resolve) => {
      let told = Number.NaN;
      addEventListener("message", () => {
        told = performance.now();
      });
      new MutationObserver((_, observer) => {
        if (document.querySelector("h1")?.textContent?.trim() !== wanted) return;
        observer.disconnect();
        resolve(performance.now() - told);
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
  }, title);
  await type();
  return shown;
}

base("R-CMS-09 an editor types, the preview follows in place, and what is saved goes live", async ({ page: desk }) => {
  base.setTimeout(HALF_AN_HOUR);
  await withBackends((backends) =>
    withBuildingShop(backends, async (shop) => {
      const editor = { desk, backends, shop };
      for (const page of PAGES) {
        await base.step(page.language, async () => {
          await open(editor, page);
          const frame = await preview(desk, page.bar);
          await base.step("what is typed is there at once, without a flash, and nothing else moves", async () => {
            await desk.getByLabel("Width").selectOption("1440");
            await frame.evaluate(() => {
              Object.assign(window, { sameDocument: true });
              document.querySelector("main")?.setAttribute("data-mine", "");
              scrollTo(0, 300);
            });
            const times: number[] = [];
            for (const title of ["Eerst", "Eerste"]) {
              const field = desk.getByRole("textbox", { name: "Title", exact: true });
              times.push(await typed(frame, title, () => field.fill(title)));
            }
            const panel = frame.locator("header details").first();
            await panel.locator("summary").click();
            await panel.locator("summary").focus();
            const isFocused = () => panel.locator("summary").evaluate((summary) => summary === document.activeElement);
            expect(await isFocused()).toBe(true);
            // As `fill`, which would take the focus away from the page.
            const last = "Eerste versie";
            const byScript = () =>
              desk.evaluate((title) => {
                const field = document.querySelector<HTMLInputElement>("[name='/title']");
                if (field === null) throw new Error("the form has no title");
                field.value = title;
                field.dispatchEvent(new InputEvent("input", { bubbles: true }));
              }, last);
            times.push(await typed(frame, last, byScript));
            await expect(panel).toHaveAttribute("open");
            expect(await isFocused()).toBe(true);
            times.sort((one, other) => one - other);
            expect(times[1], `${times} ms`).toBeLessThanOrEqual(AT_MOST_MS);
            expect(
              await frame.evaluate(() => ({
                isSame: "sameDocument" in window,
                scrolled: scrollY,
                kept: document.querySelector("main")?.hasAttribute("data-mine"),
                title: document.title.includes("Eerste versie"),
              })),
            ).toEqual({ isSame: true, scrolled: 300, kept: true, title: true });
          });
          for (const width of ["390", "820", "1440"]) {
            await desk.getByLabel("Width").selectOption(width);
            expect(await frame.evaluate(() => innerWidth)).toBe(Number(width));
            expect(await frame.evaluate(() => document.documentElement.scrollWidth)).toBe(Number(width));
          }
          await expect(frame.locator("[data-island=consent]")).toHaveCount(0);
        });
      }

      await base.step("a page with the token is not the public one, and links stay in the preview", async () => {
        const frame = desk.frames()[1];
        const address = frame?.url() ?? "";
        const reader = await desk.context().newPage();
        await reader.goto(`${shop.url}/de/datenschutz`);
        await expect(reader.getByRole("heading", { level: 1 })).not.toHaveText("Eerste versie");
        await expect(reader.locator(".preview-bar")).toHaveCount(0);
        await reader.goto(address);
        await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Eerste versie");
        await reader.locator("header a[href^='/de']").first().click();
        await expect(reader.locator(".preview-bar")).toContainText("Vorschau");
        expect(new URL(reader.url()).searchParams.get("preview")).toBe("true");
        await reader.goto(address);
        await reader.getByRole("link", { name: "Vorschau verlassen" }).click();
        await expect(reader).toHaveURL(`${shop.url}/de/datenschutz`);
        await expect(reader.locator(".preview-bar")).toHaveCount(0);
        await reader.close();
      });

      await base.step("no other page may frame it", async () => {
        const address = desk.frames()[1]?.url() ?? "";
        const stranger = await desk.context().newPage();
        const other = backends.statamic.replace("127.0.0.1", "localhost");
        await stranger.route(`${other}/frame`, (route) =>
          route.fulfill({
            contentType: "text/html",
            body: `<iframe src="${address.replaceAll("&", "&amp;")}"></iframe>`,
          }),
        );
        await stranger.goto(`${other}/frame`);
        await expect.poll(() => stranger.frames()[1]?.url()).toMatch(/^chrome-error:/);
        await stranger.close();
      });

      await base.step("what is saved goes live", async () => {
        const before = await shop.accepted();
        await desk.getByRole("button", { name: "Save" }).click();
        await expect(desk.getByRole("status").filter({ hasText: "Saved." })).toBeVisible();
        await shop.builtSince(before);
        await desk.goto(`${shop.url}/de/datenschutz`);
        await expect(desk.getByRole("heading", { level: 1 })).toHaveText("Eerste versie");
      });
    }),
  );
});

base("R-CMS-09 on a telephone an old token gets the public page with a word", async ({ page }) => {
  base.setTimeout(HALF_AN_HOUR);
  await page.setViewportSize({ width: 390, height: 844 });
  await withBackends((backends) =>
    withBuildingShop(backends, async (shop) => {
      const edit = { entry: "pages/privacy", site: "nl-NL", fields: { title: "Concept" } };
      const { query } = (await control(backends, "previews", edit)) as { query: string };
      await page.goto(`${shop.url}/privacy?preview=true&${query}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Concept", { timeout: 120_000 });
      const leave = page.getByRole("link", { name: "Voorbeeld verlaten" });
      await expect(leave).toBeInViewport();
      expect((await leave.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await control(backends, "reset", {});
      await page.reload();
      await expect(page.locator(".preview-bar")).toContainText("de sleutel van het voorbeeld ontbreekt of is verlopen");
      await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Concept");
    }),
  );
});
