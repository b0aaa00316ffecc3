// Page object of a list with filters: filter bar, active filters, cards.
import type { Locator, Page } from "@playwright/test";
import { expect } from "./shop";
import { type Locale, text } from "./texts";

export class Listing {
  readonly root: Locator;
  readonly page: Page;
  readonly locale: Locale;

  constructor(page: Page, locale: Locale) {
    this.page = page;
    this.locale = locale;
    this.root = page.locator(".listing[data-island]");
  }

  /** The visible cards. */
  get cards(): Locator {
    return this.root.locator(".product-card:visible");
  }

  get count(): Locator {
    return this.root.locator(".list-bar__count");
  }

  /** The product counts in the filter bar. */
  async total(): Promise<number> {
    return Number((await this.count.innerText()).replace(/\D/g, ""));
  }

  facet(key: string): Locator {
    return this.root.locator(`.list-bar details[data-facet=${key}]:visible`);
  }

  /** Opens a facet and waits for its checkboxes. */
  async open(key: string): Promise<Locator> {
    const facet = this.facet(key);
    await facet.locator("summary").click();
    const group = facet.locator("fieldset");
    await expect(group).toBeVisible();
    return group;
  }

  /** A checkbox of an open facet. */
  box(facet: string, value: string): Locator {
    return this.page.locator(`details[data-facet=${facet}] [data-value="${value}"] input`);
  }

  chip(facet: string, value: string): Locator {
    return this.root.locator(`[data-chip="${facet}=${value}"]`);
  }

  /** Waits until the filtered list has loaded. */
  async settled(): Promise<void> {
    await expect(this.root.locator("[aria-busy=true]")).toHaveCount(0);
  }

  text(key: string, values: Record<string, string | number> = {}): string {
    return text(this.locale, key, values);
  }
}

/** The values of a facet in the static page, with their product counts. */
export async function valuesOf(page: Page, facet: string): Promise<readonly { key: string; count: number }[]> {
  return page
    .locator(`details[data-facet=${facet}] li[data-value]`)
    .evaluateAll((items) =>
      items.map((item) => ({ key: item.dataset.value ?? "", count: Number(item.dataset.count) })),
    );
}
