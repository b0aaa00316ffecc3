// Specification, section 5: "Required fields show a red asterisk", in forms, checkout, account and withdrawal.
import type { Page } from "@playwright/test";
import { product } from "./support/catalogue";
import { CheckoutPage } from "./support/checkout";
import { inTurn } from "./support/in-turn";
import { expect, test } from "./support/shop";
import { Storefront } from "./support/storefront";
import { type Locale, route } from "./support/texts";

const CONTACT = { nl: "/contact", en: "/en/contact", de: "/de/kontakt" } as const;

/** The required fields of a screen: by hand, because a screen that marked none would pass else. */
const SCREENS: Readonly<
  Record<string, { readonly required: readonly string[]; open(page: Page, locale: Locale): Promise<unknown> }>
> = {
  form: { required: ["first_name", "email", "message"], open: (page, locale) => page.goto(CONTACT[locale]) },
  checkout: {
    required: ["email", "delivery-first_name", "delivery-street", "delivery-zipcode", "delivery-city"],
    open: async (page, locale) => {
      await new Storefront(page, locale).add(product("GLIJDER"));
      await new CheckoutPage(page, locale).open();
    },
  },
  "registration of an account": {
    required: ["register-email", "register-password", "register-first_name"],
    open: (page, locale) => page.goto(route(locale, "bor.auth.register")),
  },
  withdrawal: {
    required: ["withdrawal-name", "withdrawal-email", "withdrawal-order_number"],
    open: (page, locale) => page.goto(route(locale, "bor.withdrawal")),
  },
};

type Drawn = {
  readonly text: string;
  readonly colour: string;
  readonly ground: string;
  readonly hidden: string | null;
};

/** The mark in the label of a control, as the browser draws it. */
function markOf(page: Page, id: string): Promise<Drawn> {
  return page
    .locator(`label[for="${id}"], label[for$="-${id}"]`)
    .first()
    .locator(".field__mark")
    .evaluate((mark) => {
      let ground = mark as Element | null;
      const opaque = (element: Element) => !/rgba\(.*, 0\)|transparent/.test(getComputedStyle(element).backgroundColor);
      while (ground !== null && !opaque(ground)) ground = ground.parentElement;
      return {
        text: mark.textContent ?? "",
        colour: getComputedStyle(mark).color,
        ground: getComputedStyle(ground ?? document.documentElement).backgroundColor,
        hidden: mark.getAttribute("aria-hidden"),
      };
    });
}

const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);

/** Relative luminance of WCAG 2.2. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = channels(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

// A consumer may order in Dutch only in this shop.
const localesOf = (name: string, index: number) =>
  name === "checkout" ? (["nl"] as const) : inTurn((["nl", "en", "de"] as const)[index % 3] ?? "nl");

for (const [index, [name, screen]] of Object.entries(SCREENS).entries()) {
  for (const locale of localesOf(name, index)) {
    test(`R-FORM-01 required fields have a red asterisk: ${name} (${locale})`, async ({ page }) => {
      await screen.open(page, locale);
      for (const field of screen.required) {
        const label = page.locator(`label[for="${field}"], label[for$="-${field}"]`).first();
        await expect(label.locator(".field__mark"), field).toBeVisible();
        const mark = await markOf(page, field);
        expect(mark, field).toMatchObject({ text: expect.stringMatching(/^\s*\*\s*$/), hidden: "true" });
        const [red = 0, green = 0, blue = 0] = channels(mark.colour);
        expect(red, `${field}: ${mark.colour}`).toBeGreaterThan(150);
        expect(Math.max(green, blue) / red, `${field}: ${mark.colour}`).toBeLessThan(0.25);
        expect(contrast(mark.colour, mark.ground), `${field} on ${mark.ground}`).toBeGreaterThanOrEqual(4.5);
        // Assistive technology hears that the field is required, and no asterisk.
        const control = page.locator(`[id="${await label.getAttribute("for")}"]`);
        expect(await control.evaluate((one) => one.matches(":required, [aria-required=true]")), field).toBe(true);
        await expect(control).not.toHaveAccessibleName(/\*/);
      }
    });
  }
}
