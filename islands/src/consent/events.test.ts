// @vitest-environment jsdom
// R-UI-08: commerce events of the API's answers, in the order of a purchase.
import { describe, expect, it } from "vitest";
import { cartOf, lineItem, PLANK, RAVEL } from "../testing/carts";
import { checkoutOf } from "../testing/checkouts";
import { createEvents } from "./events";

const ravel = (quantity: number) => lineItem({ id: RAVEL, product_id: RAVEL, product_number: "RAVEL", quantity });
const plank = lineItem({ id: PLANK, product_id: PLANK, product_number: "PLANK", quantity: 1 });

/** Tells answers by URL; returns the names of the events with the number and quantity of each item. */
function listening() {
  const eventsOf = createEvents();
  return (url: string, answer: unknown, body?: unknown) =>
    eventsOf({ is: "answer", call: { url, body }, answer }).map((event) => {
      const items = "ecommerce" in event ? event.ecommerce.items : [];
      return [event.event, ...items.map(({ item_id, quantity }) => `${item_id} ${quantity}`)];
    });
}

describe("R-UI-08 events of the cart", () => {
  it("tells what was added where no cart was read before", () => {
    const tell = listening();
    const added = { product_id: RAVEL, quantity: 2 };
    expect(tell("/api/cart/line-items", cartOf([plank, ravel(5)]), added)).toEqual([["add_to_cart", "RAVEL 2"]]);
  });

  it("tells the difference between two answers, and nothing for a read", () => {
    const tell = listening();
    expect(tell("/api/cart", cartOf([plank, ravel(1)]))).toEqual([]);
    expect(tell("/api/cart/line-items/{id}", cartOf([plank, ravel(3)]), { quantity: 3 })).toEqual([
      ["add_to_cart", "RAVEL 2"],
    ]);
    expect(tell("/api/cart/line-items/{id}", cartOf([ravel(1)]))).toEqual([["remove_from_cart", "PLANK 1", "RAVEL 2"]]);
    expect(tell("/api/cart", cartOf([]))).toEqual([]);
  });

  it.each([null, undefined, [], {}, { cart: null }, { checkout: null }])("ignores the answer %j", (answer) => {
    const tell = listening();
    for (const url of ["/api/cart/line-items", "/api/checkout", "/api/orders", "/api/session"])
      expect(tell(url, answer), url).toEqual([]);
  });
});

describe("R-UI-08 events of the checkout", () => {
  it("begins once, and tells the order with the cart that was read last", () => {
    const tell = listening();
    const checkout = (quantity: number) => checkoutOf({ cart: cartOf([ravel(quantity)]) });
    expect(tell("/api/checkout", checkout(1))).toEqual([["begin_checkout", "RAVEL 1"]]);
    expect(tell("/api/checkout", { outcome: "changed", checkout: checkout(2) })).toEqual([]);
    expect(tell("/api/checkout", checkout(2))).toEqual([]);
    expect(tell("/api/orders", { order_id: "1", order_number: "10001" })).toEqual([["purchase", "RAVEL 2"]]);
    expect(tell("/api/orders", { orders: [] }), "the list of orders").toEqual([]);
  });
});
