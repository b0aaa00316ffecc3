// A list with filters as a visitor sees it: the line above it, what is chosen, what is shown.
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

  /** The cards that are seen. */
  get cards(): Locator {
    return this.root.locator(".product-card:visible");
  }

  get count(): Locator {
    return this.root.locator(".list-bar__count");
  }

  /** The numbers of products that the line says. */
  async total(): Promise<number> {
    return Number((await this.count.innerText()).replace(/\D/g, ""));
  }

  facet(key: string): Locator {
    return this.root.locator(`.list-bar details[data-facet=${key}]:visible`);
  }

  /** Opens a facet and waits for its boxes. */
  async open(key: string): Promise<Locator> {
    const facet = this.facet(key);
    await facet.locator("summary").click();
    const group = facet.locator("fieldset");
    await expect(group).toBeVisible();
    return group;
  }

  /** A box of a facet that is open. */
  box(facet: string, value: string): Locator {
    return this.page.locator(`details[data-facet=${facet}] [data-value="${value}"] input`);
  }

  chip(facet: string, value: string): Locator {
    return this.root.locator(`[data-chip="${facet}=${value}"]`);
  }

  /** The list that is chosen has come. */
  async settled(): Promise<void> {
    await expect(this.root.locator("[aria-busy=true]")).toHaveCount(0);
  }

  text(key: string, values: Record<string, string | number> = {}): string {
    return text(this.locale, key, values);
  }
}

/** The values of a facet in the page as it was delivered, with how many products each has. */
export async function valuesOf(page: Page, facet: string): Promise<readonly { key: string; count: number }[]> {
  return page
    .locator(`details[data-facet=${facet}] li[data-value]`)
    .evaluateAll((items) =>
      items.map((item) => ({ key: item.dataset.value ?? "", count: Number(item.dataset.count) })),
    );
}
