// Page object of the account area: elements by role and name, in the page's language.
import { expect, type Locator, type Page } from "@playwright/test";
import { type Locale, route, text } from "./texts";

/** The account area in one tab. */
export class AccountPage {
  readonly page: Page;
  readonly locale: Locale;

  constructor(page: Page, locale: Locale) {
    this.page = page;
    this.locale = locale;
  }

  t(key: string, values?: Readonly<Record<string, string | number>>): string {
    return text(this.locale, key, values);
  }

  async open(screen: "index" | "orders" | "profile"): Promise<void> {
    await this.page.goto(route(this.locale, `bor.account.${screen}`));
    await expect(this.main.locator("h1")).toBeVisible();
  }

  orderPath(id: string): string {
    return route(this.locale, "bor.account.order").replace("{order}", id);
  }

  async openOrder(id: string): Promise<void> {
    await this.page.goto(this.orderPath(id));
  }

  get main(): Locator {
    return this.page.getByRole("main");
  }

  heading(words: string): Locator {
    return this.page.getByRole("heading", { level: 1, name: words, exact: true });
  }

  /** A section of profile or overview, by the text key of its heading. */
  part(key: string): Locator {
    return this.page.getByRole("region", { name: this.t(key), exact: true });
  }

  /** The value of a term. */
  fact(term: string): Locator {
    const dt = this.page.locator("dt", { hasText: new RegExp(`^${term}$`) });
    return this.main.locator("dl > div").filter({ has: dt }).locator("dd");
  }

  button(key: string, values?: Readonly<Record<string, string | number>>): Locator {
    return this.main.getByRole("button", { name: this.t(key, values), exact: true });
  }

  field(id: string): Locator {
    return this.page.locator(`[id="${id}"]`);
  }

  toast(key: string): Locator {
    return this.page.locator(".toasts").getByText(this.t(key), { exact: true });
  }

  get dialog(): Locator {
    return this.page.getByRole("dialog");
  }

  card(words: string): Locator {
    return this.part("account_profile.addresses").getByRole("listitem").filter({ hasText: words });
  }

  /** Waits until no toast is visible, because a toast that fades out is not a stable state. */
  async expectNoToast(): Promise<void> {
    // A toast stays while the pointer is over it (R-UI-01), which may be where the clicked button was.
    await this.page.mouse.move(0, 0);
    await expect(this.page.locator(".toasts__toast")).toHaveCount(0);
  }
}
