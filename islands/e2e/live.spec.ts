// Changes that an editor or product manager saves appear in the browser without a command (R-GEN-03). The delay is
// measured by `scripts/bench live`.
import { test as base, expect } from "@playwright/test";
import { product } from "./support/catalogue";
import { control, withBackends, withBuildingShop } from "./support/running";

const RAVEL = product("RAVEL-RU-OA");
/** Only a hanging test reaches it: one build took four minutes while seven other processes used two cores. */
const HALF_AN_HOUR = 1_800_000;

base(
  "R-GEN-03 a text that is typed into the demo's CMS and saved, and a product that is switched off, are so in the browser without a command",
  async ({ page }) => {
    base.setTimeout(HALF_AN_HOUR);
    await withBackends((backends) =>
      withBuildingShop(backends, async (shop) => {
        await page.goto(`${shop.url}/privacy`);
        const title = page.getByRole("heading", { level: 1, name: "Privacy in vier zinnen" });
        const text = page.getByText("Vier zinnen, en geen woord te veel.");
        await expect(title.or(text)).toHaveCount(0);

        // An editor, in another tab.
        const desk = await page.context().newPage();
        let before = await shop.accepted();
        await desk.goto(`${backends.statamic}/cp`);
        await desk.getByRole("searchbox", { name: "Find an entry" }).fill("priva");
        await desk.getByRole("button", { name: "Find" }).click();
        await desk.getByRole("link", { name: /^Privacy\s?\/privacy$/ }).click();
        await expect(desk.getByRole("heading", { level: 1, name: "Privacy" })).toBeVisible();
        await desk.getByRole("textbox", { name: "Title" }).fill("");
        await desk.getByRole("button", { name: "Save" }).click();
        await expect(desk.getByRole("alert")).toHaveText("Nothing was saved: the title may not be empty.");
        await desk.getByRole("textbox", { name: "Title" }).fill("Privacy in vier zinnen");
        const prose = desk.getByRole("group", { name: "Blocks · rich text" }).getByRole("textbox");
        await prose.fill("<p>Vier zinnen, en geen woord te veel.</p>");
        await desk.getByRole("button", { name: "Save" }).click();
        const saved = desk.getByRole("status").filter({ hasText: "Saved." });
        await expect(saved).toContainText("Saved. The shop shows it some seconds from now.");
        await expect(desk.getByRole("link", { name: "Open its page" })).toHaveAttribute("href", /\/privacy$/);
        await desk.close();

        await shop.builtSince(before);
        await page.reload();
        await expect(title).toHaveCount(1);
        await expect(text).toBeVisible();

        const address = `${shop.url}${RAVEL.path("nl")}`;
        expect((await page.goto(address))?.status()).toBe(200);
        before = await shop.accepted();
        await control(backends, "active", { product_number: RAVEL.number, active: false });
        await shop.builtSince(before);
        expect((await page.goto(address))?.status()).toBe(404);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.getByText(`Pagina niet gevonden: ${RAVEL.path("nl")}`)).toBeVisible();
        expect(await (await page.request.get(`${shop.url}/nl-NL-sitemap.xml`)).text()).not.toContain(RAVEL.path("nl"));
      }),
    );
  },
);
