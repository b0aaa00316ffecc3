// R-CMS-09: an editor previews a draft in the CMS while typing, in every language and on a telephone, saves, and sees it go
// live.
import { test as base, expect } from "@playwright/test";
import { AT_MOST_MS, openPreview, previewFrame, typed } from "./support/live-preview";
import { control, withBackends, withBuildingShop } from "./support/running";

const HALF_AN_HOUR = 1_800_000;
const PAGES = [
  {
    language: "nl",
    site: "nl-NL",
    entry: "Privacy",
    path: "/privacy",
    bar: "Voorbeeld: dit is wat u in het CMS hebt staan",
  },
  {
    language: "en",
    site: "en-GB",
    entry: "Privacy",
    path: "/en/privacy",
    bar: "Preview: this is what you have in the CMS",
  },
  {
    language: "de",
    site: "de-DE",
    entry: "Datenschutz",
    path: "/de/datenschutz",
    bar: "Vorschau: Das ist, was Sie im CMS stehen haben",
  },
] as const;

base("R-CMS-09 an editor types, the preview follows in place, and what is saved goes live", async ({ page: desk }) => {
  base.setTimeout(HALF_AN_HOUR);
  await withBackends((backends) =>
    withBuildingShop(backends, async (shop) => {
      const editor = { cms: desk, backends, shop };
      for (const page of PAGES) {
        await base.step(page.language, async () => {
          await openPreview(editor, page);
          const frame = await previewFrame(desk, page.bar);
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

const TERMS = [
  { site: "nl-NL", entry: "Merken", path: "/topics/merken", page: "/nieuws", bar: PAGES[0].bar },
  { site: "en-GB", entry: "Makers", path: "/en/topics/makers", page: "/en/news", bar: PAGES[1].bar },
  { site: "de-DE", entry: "Marken", path: "/de/topics/marken", page: "/de/aktuelles", bar: PAGES[2].bar },
] as const;

base("R-CMS-09 an editor types into a term, and the page that shows it follows", async ({ page: desk }) => {
  base.setTimeout(HALF_AN_HOUR);
  await withBackends((backends) =>
    withBuildingShop(backends, async (shop) => {
      for (const term of TERMS) {
        await base.step(term.site, async () => {
          await openPreview({ cms: desk, backends, shop }, term);
          const frame = await previewFrame(desk, term.bar);
          await expect(frame.locator("link[rel=canonical]")).toHaveAttribute("href", new RegExp(`${term.page}$`));
          await frame.evaluate(() => Object.assign(window, { sameDocument: true }));
          const field = desk.getByRole("textbox", { name: "Title", exact: true });
          const times: number[] = [];
          for (const title of ["Huis", "Huizen", `Huizen ${term.site}`]) {
            times.push(await typed(frame, title, () => field.fill(title), "main *"));
          }
          times.sort((one, other) => one - other);
          expect(times[1], `${times} ms`).toBeLessThanOrEqual(AT_MOST_MS);
          expect(await frame.evaluate(() => "sameDocument" in window)).toBe(true);
          for (const width of ["390", "820", "1440"]) {
            await desk.getByLabel("Width").selectOption(width);
            expect(await frame.evaluate(() => document.documentElement.scrollWidth)).toBe(Number(width));
          }
        });
      }
      await base.step("what is saved goes live", async () => {
        const before = await shop.accepted();
        await desk.getByRole("button", { name: "Save" }).click();
        await expect(desk.getByRole("status").filter({ hasText: "Saved." })).toBeVisible();
        await shop.builtSince(before);
        await expect(desk.locator("[data-receipt]")).toHaveText(/^Live since /, { timeout: 30_000 });
        await desk.goto(`${shop.url}${TERMS[2].page}`);
        await expect(desk.locator("main")).toContainText("Huizen de-DE");
      });
    }),
  );
});
