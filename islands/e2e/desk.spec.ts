// The editors' desk: a save is followed from the CMS until it is live, compared, taken back, and published again; in each
// language, with the keyboard, and on a telephone.
import { test as base, expect, type Page } from "@playwright/test";
import { expectNoSidewaysScroll as fits, expectNoViolations as isAccessible } from "./support/accessibility";
import { AT_MOST_MS, openPreview, previewFrame, typed } from "./support/live-preview";
import { type Backends, type BuildingShop, control, withBackends, withBuildingShop } from "./support/running";

const HALF_AN_HOUR = 1_800_000;
const NAME = "Noor";
const PASSWORD = "twelve letters and more";

const LANGUAGES = [
  {
    code: "nl",
    page: { site: "nl-NL", path: "/privacy", entry: "Privacy" },
    bar: "Voorbeeld: dit is wat u in het CMS hebt staan",
    logIn: "Inloggen",
    saves: "Opgeslagen",
    live: "Live",
    compare: "Voor en na",
    back: "Terug naar deze",
    confirm: "Terug naar deze uitgave",
    rolledBack: "Een eerdere uitgave staat live.",
    taken: "Teruggenomen",
    again: "De laatste uitgave weer publiceren",
    confirmAgain: "Deze uitgave weer publiceren",
  },
  {
    code: "en",
    page: { site: "en-GB", path: "/en/privacy", entry: "Privacy" },
    bar: "Preview: this is what you have in the CMS",
    logIn: "Log in",
    saves: "Saves",
    live: "Live",
    compare: "Before and after",
    back: "Go back to this one",
    confirm: "Go back to this release",
    rolledBack: "A former release is live.",
    taken: "Taken back",
    again: "Publish the last release again",
    confirmAgain: "Publish this release again",
  },
  {
    code: "de",
    page: { site: "de-DE", path: "/de/datenschutz", entry: "Datenschutz" },
    bar: "Vorschau: Das ist, was Sie im CMS stehen haben",
    logIn: "Anmelden",
    saves: "Gespeichert",
    live: "Live",
    compare: "Vorher und nachher",
    back: "Zu dieser zurückgehen",
    confirm: "Zu dieser Ausgabe zurückgehen",
    rolledBack: "Eine frühere Ausgabe ist live.",
    taken: "Zurückgenommen",
    again: "Die letzte Ausgabe wieder veröffentlichen",
    confirmAgain: "Diese Ausgabe wieder veröffentlichen",
  },
] as const;

type Language = (typeof LANGUAGES)[number];

interface Shop {
  readonly backends: Backends;
  readonly shop: BuildingShop;
}

function withDesk(use: (shop: Shop) => Promise<void>): Promise<void> {
  return withBackends((backends) =>
    withBuildingShop(backends, (shop) => shop.builtSince(-1).then(() => use({ backends, shop })), {
      name: NAME,
      role: "publish",
      password: PASSWORD,
    }),
  );
}

async function logIn(desk: Page, { shop }: Shop, language: Pick<Language, "code" | "logIn">): Promise<void> {
  await desk.goto(`${shop.url}/desk`);
  await desk.locator(`button[name=to][value=${language.code}]`).click();
  await desk.locator("#name").fill(NAME);
  await desk.locator("#password").fill(PASSWORD);
  await desk.getByRole("button", { name: language.logIn, exact: true }).click();
  await expect(desk).toHaveURL(`${shop.url}/desk`);
}

/** Types a title beside the live preview, which follows without being loaded again, and saves it. */
async function previewAndSave(cms: Page, { backends, shop }: Shop, language: Language, title: string): Promise<void> {
  await openPreview({ cms, backends, shop }, language.page);
  const frame = await previewFrame(cms, language.bar);
  await frame.evaluate(() => Object.assign(window, { sameDocument: true }));
  const field = cms.getByRole("textbox", { name: "Title", exact: true });
  const times: number[] = [];
  for (const words of ["Vier", "Vier zinnen", title]) {
    times.push(await typed(frame, words, () => field.fill(words)));
  }
  times.sort((one, other) => one - other);
  expect(times[1], `${times} ms`).toBeLessThanOrEqual(AT_MOST_MS);
  expect(await frame.evaluate(() => "sameDocument" in window)).toBe(true);
  await cms.getByRole("button", { name: "Save" }).click();
  await expect(cms.getByRole("status").filter({ hasText: "Saved." }).first()).toBeVisible();
}

/** Types a title in the demo's CMS and saves it; the CMS stays open on the entry. */
async function save(cms: Page, { backends }: Shop, page: Language["page"], title: string): Promise<void> {
  await cms.goto(`${backends.statamic}/cp?site=${page.site}&q=${page.entry}`);
  await cms.locator(`main li a:has(small:text-is("${page.path}"))`).click();
  await cms.getByRole("textbox", { name: "Title", exact: true }).fill(title);
  await cms.getByRole("button", { name: "Save" }).click();
  await expect(cms.getByRole("status").filter({ hasText: "Saved." }).first()).toBeVisible();
}

base("the desk follows a save until it is live, and takes it back, in each language", async ({ page: desk }) => {
  base.setTimeout(HALF_AN_HOUR);
  const complaints: string[] = [];
  desk.on("pageerror", (error) => complaints.push(error.message));
  desk.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await withDesk(async (shop) => {
    for (const language of LANGUAGES) {
      await base.step(language.code, async () => {
        await desk.context().clearCookies();
        await logIn(desk, shop, language);
        await expect(desk.getByRole("heading", { level: 1, name: language.saves })).toBeVisible();
        await expect(desk.locator("html")).toHaveAttribute("lang", language.code);

        const title = `Vier zinnen ${language.code}`;
        const cms = await desk.context().newPage();
        const before = await shop.shop.accepted();
        await previewAndSave(cms, shop, language, title);
        // Without a reload: the page is told.
        const first = desk.locator(".save").first();
        await expect(first.locator(".badge")).toHaveText(language.live, { timeout: 300_000 });
        await expect(first.getByRole("heading")).toContainText(title);
        await expect(first).toContainText("Sanne Vos");
        await expect(cms.locator("[data-receipt]")).toHaveText(/^Live since \d\d:\d\d:\d\d, [1-9]\d* pages?\.$/);
        await shop.shop.builtSince(before);
        await isAccessible(desk);

        await base.step("the page that changed, before and after", async () => {
          await first.getByRole("heading").getByRole("link").click();
          const line = desk.locator(".pages li", { has: desk.locator(`.path:text-is("${language.page.path}")`) });
          await isAccessible(desk);
          await line.getByRole("link", { name: language.compare }).click();
          await expect(desk.locator("ins").first()).toContainText(title);
          await isAccessible(desk);
          await desk.locator("main .path a").click();
          await expect(desk).toHaveURL(`${shop.shop.url}${language.page.path}`);
          await expect(desk.getByRole("heading", { level: 1 })).toHaveText(title);
        });

        await base.step("it is gone back, and undone", async () => {
          await desk.goto(`${shop.shop.url}/desk/releases`);
          await isAccessible(desk);
          await desk.locator(".save").nth(1).getByRole("link", { name: language.back }).click();
          await expect(desk.locator(".pages").first()).toContainText(language.page.path);
          await isAccessible(desk);
          await desk.getByRole("button", { name: language.confirm }).click();
          await expect(desk.locator("#now")).toContainText(language.rolledBack);
          await expect(desk.locator(".save .badge").first()).toHaveText(language.taken);
          const reader = await desk.context().newPage();
          await reader.goto(`${shop.shop.url}${language.page.path}`);
          await expect(reader.getByRole("heading", { level: 1 })).not.toHaveText(title);
          await desk.getByRole("link", { name: language.again }).click();
          await desk.getByRole("button", { name: language.confirmAgain }).click();
          await expect(desk.locator(".save .badge").first()).toHaveText(language.live);
          await reader.reload();
          await expect(reader.getByRole("heading", { level: 1 })).toHaveText(title);
          await reader.close();
        });
        for (const path of ["findings", "state"]) {
          await desk.goto(`${shop.shop.url}/desk/${path}`);
          await isAccessible(desk);
        }
        await cms.close();
      });
    }
  });
  expect(complaints).toEqual([]);
});

base(
  "the desk tells why a save is not live, what is scheduled, and works on a telephone by keyboard",
  async ({ browser }) => {
    base.setTimeout(HALF_AN_HOUR);
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
    const desk = await context.newPage();
    await withDesk(async (shop) => {
      const english = LANGUAGES[1];
      await base.step("the login works with the keyboard alone", async () => {
        await desk.goto(`${shop.shop.url}/desk`);
        await fits(desk);
        await isAccessible(desk);
        await desk.locator("#name").focus();
        await desk.keyboard.type(NAME);
        await desk.keyboard.press("Tab");
        await desk.keyboard.type("a wrong password");
        await desk.keyboard.press("Enter");
        await expect(desk.getByRole("alert")).toHaveText("This name and this password do not belong together.");
        await expect(desk.locator("#name")).toHaveValue(NAME);
        await desk.locator("#password").focus();
        await desk.keyboard.type(PASSWORD);
        await desk.keyboard.press("Enter");
        await expect(desk).toHaveURL(`${shop.shop.url}/desk`);
      });

      await base.step("a failed build has its reason, here and in the CMS", async () => {
        const path = "/api/navs/colophon/tree";
        await control(shop.backends, "faults", { backend: "statamic", path, kind: "status", status: 404 });
        const cms = await context.newPage();
        await save(cms, shop, english.page, "Not yet");
        const first = desk.locator(".save").first();
        await expect(first.locator(".badge")).toHaveText("Failed", { timeout: 300_000 });
        await expect(first.locator(".reason")).toContainText("navs/colophon");
        await expect(first.getByRole("link", { name: /^Edit/ })).toHaveAttribute("href", /\/cp\/collections\/pages\//);
        await expect(cms.locator("[data-receipt]")).toContainText("navs/colophon");
        await fits(desk);
        await isAccessible(desk);
        await control(shop.backends, "faults", undefined, "DELETE");
        await desk.getByRole("button", { name: "Build now" }).focus();
        await desk.keyboard.press("Enter");
        await expect(desk.locator("[role=status].notice")).toBeVisible();
        await expect(first.locator(".badge")).toHaveText("Live", { timeout: 300_000 });
        await cms.close();
      });

      await base.step("a scheduled entry is told with its time, and where to edit it", async () => {
        await expect(desk.locator("#now")).toContainText(/Next change without a save: .*\d/);
        const before = await shop.shop.accepted();
        // Before everything else that the demo shop has a date for.
        const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
        const edit = { date: `${tomorrow} 10:00:00`, title: "Much later" };
        await control(shop.backends, "entries", { entry: "news/breda-open", site: "en-GB", fields: edit });
        await shop.shop.builtSince(before);
        const planned = desk.locator("#now .planned li", { hasText: "Much later (EN) appears" });
        await desk.reload();
        await expect(planned).toBeVisible();
        // The demo's CMS takes times as UTC; the desk shows them in the shop's time zone.
        const inTheShop = { timeZone: "Europe/Amsterdam", hour: "2-digit", minute: "2-digit" } as const;
        await expect(planned).toContainText(new Date(`${tomorrow}T10:00:00Z`).toLocaleTimeString("en-GB", inTheShop));
        await expect(planned.getByRole("link", { name: /^Edit/ })).toHaveAttribute("href", /\/cp\/collections\/news\//);
        await fits(desk);
        await isAccessible(desk);
      });

      for (const path of ["", "/releases", "/findings", "/state", "/saves/1"]) {
        for (const width of [390, 820, 1440]) {
          await desk.setViewportSize({ width, height: 900 });
          await desk.goto(`${shop.shop.url}/desk${path}`);
          await fits(desk);
        }
      }
      await desk.getByRole("button", { name: "Log out" }).click();
      await desk.goto(`${shop.shop.url}/desk/state`);
      await expect(desk).toHaveURL(`${shop.shop.url}/desk/login`);
    });
    await context.close();
  },
);
