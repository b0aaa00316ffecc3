// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { ApiError } from "../../api/request";
import type { Offer, SessionResponse } from "../../api/schema.gen";
import { createTranslate } from "../../i18n";
import type { BuyBoxProps } from "../../props.gen";
import { createCartStore } from "../../stores/cart";
import { createStore } from "../../stores/create-store";
import type { Added } from "../../stores/item-count";
import { createOfferStore, type OfferState } from "../../stores/offer";
import { createSessionStore } from "../../stores/session";
import { cartError, cartOf, heldApi, lineItem, PLANK, RAVEL, settled } from "../../testing/carts";
import { fakeClock } from "../../testing/fake-clock";
import { DUTCH } from "../../testing/messages";
import { BuyBox } from "./BuyBox";
import type { BuyBoxKey } from "./messages";

afterEach(cleanup);

const PROPS: BuyBoxProps = {
  product_id: RAVEL,
  name: "Ravel",
  price_text: "€ 1.295,00",
  limits: { min: 1, max: 100, step: 1 },
  ordering_allowed: true,
  stock_state: "inStock",
  cart_path: "/winkelwagen",
  ways: [],
};

function open(
  change: Partial<BuyBoxProps> = {},
  typedQuantity: number | null = null,
  session?: SessionResponse,
  offer: OfferState = { status: "pending" },
) {
  const offers = createOfferStore();
  offers.set(offer);
  const { api, calls } = heldApi();
  const counts: number[] = [];
  const added = createStore<Added | null>(null);
  const count = { get: () => 0, set: () => {}, publish: (items: number) => counts.push(items) };
  const getSession = () => (session === undefined ? Promise.reject(new Error("not asked")) : Promise.resolve(session));
  render(
    <BuyBox
      {...PROPS}
      {...change}
      typedQuantity={typedQuantity}
      t={createTranslate<BuyBoxKey>(DUTCH.buyBox, "nl-NL")}
      cart={createCartStore({ api, clock: fakeClock(), count })}
      session={createSessionStore({ getSession })}
      offers={offers}
      locale="nl-NL"
      added={added}
    />,
  );
  return { calls, counts, offers, added };
}

const button = () => document.querySelector("[data-buy]") as HTMLButtonElement;
const press = () =>
  act(async () => {
    fireEvent.click(button());
    await settled();
  });
const outcome = (run: () => Promise<void> | undefined) => act(async () => run());

describe("R-PDP-05 add to cart", () => {
  it("is idle first: the price in the button, both regions present and empty", () => {
    open();
    expect(button().textContent).toBe("In winkelwagen € 1.295,00");
    expect(screen.getByRole("alert").textContent).toBe("");
    expect(document.querySelector(".buy-box__confirmation")?.textContent).toBe("");
  });

  it("is pending at once, not disabled, and ignores a second click", async () => {
    const { calls } = open();
    await press();
    await press();
    expect(calls.map(({ call }) => call)).toEqual([`add ${RAVEL} 1`]);
    expect(button().getAttribute("aria-disabled")).toBe("true");
    expect(button().disabled).toBe(false);
    expect(button().textContent).toContain("Wordt toegevoegd");
  });

  it("confirms with a link to the cart, and updates the header count (R-CART-01)", async () => {
    const { calls, counts, added } = open({}, 3);
    await press();
    expect(calls[0]?.call).toBe(`add ${RAVEL} 3`);
    await outcome(() => calls[0]?.answer(cartOf([lineItem({ quantity: 3 })])));
    const status = document.querySelector(".buy-box__confirmation");
    expect(status?.textContent).toContain("Toegevoegd: Ravel, 3 stuks.");
    expect(status?.textContent).toContain("In de winkelwagen liggen 3 artikelen.");
    expect(screen.getByRole("link", { name: "Naar de winkelwagen" }).getAttribute("href")).toBe("/winkelwagen");
    expect(button().hasAttribute("aria-disabled")).toBe(false);
    expect(counts).toEqual([3]);
    expect(added.get()).toEqual({ productId: RAVEL, name: "Ravel", quantity: 3, itemCount: 3 });
  });

  it("fails next to the button with the API's details, and can be retried", async () => {
    const { calls } = open();
    await press();
    const errors = [{ code: "CART_REJECTED", title: "t", detail: "Dit product is uitverkocht." }];
    await outcome(() => calls[0]?.fail(new ApiError(409, errors)));
    expect(screen.getByRole("alert").textContent).toBe(
      "Er ging iets mis bij het toevoegen van het product.Dit product is uitverkocht.",
    );
    await press();
    expect(calls).toHaveLength(2);
    expect(screen.getByRole("alert").textContent).toBe("");
  });

  it("reports that the shop does not respond", async () => {
    const { calls } = open();
    await press();
    await outcome(() => calls[0]?.fail(new ApiError(0, [])));
    expect(screen.getByRole("alert").textContent).toContain("De winkel antwoordt niet.");
  });

  it("treats a response without the product as a failure, with its causes", async () => {
    const { calls } = open();
    await press();
    const errors = [
      cartError({ key: `product-out-of-stock${RAVEL}`, level: "error", message: "Ravel is uitverkocht." }),
      cartError({ key: `other${PLANK}`, message: "Van Plank is er nog 1." }),
    ];
    await outcome(() => calls[0]?.answer(cartOf([lineItem({ id: PLANK, product_id: PLANK })], { errors })));
    expect(screen.getByRole("alert").textContent).toContain("Ravel is uitverkocht.");
    expect(screen.getByRole("alert").textContent).not.toContain("Plank");
  });

  it("confirms an addition of less than requested, and says so", async () => {
    const { calls } = open();
    await press();
    const errors = [cartError({ key: `product-stock-reached${RAVEL}`, message: "Er zijn er nog maar 3." })];
    await outcome(() => calls[0]?.answer(cartOf([lineItem()], { errors })));
    expect(document.querySelector(".buy-box__confirmation")?.textContent).toContain("Er zijn er nog maar 3.");
  });

  it("enforces the product's limits", () => {
    open({ limits: { min: 2, max: 8, step: 2 } }, 5);
    const field = screen.getByRole("spinbutton") as HTMLInputElement;
    expect([field.value, field.getAttribute("aria-valuemin"), field.getAttribute("aria-valuemax")]).toEqual([
      "4",
      "2",
      "8",
    ]);
  });

  it("shows in place of the button that a product is sold out, with alternatives", () => {
    const ways = [{ label: "Te zien in Utrecht", href: "#showrooms", new_tab: false }];
    open({ stock_state: "outOfStock", ways });
    expect(button()).toBeNull();
    const [sold, ask] = ["Uitverkocht", "Bel of schrijf ons, dan zeggen wij wanneer het er weer is."];
    expect(document.body.textContent).toBe(`${sold}${ask}Te zien in Utrecht`);
    expect(screen.getByRole("link").getAttribute("href")).toBe("#showrooms");
  });
});

describe("R-PDP-03 the offer for this visitor", () => {
  const offer: Offer = {
    product_id: RAVEL,
    numbers: [],
    unit: { price: { minor: 99_000, currency: "EUR" }, list_price: null, lowest_price: null, reference_price: null },
    tiers: [],
    tax_status: "net",
    stock_state: "inStock",
    available_stock: 3,
    restock_days: null,
    delivery_time: null,
    arrival: null,
  };

  it("shows the visitor's own price in the button once loaded", async () => {
    const { offers } = open();
    expect(button().textContent).toBe("In winkelwagen € 1.295,00");
    await act(async () => offers.set({ status: "success", offer }));
    expect(button().textContent).toBe("In winkelwagen €\u00a0990,00");
  });

  it("shows the unit price for the selected quantity (R-PDP-02)", async () => {
    const tier = (from: number, to: number | null, minor: number) => ({
      from,
      to,
      unit: { ...offer.unit, price: { ...offer.unit.price, minor } },
    });
    const { offers } = open({ limits: { min: 1, max: 20, step: 1 } });
    await act(async () =>
      offers.set({
        status: "success",
        offer: { ...offer, tiers: [tier(1, 4, 9000), tier(5, 9, 8000), tier(10, null, 7000)] },
      }),
    );
    const field = screen.getByRole<HTMLInputElement>("spinbutton");
    for (const [quantity, price] of [
      ["1", "90,00"],
      ["4", "90,00"],
      ["5", "80,00"],
      ["9", "80,00"],
      ["10", "70,00"],
      ["20", "70,00"],
    ] as const) {
      fireEvent.change(field, { target: { value: quantity } });
      fireEvent.blur(field);
      expect(button().textContent, quantity).toContain(price);
    }
  });

  it("offers nothing that has sold out, or was removed, since the page was built", async () => {
    const { offers } = open();
    await act(async () => offers.set({ status: "success", offer: { ...offer, stock_state: "outOfStock" } }));
    expect(button()).toBeNull();
    await act(async () => offers.set({ status: "success", offer }));
    expect(button()).not.toBeNull();
    await act(async () => offers.set({ status: "success", offer: null }));
    expect(document.body.textContent).toContain("Uitverkocht");
    expect(button()).toBeNull();
  });

  it("offers options that are back in stock, and blocks nothing without a response (R-PDP-10)", () => {
    open({ stock_state: "outOfStock" }, null, undefined, { status: "success", offer });
    expect(button()).not.toBeNull();
    cleanup();
    open({}, null, undefined, { status: "error" });
    expect(button().textContent).toBe("In winkelwagen € 1.295,00");
  });
});

describe("R-HEAD-02 where ordering is closed", () => {
  const ways = [{ label: "Nederlands", href: "/producten/ravel", new_tab: false }];
  const guest: SessionResponse = {
    customer: null,
    ordering_allowed: false,
    currency: "EUR",
    tax_status: "gross",
    item_count: 0,
    notice: null,
  };

  it("gives the reason and the alternatives", async () => {
    open({ ordering_allowed: false, ways }, null, guest);
    await act(settled);
    expect(document.body.textContent).toContain("Bestellen kan hier niet");
    expect(screen.getByRole("link", { name: "Nederlands" }).getAttribute("href")).toBe("/producten/ravel");
    expect(button()).toBeNull();
  });

  it("is open for a logged-in customer", async () => {
    open({ ordering_allowed: false, ways }, null, { ...guest, ordering_allowed: true });
    await act(settled);
    expect(button()).not.toBeNull();
  });
});
