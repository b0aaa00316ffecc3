// Line items of a shop extension, which the visitor may not change or remove.
import { product } from "./support/catalogue";
import { sessionToken } from "./support/session";
import { expect, testOfOwnShop as test } from "./support/shop";
import { Storefront } from "./support/storefront";
import { money, text } from "./support/texts";

const GLIDES = product("GLIJDER");

test("R-CART-03 R-CART-04 a line that is not stackable has no stepper, one that is not removable no remove button", async ({
  page,
  shop: backend,
}) => {
  const shop = new Storefront(page, "nl");
  await shop.add(GLIDES);
  const token = await sessionToken(page.context());
  const line = { label: "Kringloopbijdrage", unit_price: 5, quantity: 2, stackable: false, removable: false };
  await backend.control(`cart/${token}/lines`, line);
  await backend.control(`cart/${token}/lines`, { ...line, label: "Kaartje", stackable: true, removable: true });
  await shop.openCart();

  const fixed = shop.row("Kringloopbijdrage");
  await expect(fixed).toContainText(text("nl", "cart.fixed_quantity", { count: 2 }));
  await expect(fixed).toContainText(money("nl", 1000));
  await expect(fixed.getByRole("spinbutton")).toHaveCount(0);
  await expect(fixed.getByRole("button")).toHaveCount(0);

  // Other lines can still be changed and removed, with the default bounds.
  await expect(shop.quantity("Kaartje")).toHaveAttribute("aria-valuemin", "1");
  await expect(shop.quantity("Kaartje")).toHaveAttribute("aria-valuemax", "100");
  await shop.button("cart.remove_item", "Kaartje").click();
  await expect(shop.row("Kaartje")).toHaveCount(0);
  await expect(fixed).toBeVisible();
});
