// A product page with forced colours: what carries meaning by colour alone is still seen, on a light and a dark ground.
import { expectNoViolations } from "./support/accessibility";
import { product } from "./support/catalogue";
import { pixelsChanged } from "./support/pixels";
import { expect, test } from "./support/shop";

const HOOKS = product("KNAAP-RU-4");

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [390, 1440]) {
    test(`with forced colors, ${colorScheme}, wordmark and strike of a product page are seen at ${width} px`, async ({
      page,
    }) => {
      await page.emulateMedia({ forcedColors: "active", colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(HOOKS.path("nl"));
      const brand = page.getByRole("banner").locator(".header__brand");
      await expect(brand).toBeVisible();
      await page.waitForLoadState("load");
      expect(await pixelsChanged(brand, ".header__brand { visibility: hidden }")).toBeGreaterThan(50);
      const soldOut = page.locator(".option--sold-out");
      await expect(soldOut).toHaveCount(1);
      expect(await pixelsChanged(soldOut, ".option--sold-out::after { display: none }")).toBeGreaterThan(20);
      await expectNoViolations(page, ["color-contrast"]);
    });
  }
}
