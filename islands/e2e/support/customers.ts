// Creates customers and orders through the API, from a page of the shop: each test has its own.
import { expect, type Page } from "@playwright/test";
import type { CheckoutResponse, RegisterResponse } from "../../src/api/schema.gen";
import { newEmailAddress, PASSWORD, PERSON } from "./account";
import type { Product } from "./catalogue";
import { callApi } from "./network";
import { orderCart, type Placed } from "./orders";
import { home, type Locale } from "./texts";

export type Customer = { readonly email: string; readonly password: string };

/** Registers a consumer without orders, logged in in this browser. */
export function becomeCustomer(page: Page, locale: Locale): Promise<Customer> {
  return register(page, locale, { account_type: "private", company: null, vat_id: null });
}

/** Like `becomeCustomer`, for a business. */
export function becomeBusiness(
  page: Page,
  locale: Locale,
  business: { readonly company: string; readonly vat_id: string },
): Promise<Customer> {
  return register(page, locale, { account_type: "business", ...business });
}

async function register(
  page: Page,
  locale: Locale,
  {
    company,
    ...account
  }: { readonly account_type: string; readonly company: string | null; readonly vat_id: string | null },
): Promise<Customer> {
  // Not on the login page, which redirects as soon as a customer is logged in.
  await page.goto(home(locale));
  const { countries } = await get<CheckoutResponse>(page, "/api/checkout");
  const none = { salutation_id: null, additional_line: null, country_state_id: null, phone: null };
  const address = { ...PERSON, ...none, company, country_id: countries.find(({ iso }) => iso === "NL")?.id };
  const email = newEmailAddress();
  const { body, status } = await callApi(page, "POST", "/api/account/register", {
    ...account,
    salutation_id: null,
    first_name: PERSON.first_name,
    last_name: PERSON.last_name,
    email,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    accept_privacy: true,
    billing_address: address,
    shipping_address: null,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  expect((body as unknown as RegisterResponse).outcome).toBe("logged-in");
  return { email, password: PASSWORD };
}

/** Logs in a customer of the demo. */
export async function logIn(page: Page, locale: Locale, { email, password }: Customer): Promise<void> {
  // Not on the login page, which redirects as soon as a customer is logged in.
  await page.goto(home(locale));
  const { status, body } = await callApi(page, "POST", "/api/account/login", { email, password });
  expect(status, JSON.stringify(body)).toBe(200);
}

/** Orders a product as the logged-in customer, with the payment method of this name. */
export async function orderAsCustomer(page: Page, locale: Locale, product: Product, method: string): Promise<Placed> {
  await page.goto(product.path(locale));
  return orderCart(page, product, method);
}

async function get<Answer>(page: Page, path: string): Promise<Answer> {
  const { status, body } = await callApi(page, "GET", path);
  expect(status, path).toBe(200);
  return body as Answer;
}
