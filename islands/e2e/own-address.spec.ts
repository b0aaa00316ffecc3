// Orders with a separate delivery address and no salutation: typed by a guest, registered with an account, selected
// from the address book, and stored for the first time.
import type { Page } from "@playwright/test";
import type { CheckoutResponse } from "../src/api/schema.gen";
import { expectNoSidewaysScroll, expectNoViolations } from "./support/accessibility";
import { newEmailAddress, PASSWORD, PERSON } from "./support/account";
import { product } from "./support/catalogue";
import { CheckoutPage, GUEST } from "./support/checkout";
import { callApi } from "./support/network";
import { expect, test, testOfOwnShop } from "./support/shop";
import { Storefront } from "./support/storefront";
import { home, LOCALES, type Locale, text } from "./support/texts";

const GLIDES = product("GLIJDER");
const ELSEWHERE = { ...PERSON, street: "Elders 2", zipcode: "1015 CN", city: "Amsterdam" } as const;
const NONE = { salutation_id: null, company: null, additional_line: null, country_state_id: null, phone: null };

// Guests may order in all locales.
test.use({ shopOptions: { consumerLocales: [...LOCALES] } });

async function read(page: Page): Promise<CheckoutResponse> {
  return (await callApi(page, "GET", "/api/checkout")).body as unknown as CheckoutResponse;
}

/** The salutation list has no selection. */
async function expectNoTitle(checkout: CheckoutPage, name: "delivery" | "billing"): Promise<void> {
  const title = checkout.field(`${name}-salutation_id`);
  await expect(title).toHaveValue("");
  await expect(title.locator("option:checked")).toHaveText(text(checkout.locale, "address.no_salutation"));
}

async function fill(checkout: CheckoutPage, name: string, address: Readonly<Record<string, string>>): Promise<void> {
  for (const [field, value] of Object.entries(address)) await checkout.field(`${name}-${field}`).fill(value);
}

/** From the delivery method to the order, without errors. */
async function orderHere(page: Page, checkout: CheckoutPage): Promise<void> {
  await checkout.keepMethods();
  expect((await read(page)).blockers).toEqual([]);
  await checkout.field("terms").check();
  await checkout.order();
}

/** Registers a customer with different billing and delivery addresses, both without salutation. */
async function registerWithTwo(page: Page, locale: Locale): Promise<string> {
  await page.goto(home(locale));
  const country_id = (await read(page)).countries.find(({ iso }) => iso === "NL")?.id;
  const email = newEmailAddress();
  const { status, body } = await callApi(page, "POST", "/api/account/register", {
    account_type: "private",
    salutation_id: null,
    first_name: PERSON.first_name,
    last_name: PERSON.last_name,
    email,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    vat_id: null,
    accept_privacy: true,
    billing_address: { ...PERSON, ...NONE, country_id },
    shipping_address: { ...ELSEWHERE, ...NONE, country_id },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return email;
}

for (const locale of LOCALES) {
  test(`R-CHK-01 ${locale}: a guest orders with different shipping and billing addresses, without a salutation`, async ({
    page,
  }) => {
    const checkout = new CheckoutPage(page, locale);
    await new Storefront(page, locale).add(GLIDES);
    await checkout.open();
    await checkout.fillDetails();
    await expectNoTitle(checkout, "delivery");
    await checkout.field("same").uncheck();
    await fill(checkout, "billing", ELSEWHERE);
    await expectNoTitle(checkout, "billing");
    await checkout.button("to_delivery").click();
    await expect(checkout.button("to_payment")).toBeVisible();
    const { shipping_address: delivery, billing_address: billing } = await read(page);
    expect([delivery?.street, billing?.street]).toEqual([GUEST.street, ELSEWHERE.street]);
    expect([delivery?.salutation_id, billing?.salutation_id], "shown as none").toEqual([null, null]);
    await orderHere(page, checkout);
  });

  test(`R-CHK-02 ${locale}: an account registered that way can order, and so can an address that it adds`, async ({
    page,
  }) => {
    const checkout = new CheckoutPage(page, locale);
    const storefront = new Storefront(page, locale);
    await registerWithTwo(page, locale);
    await storefront.add(GLIDES);
    await checkout.open();
    await orderHere(page, checkout);
    await storefront.add(GLIDES);
    await checkout.open();
    const address = checkout.section("address");
    await address.getByRole("button", { name: checkout.t("change") }).click();
    await address
      .locator(".radio-card")
      .filter({ hasText: checkout.t("other_address") })
      .click();
    await fill(checkout, "delivery", { ...ELSEWHERE, street: "Elders 4" });
    await expectNoTitle(checkout, "delivery");
    await checkout.button("to_delivery").click();
    await expect(checkout.button("to_payment")).toBeVisible();
    expect((await read(page)).shipping_address?.street).toBe("Elders 4");
    await orderHere(page, checkout);
  });

  testOfOwnShop(
    `R-CHK-03 ${locale}: addresses that were stored without a title before are ordered to`,
    async ({ page, shop }) => {
      const checkout = new CheckoutPage(page, locale);
      const email = await registerWithTwo(page, locale);
      await shop.control("salutations/remove", { email });
      await new Storefront(page, locale).add(GLIDES);
      await checkout.open();
      await expect(page.getByText(text(locale, "cart_errors.salutation-missing-shipping-address"))).toHaveCount(0);
      await orderHere(page, checkout);
      await shop.control("reset");
    },
  );
}

test("a page that requires salutations for two addresses has no error", async ({ page }) => {
  const checkout = new CheckoutPage(page, "nl");
  await new Storefront(page, "nl").add(GLIDES);
  await checkout.open();
  await checkout.field("same").uncheck();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    await expectNoViolations(page);
  }
});
