// Places orders as the checkout does: through the API, from a page of the shop, in the page's language.
import { expect, type Page } from "@playwright/test";
import type { CheckoutResponse, PlacedOrderResponse } from "../../src/api/schema.gen";
import type { Product } from "./catalogue";
import { GUEST } from "./checkout";
import { callApi } from "./network";
import { type Locale, route } from "./texts";

/** A placed order, with the URL of its payment page. */
export type Placed = PlacedOrderResponse;

/** The path of a screen after an order. */
export function outcomePath(locale: Locale, screen: "success" | "paid" | "unpaid", id: string): string {
  return route(locale, `bor.checkout.${screen}`).replace("{id}", id);
}

/** Adds a product to the cart and orders it as a guest, with the payment method of this name. */
export async function placeOrder(page: Page, locale: Locale, product: Product, method: string): Promise<Placed> {
  await page.goto(product.path(locale));
  return orderCart(page, product, method, async () => {
    const { countries } = await call<CheckoutResponse>(page, "GET", "/api/checkout");
    const { email, ...person } = GUEST;
    const none = { salutation_id: null, company: null, additional_line: null, country_state_id: null, phone: null };
    const address = { ...person, ...none, country_id: countries.find(({ iso }) => iso === "NL")?.id };
    const guest = { email, vat_id: null, accept_privacy: true };
    await call(page, "POST", "/api/checkout/guest", { ...guest, billing_address: address, shipping_address: null });
  });
}

/** Adds a product from its page, calls the function that makes the visitor a customer or guest, and orders. */
export async function orderCart(
  page: Page,
  product: Product,
  method: string,
  become: () => Promise<void> = async () => {},
): Promise<Placed> {
  const data = await page.locator("[data-island=buy-box] script[type='application/json']").textContent();
  const { props } = JSON.parse(data ?? "{}") as { props: { product_id: string } };
  await call(page, "POST", "/api/cart/line-items", { product_id: props.product_id, quantity: product.limits.min });
  await become();
  const { payment_methods: methods } = await call<CheckoutResponse>(page, "GET", "/api/checkout");
  const wanted = methods.find(({ name }) => name === method);
  await call(page, "PATCH", "/api/checkout", { payment_method_id: wanted?.id });
  const { cart } = await call<CheckoutResponse>(page, "GET", "/api/checkout");
  return call<Placed>(page, "POST", "/api/orders", {
    idempotency_key: `journey-${crypto.randomUUID()}`,
    cart_hash: cart.hash,
    accept_terms: true,
    comment: null,
  });
}

/** Opens the screen after an order as the checkout does. */
export async function openPlaced(page: Page, locale: Locale, order: Placed): Promise<void> {
  await page.evaluate((placed) => sessionStorage.setItem("vitrine-placed", JSON.stringify(placed)), {
    order_id: order.order_id,
    order_number: order.order_number,
    redirect_url: order.payment.redirect_url,
    payment: order.payment.outcome,
    left: false,
  });
  await page.goto(outcomePath(locale, "success", order.order_id));
}

/** Clicks the button of an outcome on the gateway's page, and returns to the shop. */
export async function decide(
  page: Page,
  outcome: "paid" | "authorized" | "pending" | "cancelled" | "failed" | "expired" | "lapsed",
): Promise<void> {
  await page.locator(`button[name=outcome][value=${outcome}]`).click();
}

async function call<Answer>(page: Page, method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await callApi(page, method, path, body);
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body as Answer;
}
