// What an editor or a product manager saves is in the browser without a command (R-GEN-03). How soon, `scripts/bench live` measures.
import { test as base, expect } from "@playwright/test";
import { product } from "./support/catalogue";
import { control, withBackends, withBuildingShop } from "./support/running";

const RAVEL = product("RAVEL-RU-OA");
/** A build of the whole shop by a test's binary, twice, on a machine that tests on all cores. */
const SOON = 90_000;

base(
  "R-GEN-03 a text that is saved in the CMS, and a product that is switched off, are so in the browser without a command",
  async ({ page }) => {
    base.setTimeout(3 * SOON);
    await withBackends((backends) =>
      withBuildingShop(backends, async (shop) => {
        await page.goto(`${shop.url}/privacy`);
        const title = page.getByRole("heading", { level: 1, name: "Privacy in vier zinnen" });
        await expect(title).toHaveCount(0);
        const fields = { title: "Privacy in vier zinnen" };
        await control(backends, "entries", { entry: "pages/privacy", site: "nl-NL", fields });
        const again = () => page.reload().then(() => title.count());
        await expect.poll(again, { timeout: SOON }).toBe(1);

        const address = `${shop.url}${RAVEL.path("nl")}`;
        expect((await page.goto(address))?.status()).toBe(200);
        await control(backends, "active", { product_number: RAVEL.number, active: false });
        const status = () => page.goto(address).then((answer) => answer?.status());
        await expect.poll(status, { timeout: SOON }).toBe(404);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      }),
    );
  },
);
