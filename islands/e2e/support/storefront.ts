// Page object of the shop: elements by role and name, in the page's language.
import { expect, type Locator, type Page } from "@playwright/test";
import type { Product } from "./catalogue";
import { type Locale, route, text } from "./texts";

/** The shop in one locale, in one tab. */
export class Storefront {
  readonly page: Page;
  readonly locale: Locale;

  constructor(page: Page, locale: Locale) {
    this.page = page;
    this.locale = locale;
  }

  t(key: string, values?: Readonly<Record<string, string | number>>): string {
    return text(this.locale, key, values);
  }

  // Header

  get header(): Locator {
    return this.page.getByRole("banner");
  }

  get cartLink(): Locator {
    return this.header.getByRole("link", { name: this.t("common.cart") });
  }

  /** Expects the header to show this number of items, visually and to screen readers. */
  async expectCount(count: number): Promise<void> {
    const spoken = count === 0 ? "" : ` ${this.t("cart_count.items", { count })}`;
    await expect(this.cartLink).toHaveAccessibleName(`${this.t("common.cart")}${spoken}`);
    await expect(this.cartLink.locator("[data-cart-count]")).toHaveText(count === 0 ? "" : String(count));
  }

  // Product page

  async openProduct(product: Product): Promise<void> {
    await this.page.goto(product.path(this.locale));
  }

  /** The buy box's button; the bar on narrow viewports triggers it. */
  get buyButton(): Locator {
    return this.page.locator("[data-island=buy-box]").getByRole("button", { name: this.t("buy_box.add") });
  }

  /** Opens the product, waits for its live price and stock, and touches the buy box, so that its island is loaded. */
  async openBuyBox(product: Product): Promise<void> {
    const offers = this.page.waitForResponse(/\/api\/offers\?/);
    await this.openProduct(product);
    await offers;
    await this.page.getByLabel(this.t("buy_box.quantity")).focus();
    await expect(this.quantityOnPage(product)).toHaveValue(String(product.limits.min));
  }

  /** The buy box's quantity field, once its island is mounted. */
  quantityOnPage(product: Product): Locator {
    return this.page.getByRole("spinbutton", {
      name: this.t("buy_box.quantity_of", { name: product.name(this.locale) }),
    });
  }

  /** The buy box's status message. */
  confirmation(product: Product, count: number): Locator {
    const name = product.name(this.locale);
    return this.page.locator(".buy-box__confirmation").filter({ hasText: this.t("buy_box.added", { name, count }) });
  }

  /** The cart panel. */
  get panel(): Locator {
    return this.page.getByRole("dialog", { name: this.t("cart_count.title") });
  }

  /** The cart panel after an item was added. */
  get addedPanel(): Locator {
    return this.page.getByRole("dialog", { name: this.t("cart_count.added_title") });
  }

  /** Waits for the confirmation of an added product, and closes it. */
  async goOn(product: Product, count: number): Promise<void> {
    await expect(this.confirmation(product, count)).toBeVisible();
    await this.addedPanel.getByRole("button", { name: this.t("cart_count.continue") }).click();
    await expect(this.addedPanel).toHaveCount(0);
  }

  /** Opens the product and adds its minimum quantity to the cart. */
  async add(product: Product): Promise<void> {
    await this.openProduct(product);
    await this.buyButton.click();
    await this.goOn(product, product.limits.min);
  }

  // Cart

  async openCart(): Promise<void> {
    await this.page.goto(route(this.locale, "bor.shopping-cart"));
  }

  /**
   * Waits until the cart has made all its initial reads, so that none of them repairs later changes (Shopware §7.3).
   */
  async expectCartRead(): Promise<void> {
    const terms = this.page.getByRole("region", { name: this.t("cart.terms_title") });
    await expect(terms).toContainText(this.t("cart.payment_methods").split(":")[0] ?? "");
  }

  get rows(): Locator {
    return this.page.getByRole("list", { name: this.t("cart.lines") });
  }

  /** The line with this label. */
  row(label: string): Locator {
    const heading = this.page.getByRole("heading", { name: label, exact: true });
    return this.rows.getByRole("listitem").filter({ has: heading });
  }

  quantity(label: string): Locator {
    return this.page.getByRole("spinbutton", { name: this.t("cart.quantity_of", { name: label }) });
  }

  button(key: string, label: string): Locator {
    return this.page.getByRole("button", { name: this.t(key, { name: label }), exact: true });
  }

  get totals(): Locator {
    return this.page.getByRole("region", { name: this.t("cart.summary") });
  }

  /** The rows of the totals, each as `term amount`. */
  get sums(): Locator {
    return this.totals.locator("dl > div");
  }

  get total(): Locator {
    return this.totals.locator("[data-sum=total]");
  }
}
