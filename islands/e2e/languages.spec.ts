// Ordering in every locale, with the texts of each.
import { product, shippingName } from "./support/catalogue";
import { expect, test } from "./support/shop";
import { Storefront } from "./support/storefront";
import { home, LOCALES, money, route, text } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");
const WALNUT = product("RAVEL-RU-WA");
const GLIDES = product("GLIJDER");

test.use({ shopOptions: { consumerLocales: ["nl", "en", "de"] } });

for (const locale of LOCALES) {
  test(`R-I18N-01 ${locale}: home, product, variant, cart, quantity, removal`, async ({ page }) => {
    const shop = new Storefront(page, locale);
    const name = WALNUT.name(locale);
    await page.goto(home(locale));
    await page
      .getByRole("main")
      .getByRole("link", { name: RAVEL.name(locale), exact: true })
      .click();
    await expect(page).toHaveURL(RAVEL.path(locale));
    const [group, option] = WALNUT.options(locale)[1] ?? ["", ""];
    await page.getByRole("region", { name: group }).getByRole("link", { name: option }).click();
    await expect(page).toHaveURL(WALNUT.path(locale));
    await shop.buyButton.click();
    await shop.goOn(WALNUT, 1);
    await shop
      .confirmation(WALNUT, 1)
      .getByRole("link", { name: text(locale, "buy_box.to_cart") })
      .click();
    await expect(page).toHaveURL(route(locale, "bor.shopping-cart"));
    await expect(shop.cartLink).toHaveAttribute("href", route(locale, "bor.shopping-cart"));
    await shop.expectCount(1);

    const row = shop.row(name);
    await expect(row.getByRole("link", { name })).toHaveAttribute("href", WALNUT.path(locale));
    await expect(row.locator("dt, dd")).toHaveText(WALNUT.options(locale).flat());
    await expect(row).toContainText(text(locale, "cart.stock", { count: WALNUT.stock }));
    await expect(row).toContainText(text(locale, "product.delivery_time", { time: WALNUT.deliveryTime(locale) }));
    await expect(row).toContainText(text(locale, "cart.unit_price", { price: money(locale, WALNUT.price) }));
    await shop.button("cart.increase", name).click();
    await shop.expectCount(2);
    await expect(shop.sums).toHaveText([
      `${text(locale, "cart.subtotal")}${money(locale, 2 * WALNUT.price)}`,
      `${text(locale, "cart.shipping_by", { name: shippingName(locale) })}${text(locale, "cart.free")}`,
      `${text(locale, "cart.total")} ${text(locale, "cart.tax_gross")}${money(locale, 2 * WALNUT.price)}`,
      new RegExp(`^${text(locale, "cart.tax_included", { rate: 21 })}`),
    ]);
    await shop.button("cart.remove_item", name).click();
    await expect(page.getByText(text(locale, "cart.removed", { name }))).toBeVisible();
    await expect(page.getByText(text(locale, "cart.empty_title"))).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: text(locale, "cart.home") })).toHaveAttribute(
      "href",
      home(locale),
    );
  });
}

test("R-I18N-05 a cart filled in Dutch is in German after the switch", async ({ page }) => {
  const dutch = new Storefront(page, "nl");
  const german = new Storefront(page, "de");
  await dutch.add(GLIDES);
  await dutch.openCart();
  await expect(dutch.row(GLIDES.name("nl"))).toContainText(GLIDES.deliveryTime("nl"));
  await dutch.header
    .locator("summary")
    .filter({ hasText: text("nl", "common.language") })
    .click();
  await dutch.header.getByRole("link", { name: "Deutsch" }).click();
  await expect(page).toHaveURL(route("de", "bor.shopping-cart"));
  const row = german.row(GLIDES.name("de"));
  await expect(row.getByRole("link", { name: GLIDES.name("de") })).toHaveAttribute("href", GLIDES.path("de"));
  await expect(row).toContainText(text("de", "product.delivery_time", { time: GLIDES.deliveryTime("de") }));
  await expect(german.sums.nth(1)).toContainText(text("de", "cart.shipping_by", { name: shippingName("de") }));
  await expect(dutch.row(GLIDES.name("nl"))).toHaveCount(0);
  await german.expectCount(1);
});
