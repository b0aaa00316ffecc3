// Customers of the shop and their orders, made by the API from a page of the shop: each journey has its own.
import { expect, type Page } from "@playwright/test";
import type { CheckoutResponse, RegisterResponse } from "../../src/api/schema.gen";
import { PASSWORD, PERSON, stranger } from "./account";
import type { Product } from "./catalogue";
import { callApi } from "./network";
import { orderCart, type Placed } from "./orders";
import { type Locale, route } from "./texts";

export type Customer = { readonly email: string; readonly password: string };

/** A consumer with an account and no orders, logged in in this browser. */
export async function becomeCustomer(page: Page, locale: Locale): Promise<Customer> {
  await page.goto(route(locale, "bor.auth.login"));
  const { countries } = await get<CheckoutResponse>(page, "/api/checkout");
  const none = { salutation_id: null, company: null, additional_line: null, country_state_id: null, phone: null };
  const address = { ...PERSON, ...none, country_id: countries.find(({ iso }) => iso === "NL")?.id };
  const email = stranger();
  const { body, status } = await callApi(page, "POST", "/api/account/register", {
    account_type: "private",
    salutation_id: null,
    first_name: PERSON.first_name,
    last_name: PERSON.last_name,
    email,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    vat_id: null,
    accept_privacy: true,
    billing_address: address,
    shipping_address: null,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  expect((body as unknown as RegisterResponse).outcome).toBe("logged-in");
  return { email, password: PASSWORD };
}

/** Logs a customer of the demo in. */
export async function logIn(page: Page, locale: Locale, { email, password }: Customer): Promise<void> {
  await page.goto(route(locale, "bor.auth.login"));
  const { status, body } = await callApi(page, "POST", "/api/account/login", { email, password });
  expect(status, JSON.stringify(body)).toBe(200);
}

/** Orders a product as the customer who is logged in, by the payment method of this name. */
export async function orderAsCustomer(page: Page, locale: Locale, product: Product, method: string): Promise<Placed> {
  await page.goto(product.path(locale));
  return orderCart(page, product, method);
}

async function get<Answer>(page: Page, path: string): Promise<Answer> {
  const { status, body } = await callApi(page, "GET", path);
  expect(status, path).toBe(200);
  return body as Answer;
}
