// A product page with forced colours: what carries meaning by colour alone is still seen, on a light and a dark ground.
import { expectNoViolations } from "./support/accessibility";
import { product } from "./support/catalogue";
import { pixelsChanged } from "./support/pixels";
import { expect, test, testOfOwnShop } from "./support/shop";

const HOOKS = product("KNAAP-RU-4");
const BRACKET = product("BEUGEL-BK");
/** Most first: the more is in stock, the more of the sign is filled. */
const STATES = [
  { stock: 40, state: "inStock" },
  { stock: 4, state: "limitedStock" },
  { stock: 0, state: "outOfStock" },
] as const;

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
  testOfOwnShop(
    `with forced colors, ${colorScheme}, each state of stock has a sign of its own`,
    async ({ page, shop }) => {
      await page.emulateMedia({ forcedColors: "active", colorScheme, reducedMotion: "reduce" });
      const filled: number[] = [];
      for (const { stock, state } of STATES) {
        await shop.control("stock", { product_number: BRACKET.number, stock, closeout: true });
        // Where nobody may order, the page itself says what is sold out, not the buy box.
        await page.goto(BRACKET.path("en"));
        await expect(page.locator("[data-stock]")).toHaveAttribute("data-stock", state);
        const sign = page.locator(".stock__sign");
        await expect(sign).toBeVisible();
        filled.push(await pixelsChanged(sign, ".stock__sign { opacity: 0 }"));
      }
      await shop.control("reset", {});
      const [disc = 0, half = 0, ring = 0] = filled;
      expect(ring).toBeGreaterThan(8);
      expect(half).toBeGreaterThan(ring);
      expect(disc).toBeGreaterThan(half);
    },
  );
}
