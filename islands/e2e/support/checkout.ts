// Page object of the checkout, in the page's language.
import { expect, type Locator, type Page } from "@playwright/test";
import { type Locale, route, text } from "./texts";

/** The guest who orders in the tests. */
export const GUEST = {
  email: "noor@example.test",
  first_name: "Noor",
  last_name: "Visser",
  street: "Spui 3",
  zipcode: "1012 WX",
  city: "Amsterdam",
} as const;

/** Texts that the checkout shares with other address forms. */
const ADDRESS_TEXTS = /^need_(country|state|first_name|last_name|street|zipcode|city)/;

/** The five sections of `/checkout`. */
export class CheckoutPage {
  readonly page: Page;
  readonly locale: Locale;

  constructor(page: Page, locale: Locale) {
    this.page = page;
    this.locale = locale;
  }

  t(key: string, values?: Readonly<Record<string, string | number>>): string {
    return text(this.locale, `${ADDRESS_TEXTS.test(key) ? "address" : "checkout"}.${key}`, values);
  }

  async open(): Promise<void> {
    await this.page.goto(route(this.locale, "bor.checkout"));
  }

  /** A section by the text key of its title. */
  section(key: "contact" | "address" | "delivery" | "payment" | "review"): Locator {
    return this.page.getByRole("region", { name: this.t(key) });
  }

  field(name: string): Locator {
    return this.page.locator(`[id="${name}"]`);
  }

  button(key: string): Locator {
    return this.page.getByRole("button", { name: this.t(key), exact: true });
  }

  get orderButton(): Locator {
    return this.page.getByRole("button", { name: this.t("order_button") });
  }

  get summary(): Locator {
    return this.page.getByRole("alert").filter({ hasText: this.t("problem") });
  }

  /** Clicks a radio card anywhere on its row. */
  async choose(label: string | RegExp): Promise<void> {
    const radio = this.page.getByRole("radio", { name: label });
    await this.page.locator(".radio-card", { has: radio }).click();
    await expect(radio).toBeChecked();
    await expect(this.page.locator(".radio-cards")).not.toHaveAttribute("aria-busy");
  }

  async fillDetails(): Promise<void> {
    await this.field("email").fill(GUEST.email);
    for (const name of ["first_name", "last_name", "street", "zipcode", "city"] as const)
      await this.field(`delivery-${name}`).fill(GUEST[name]);
  }

  /** Fills in the first section, up to the delivery. */
  async enterDetails(): Promise<void> {
    await expect(this.button("to_delivery")).toBeVisible();
    await this.fillDetails();
    await this.button("to_delivery").click();
    await expect(this.button("to_payment")).toBeVisible();
  }

  /** From the delivery to the review, with the default methods. */
  async keepMethods(): Promise<void> {
    await this.button("to_payment").click();
    await this.button("to_review").click();
    await expect(this.orderButton).toBeVisible();
  }

  /** From the cart to a review with accepted terms. */
  async toReview(): Promise<void> {
    await this.open();
    await this.enterDetails();
    await this.keepMethods();
    await this.field("terms").check();
  }

  /** Clicks the order button and waits for the screen of the order; returns the order's id. */
  async order(press: () => Promise<void> = () => this.orderButton.click()): Promise<string> {
    const success = route(this.locale, "bor.checkout.success").replace("{id}", "");
    let id = "";
    // From there the page redirects to the payment by itself.
    const arrived = this.page.waitForURL(
      ({ pathname }) => {
        if (!pathname.startsWith(success)) return false;
        id = pathname.slice(success.length);
        return true;
      },
      { waitUntil: "commit" },
    );
    await press();
    await arrived;
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    return id;
  }
}
