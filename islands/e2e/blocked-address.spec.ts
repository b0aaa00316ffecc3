// An account address that the shop no longer accepts: the reason is shown next to it, and it can be changed in place.
import type { Page } from "@playwright/test";
import type { CheckoutResponse } from "../src/api/schema.gen";
import { expectNoSidewaysScroll, expectNoViolations } from "./support/accessibility";
import { newEmailAddress, PASSWORD, PERSON } from "./support/account";
import { product } from "./support/catalogue";
import { CheckoutPage } from "./support/checkout";
import { callApi } from "./support/network";
import { expect, testOfOwnServer as test } from "./support/shop";
import { Storefront } from "./support/storefront";
import { home } from "./support/texts";

const GLIDES = product("GLIJDER");
const NONE = { salutation_id: null, company: null, additional_line: null, country_state_id: null, phone: null };
const STATES = {
  NL: { code: "NL-NH", name: "Noord-Holland" },
  DE: { code: "DE-NW", name: "Nordrhein-Westfalen" },
} as const;
const IN_GERMANY = { first_name: "Noor", last_name: "Visser", street: "Markt 1", zipcode: "47533", city: "Kleve" };

test.afterEach(({ shop }) => shop.control("reset"));

// The server caches the countries, so that it first reads them with the states that are required later.
test.beforeEach(async ({ shop }) => {
  for (const iso of ["NL", "DE"] as const) {
    await shop.control("countries", { iso, states: [STATES[iso]], state_shown: true, state_required: false });
  }
});

/** Registers a customer in the Netherlands with the given billing and shipping countries. */
async function become(page: Page, { billing = "NL", shipping }: { billing?: string; shipping?: string }) {
  await page.goto(home("nl"));
  const { countries } = (await callApi(page, "GET", "/api/checkout")).body as unknown as CheckoutResponse;
  const at = (iso: string) => ({
    ...(iso === "NL" ? PERSON : IN_GERMANY),
    ...NONE,
    country_id: countries.find((one) => one.iso === iso)?.id,
  });
  const { status, body } = await callApi(page, "POST", "/api/account/register", {
    account_type: "private",
    salutation_id: null,
    first_name: "Noor",
    last_name: "Visser",
    email: newEmailAddress(),
    password: PASSWORD,
    password_confirmation: PASSWORD,
    vat_id: null,
    accept_privacy: true,
    billing_address: at(billing),
    shipping_address: shipping === undefined ? null : at(shipping),
  });
  expect(status, JSON.stringify(body)).toBe(200);
}

const inAddress = (checkout: CheckoutPage) => checkout.section("address");

/** Runs axe and checks that nothing scrolls horizontally. */
async function look(page: Page): Promise<void> {
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    await expectNoViolations(page);
  }
}

test("R-CHK-02 an address without its required state is completed in place, under its own id", async ({
  page,
  shop,
}) => {
  const checkout = new CheckoutPage(page, "nl");
  await become(page, {});
  await new Storefront(page, "nl").add(GLIDES);
  await shop.control("countries", { iso: "NL", state_required: true });
  await checkout.open();
  // Its section is open, because it blocks the order.
  const edit = page.getByRole("group", { name: checkout.t("change_address") });
  await expect(edit).toBeVisible();
  await expect(edit.locator("[data-error], .field__error, .field-error").first()).toBeVisible();
  await expect(checkout.field("delivery-street")).toHaveValue(PERSON.street);
  await expect(inAddress(checkout).getByRole("radio", { checked: true })).not.toHaveValue("other");
  await look(page);
  const state = checkout.field("delivery-country_state_id");
  // Saved without changes, the address is still refused.
  const saved = page.waitForResponse("**/api/addresses/*");
  await checkout.button("to_delivery").click();
  await saved;
  await expect(edit).toBeVisible();
  await state.selectOption({ label: STATES.NL.name });
  await checkout.button("to_delivery").click();
  await expect(checkout.button("to_payment")).toBeVisible();
  const { addresses } = (await callApi(page, "GET", "/api/checkout")).body as unknown as CheckoutResponse;
  expect(addresses).toHaveLength(1);
  await checkout.keepMethods();
  await checkout.field("terms").check();
  await checkout.order();
});

test("R-CHK-02 a separate shipping address in a country without delivery is edited in place; choosing another card works too", async ({
  page,
  shop,
}) => {
  const checkout = new CheckoutPage(page, "nl");
  await become(page, { shipping: "DE" });
  await new Storefront(page, "nl").add(GLIDES);
  await shop.control("countries", { iso: "DE", shippable: false });
  await checkout.open();
  const edit = page.getByRole("group", { name: checkout.t("change_address") });
  await expect(checkout.field("delivery-street")).toHaveValue(IN_GERMANY.street);
  // The other address of the address book can be delivered to.
  await inAddress(checkout).locator(".radio-card").filter({ hasText: PERSON.street }).click();
  await expect(edit).toHaveCount(0);
  await inAddress(checkout).locator(".radio-card").filter({ hasText: IN_GERMANY.street }).click();
  await expect(checkout.field("delivery-street")).toHaveValue(IN_GERMANY.street);
  await look(page);
  await checkout.field("delivery-country_id").selectOption({ label: "Nederland" });
  await checkout.field("delivery-zipcode").fill("1012 WX");
  await checkout.field("delivery-city").fill("Amsterdam");
  await checkout.button("to_delivery").click();
  await expect(checkout.button("to_payment")).toBeVisible();
  const answer = (await callApi(page, "GET", "/api/checkout")).body as unknown as CheckoutResponse;
  expect(answer.shipping_address?.street).toBe(IN_GERMANY.street);
  expect(answer.addresses).toHaveLength(2);
});

test("R-CHK-02 of two addresses the billing address is edited in place, and the shipping address stays", async ({
  page,
  shop,
}) => {
  const checkout = new CheckoutPage(page, "nl");
  await become(page, { billing: "DE", shipping: "NL" });
  await new Storefront(page, "nl").add(GLIDES);
  await shop.control("countries", { iso: "DE", state_required: true });
  await checkout.open();
  const edit = page.getByRole("group", { name: checkout.t("change_billing_address") });
  await expect(edit).toBeVisible();
  await expect(page.getByRole("group", { name: checkout.t("change_address") })).toHaveCount(0);
  await expect(checkout.field("billing-street")).toHaveValue(IN_GERMANY.street);
  await look(page);
  await checkout.field("billing-country_state_id").selectOption({ label: STATES.DE.name });
  await checkout.button("to_delivery").click();
  await expect(checkout.button("to_payment")).toBeVisible();
  const answer = (await callApi(page, "GET", "/api/checkout")).body as unknown as CheckoutResponse;
  expect(answer.shipping_address?.street).toBe(PERSON.street);
  expect(answer.billing_address?.country_state_id).not.toBeNull();
});
