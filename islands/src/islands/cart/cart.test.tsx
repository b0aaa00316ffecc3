// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../../api/request";
import type { CartOverviewResponse, CartResponse, Visitor } from "../../api/schema.gen";
import { formatMoney } from "../../format";
import { createTranslate } from "../../i18n";
import type { CartProps } from "../../props.gen";
import { createCartStore } from "../../stores/cart";
import { createStore } from "../../stores/create-store";
import { createSessionStore } from "../../stores/session";
import { createToasts } from "../../stores/toasts";
import { cartError, cartOf, euro, heldApi, lineItem, PLANK, RAVEL, settled } from "../../testing/carts";
import { fakeClock } from "../../testing/fake-clock";
import { DUTCH } from "../../testing/messages";
import "./LastSeen";
import { Cart } from "./Cart";
import { uniqueByKey } from "./CartErrors";
import { CartRow } from "./CartRow";
import { type CartScreen, CartScreenProvider } from "./context";
import type { CartKey } from "./messages";
import { createCartOverview } from "./overview";
import { SKELETON_DELAY_MS } from "./states";

beforeEach(() => {
  document.documentElement.lang = "nl-NL";
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const PROPS: CartProps = {
  ordering_allowed: true,
  ways: [{ label: "Nederlands", href: "/winkelwagen", new_tab: false }],
  home_path: "/",
  categories: [{ label: "Meubels", href: "/meubels", new_tab: false }],
  checkout_path: "/checkout",
  promises: [{ label: "Veertien dagen bedenktijd", href: "/retourneren", new_tab: false }],
  help: [{ label: "Showroom Utrecht", href: "/showrooms/utrecht", new_tab: false }],
  image_template: "{url}?width={width}&height={height}&quality={quality}",
};
const GUEST: Visitor = {
  customer: null,
  ordering_allowed: true,
  currency: "EUR",
  tax_status: "gross",
  notice: null,
};

/** Runs an action and waits for its effects. */
const step = (run: () => unknown) =>
  act(async () => {
    run();
    await settled();
  });

function screenOf(
  items: number,
  props: Partial<CartProps>,
  visitor: Visitor,
  more: Partial<CartOverviewResponse> = {},
) {
  const clock = fakeClock();
  const { api, calls } = heldApi();
  const count = createStore(items);
  const cart = createCartStore({ api, clock, count: { get: count.get, set: count.set, publish: count.set } });
  const session = createSessionStore({ getSession: () => Promise.resolve({ ...visitor, item_count: items }) });
  // The overview is one response; the test provides its cart.
  const overview = async () => ({
    cart: await api.getCart(),
    visitor,
    country_id: null,
    delivery_countries: [],
    payment_methods: [],
    ...more,
  });
  const value: CartScreen = {
    props: { ...PROPS, ...props },
    t: createTranslate<CartKey>(DUTCH.cart, "nl-NL"),
    money: (amount) => formatMoney(amount, "nl-NL"),
    cart,
    session,
    overview: createCartOverview(cart, session, overview),
    count,
    toasts: createToasts(clock),
    seen: [{ path: "/producten/ravel", name: "Ravel armstoel", image: "" }],
    go: vi.fn(),
  };
  return { value, calls, clock };
}

function open(
  items: number,
  props: Partial<CartProps> = {},
  visitor: Visitor = GUEST,
  more: Partial<CartOverviewResponse> = {},
) {
  const all = screenOf(items, props, visitor, more);
  render(
    <CartScreenProvider value={all.value}>
      <Cart />
    </CartScreenProvider>,
  );
  return { ...all, pass: (ms: number) => step(() => all.clock.pass(ms)) };
}

async function openWith(cart: CartResponse, visitor: Visitor = GUEST, more: Partial<CartOverviewResponse> = {}) {
  const all = open(cart.item_count || 1, {}, visitor, more);
  await act(settled);
  await act(async () => all.calls[0]?.answer(cart));
  all.calls.length = 0;
  return all;
}

const text = () => (document.body.textContent ?? "").replaceAll("\u00a0", " ");
const row = (id: string) => document.getElementById(`cart-line-${id}`) as HTMLElement;
const click = (name: string) => step(() => fireEvent.click(screen.getByRole("button", { name })));

describe("the cart screen", () => {
  it("R-CART-08 is empty without a request if there is no cart, with links and recently viewed products", async () => {
    const { calls } = open(0);
    await act(settled);
    expect(calls).toHaveLength(0);
    expect(text()).toContain("Er ligt niets in de winkelwagen");
    const way = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
    expect([way("Naar de voorpagina"), way("Meubels"), way("Ravel armstoel")]).toEqual([
      "/",
      "/meubels",
      "/producten/ravel",
    ]);
  });

  it("a quantity above the stock is reported at the row at once, before the change is sent", async () => {
    const { calls } = await openWith(cartOf([lineItem({ quantity: 2, stock: 2 })]));
    expect(document.querySelector(".cart__short")?.textContent).toBe("");
    await click("Meer van Ravel");
    expect(calls).toHaveLength(0);
    expect(document.querySelector(".cart__short")?.textContent).toBe(
      "Van deze 3 liggen er 2 op voorraad; de rest bestellen wij voor u.",
    );
  });

  it("R-CART-08 is empty when the API says so", async () => {
    await openWith(cartOf([]));
    expect(text()).toContain("Er ligt niets in de winkelwagen");
    expect(document.querySelector(".sums")).toBeNull();
  });

  it("LOAD-2 shows a skeleton only after 200 ms", async () => {
    vi.useFakeTimers();
    open(2);
    await act(() => vi.advanceTimersByTimeAsync(SKELETON_DELAY_MS - 1));
    expect(document.querySelector(".cart__skeleton")).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(document.querySelector(".cart__skeleton")?.getAttribute("aria-hidden")).toBe("true");
    expect(text()).toContain("De winkelwagen wordt opgehaald.");
  });

  it("fails with a retry", async () => {
    const { calls } = open(2);
    await act(settled);
    await act(async () => calls[0]?.fail(new ApiError(502, [])));
    expect(document.querySelector(".cart__state[role=alert]")?.textContent).toContain(
      "De winkelwagen laat zich nu niet ophalen",
    );
    await click("Opnieuw proberen");
    await act(async () => calls[1]?.answer(cartOf([lineItem()])));
    expect(row(RAVEL)).not.toBeNull();
  });

  it("R-SESS-03 says that the shop is under maintenance", async () => {
    const { calls } = open(2);
    await act(settled);
    const errors = [{ code: "MAINTENANCE_MODE", title: "t", detail: "d" }];
    await act(async () => calls[0]?.fail(new ApiError(503, errors)));
    expect(text()).toContain("Even dicht voor onderhoud");
    expect(text()).toContain("De winkel is over een paar minuten terug.");
  });

  it("R-HEAD-02 shows reason and alternatives while ordering is closed, and requests no cart", async () => {
    const { calls } = open(2, { ordering_allowed: false }, { ...GUEST, ordering_allowed: false });
    await screen.findByText("Bestellen kan hier niet", { exact: false }, { timeout: 15_000 });
    expect(screen.getByRole("link", { name: "Nederlands" }).getAttribute("href")).toBe("/winkelwagen");
    expect(calls).toHaveLength(0);
  });

  it("R-HEAD-02 opens for a logged-in customer", async () => {
    const { calls } = open(2, { ordering_allowed: false }, { ...GUEST, ordering_allowed: true });
    await act(settled);
    expect(calls.map(({ call }) => call)).toEqual(["get"]);
  });
});

describe("R-CART-07 rows", () => {
  it("show name, options, cover, prices, stock and delivery time", async () => {
    await openWith(cartOf([lineItem({ list_price: euro(139500) })]));
    const line = within(row(RAVEL));
    expect(line.getByRole("link", { name: "Ravel" }).getAttribute("href")).toBe("/producten/ravel");
    expect([...row(RAVEL).querySelectorAll("dt, dd")].map((part) => part.textContent)).toEqual([
      "Stof",
      "Roest",
      "Onderstel",
      "Eiken",
    ]);
    const image = row(RAVEL).querySelector("img") as HTMLImageElement;
    expect(image.getAttribute("src")).toBe("https://images.example/ravel.webp?width=192&height=240&quality=75");
    for (const part of ["€ 1.295,00 per stuk", "€ 1.395,00", "€ 2.590,00", "12 op voorraad", "Levertijd 6-8 weken"]) {
      expect(text()).toContain(part);
    }
    expect(row(RAVEL).querySelector("s")?.textContent).toContain("1.395,00");
    expect(text()).not.toContain("RAVEL-RU-OA");
  });

  it("show the product number to business customers", async () => {
    const customer = { logged_in: true, guest: false, account_type: "business", first_name: "" } as const;
    await openWith(cartOf([lineItem()]));
    expect(text()).not.toContain("RAVEL-RU-OA");
    cleanup();
    await openWith(cartOf([lineItem()]), { ...GUEST, customer });
    expect(text()).toContain("Artikelnummer RAVEL-RU-OA");
  });

  it("flag promotions and downloads", async () => {
    const promotion = lineItem({
      id: "p1",
      kind: "promotion",
      product_id: null,
      label: "Welkom",
      path: null,
      cover: null,
      options: [],
      stackable: false,
      stock: null,
      delivery: [],
      total_price: euro(-1000),
    });
    await openWith(cartOf([promotion, lineItem({ digital: true })]));
    expect(row("p1").querySelector(".cart__flag")?.textContent).toBe("Actie");
    expect(row("p1").querySelector("a")).toBeNull();
    expect(row(RAVEL).querySelector(".cart__flag")?.textContent).toBe("Download");
    expect(text()).toContain("€ -10,00");
  });

  it("R-CART-03 have a stepper with the item's own limits only if they are stackable", async () => {
    const limits = { min: 2, max: 6, step: 2 };
    await openWith(cartOf([lineItem({ limits }), lineItem({ id: PLANK, label: "Plank", stackable: false })]));
    const field = within(row(RAVEL)).getByRole("spinbutton");
    expect([field.getAttribute("aria-valuemin"), field.getAttribute("aria-valuemax")]).toEqual(["2", "6"]);
    expect(within(row(PLANK)).queryByRole("spinbutton")).toBeNull();
    expect(row(PLANK).textContent).toContain("Aantal 2");
  });

  it("R-CART-03 have no stepper if no other quantity can be ordered", async () => {
    const one = lineItem({ quantity: 1, limits: { min: 1, max: 1, step: 1 } });
    await openWith(cartOf([one]));
    expect(within(row(RAVEL)).queryByRole("spinbutton")).toBeNull();
    expect(within(row(RAVEL)).getAllByRole("button")).toHaveLength(1);
    cleanup();
    // A quantity above the maximum can still be changed.
    await openWith(cartOf([{ ...one, quantity: 2 }]));
    expect(within(row(RAVEL)).getByRole("spinbutton")).toBeTruthy();
  });

  it.each([
    ["a discount", { kind: "promotion", stackable: false, removable: false, product_id: null }],
    ["a line of an extension", { kind: "other", stackable: false, removable: false, product_id: null }],
  ] as const)("%s that is fixed has no control at all", async (_, fixed) => {
    const child = lineItem({ id: PLANK, label: "Plank", stackable: true, removable: true });
    await openWith(cartOf([lineItem({ ...fixed, children: [{ ...child, children: [] }] })]));
    const line = row(RAVEL);
    expect(within(line).queryAllByRole("button")).toHaveLength(0);
    expect(within(line).queryAllByRole("spinbutton")).toHaveLength(0);
    expect(line.textContent).toContain("Plank");
  });

  it("R-CART-07 show what is inside of a container below it, at any depth, without controls of its own", async () => {
    const screws = lineItem({ id: "c3".repeat(16), label: "Schroef", quantity: 8, options: [] });
    const rail = lineItem({ id: "c2".repeat(16), label: "Rail", quantity: 2, options: [], children: [screws] });
    await openWith(cartOf([lineItem({ quantity: 1, children: [rail] })], { item_count: 1 }));
    expect(document.querySelectorAll(".cart__row")).toHaveLength(1);
    expect([...row(RAVEL).querySelectorAll("li")].map((part) => part.firstChild?.textContent)).toEqual([
      "2 × Rail",
      "8 × Schroef",
    ]);
    expect(within(row(RAVEL)).getByText("8 × Schroef").parentElement?.closest("li")?.textContent).toContain("2 × Rail");
    expect(within(row(RAVEL)).getAllByRole("spinbutton")).toHaveLength(1);
    expect(text()).toContain("1 artikel");
  });

  it("say that the price is on request if there is none, and show no amount", async () => {
    await openWith(cartOf([lineItem({ unit_price: null, total_price: null })]));
    expect(row(RAVEL).querySelector(".cart__prices")?.textContent).toBe("prijs op aanvraag");
  });

  it("R-CART-04 can be removed only if they are removable", async () => {
    await openWith(cartOf([lineItem(), lineItem({ id: PLANK, label: "Plank", removable: false })]));
    expect(screen.getByRole("button", { name: "Verwijderen: Ravel" })).toBeDefined();
    expect(screen.queryByRole("button", { name: "Verwijderen: Plank" })).toBeNull();
  });

  it("R-CART-09 without an item throw in development", () => {
    const { value } = screenOf(1, {}, GUEST);
    vi.spyOn(console, "error").mockImplementation(() => {});
    const bare = () =>
      render(
        <CartScreenProvider value={value}>
          <CartRow
            item={undefined}
            edit={undefined}
            failure={undefined}
            faults={[]}
            locked={false}
            showNumber={false}
            onRemove={() => {}}
          />
        </CartScreenProvider>,
      );
    expect(bare).toThrow(/cart island: CartRow.*cart item is missing/);
  });
});

describe("changes", () => {
  it("R-CART-02 sends after the delay, locks the row meanwhile, dims the totals, announces the response", async () => {
    const { calls, pass } = await openWith(cartOf([lineItem()]));
    await click("Meer van Ravel");
    expect(document.querySelector(".sums")?.getAttribute("aria-busy")).toBe("true");
    expect(row(RAVEL).hasAttribute("aria-busy")).toBe(false);
    await pass(800);
    expect(calls.map(({ call }) => call)).toEqual([`change ${RAVEL} 3`]);
    expect(row(RAVEL).getAttribute("aria-busy")).toBe("true");
    expect((screen.getByRole("spinbutton") as HTMLInputElement).readOnly).toBe(true);
    await act(async () => calls[0]?.answer(cartOf([lineItem({ quantity: 3 })], { total: euro(389195) })));
    expect(row(RAVEL).hasAttribute("aria-busy")).toBe(false);
    expect(text()).toContain("Winkelwagen bijgewerkt: 3 artikelen, totaal € 3.891,95.");
  });

  it("R-CART-06 a failed change restores the quantity and shows each detail as an error toast", async () => {
    const { calls, pass } = await openWith(cartOf([lineItem()]));
    await click("Meer van Ravel");
    await pass(800);
    const errors = ["Te veel.", "Nog 2 over."].map((detail) => ({ code: "CART_REJECTED", title: "t", detail }));
    await act(async () => calls[0]?.fail(new ApiError(409, errors)));
    expect((screen.getByRole("spinbutton") as HTMLInputElement).value).toBe("2");
    expect(document.querySelector(".toasts [role=alert]")?.textContent).toContain("Te veel.");
    expect([...row(RAVEL).querySelectorAll(".cart__failure li")].map((item) => item.textContent)).toEqual([
      "Te veel.",
      "Nog 2 over.",
    ]);
    await pass(3300);
    expect(document.querySelector(".toasts [role=alert]")?.textContent).toContain("Nog 2 over.");
    await pass(3300);
    expect(document.querySelector(".toasts [role=alert]")?.textContent).toBe("");
  });

  it("CART-7 a removed line leaves a focused undo button, which restores it", async () => {
    const { calls } = await openWith(cartOf([lineItem({ quantity: 3 })]));
    await click("Verwijderen: Ravel");
    expect(row(RAVEL).getAttribute("aria-busy")).toBe("true");
    await act(async () => calls[0]?.answer(cartOf([])));
    expect(text()).toContain("Ravel is verwijderd.");
    expect(text()).toContain("Er ligt niets in de winkelwagen");
    const undo = screen.getByRole("button", { name: "Ongedaan maken: Ravel terugleggen" });
    expect(document.activeElement).toBe(undo);
    await click("Ongedaan maken: Ravel terugleggen");
    expect(calls[1]?.call).toBe(`add ${RAVEL} 3`);
    await act(async () => calls[1]?.answer(cartOf([lineItem({ quantity: 3 })])));
    expect(row(RAVEL)).not.toBeNull();
    expect(text()).not.toContain("verwijderd");
  });

  it("a failed removal keeps the line and shows an error", async () => {
    const { calls } = await openWith(cartOf([lineItem()]));
    await click("Verwijderen: Ravel");
    await act(async () => calls[0]?.fail(new ApiError(429, [])));
    expect(row(RAVEL).hasAttribute("aria-busy")).toBe(false);
    expect(document.querySelector(".toasts [role=alert]")?.textContent).toContain("Ravel kon niet worden verwijderd.");
  });
});

describe("R-CART-05 totals", () => {
  const sums = () =>
    [...document.querySelectorAll(".sums__row")].map((sum) => (sum.textContent ?? "").replaceAll("\u00a0", " "));

  it("show subtotal, shipping with its method, tax and total", async () => {
    await openWith(cartOf([lineItem()]));
    expect(sums()).toEqual([
      "Subtotaal€ 2.590,00",
      "Verzending, Standaard€ 6,95",
      "Totaal incl. btw€ 2.596,95",
      "Waarvan btw 21%€ 450,71",
    ]);
    expect(text()).toContain("2 artikelen");
  });

  // Shopware's total of net prices includes taxes; the subtotal does not.
  it.each([
    ["gross", "Subtotaal", "Totaal incl. btw"],
    ["net", "Subtotaal excl. btw", "Totaal incl. btw"],
    ["tax-free", "Subtotaal", "Totaal zonder btw"],
  ] as const)("label a %s cart: %s, %s", async (tax_status, subtotal, total) => {
    await openWith(cartOf([lineItem({ quantity: 1 })], { tax_status }));
    const label = (sum: string) => document.querySelector(`[data-sum=${sum}] dt`)?.textContent;
    expect(label("subtotal")).toBe(subtotal);
    expect(label("total")).toBe(total);
    expect(document.querySelector(".cart__order-total")?.textContent).toContain(total);
    expect(document.querySelector(".cart__count")?.textContent).toBe("1 artikel");
  });

  it("have no shipping row if nothing is shipped", async () => {
    await openWith(cartOf([lineItem()], { shipping: null }));
    expect(sums().join()).not.toContain("Verzending");
  });

  it.each([
    [2, "Afronding€ 0,02"],
    [-2, "Afronding€ -0,02"],
  ])("have a row for cash rounding above the total: %i", async (minor, rounding) => {
    await openWith(cartOf([lineItem()], { rounding: euro(minor) }));
    expect(sums().slice(1, 4)).toEqual(["Verzending, Standaard€ 6,95", rounding, "Totaal incl. btw€ 2.596,95"]);
  });
});

describe("law §1: before the order", () => {
  it("delivery countries, the cart's own first, payment methods and visitor come with the cart", async () => {
    const names = { a: "België", b: "Nederland", c: "Duitsland" };
    const { value, calls } = await openWith(cartOf([lineItem()]), GUEST, {
      country_id: "b",
      delivery_countries: Object.entries(names).map(([id, name]) => ({ id, name })),
      payment_methods: ["iDEAL", "Op rekening"],
    });
    expect(text()).toContain("Nederland, België en Duitsland");
    expect(text()).toContain("iDEAL en Op rekening");
    expect(value.session.get()).toEqual({ status: "ready", session: GUEST });
    expect(calls).toHaveLength(0);
  });

  it("a country without delivery is not listed, even if the cart is calculated for it", async () => {
    await openWith(cartOf([lineItem()]), GUEST, { country_id: "x", delivery_countries: [{ id: "a", name: "België" }] });
    expect(text()).toContain("België");
    expect(text()).not.toContain("Berekend voor bezorging");
  });
});

describe("the link to the checkout", () => {
  it("is hidden for an error that must be resolved here, and stays for one that only the checkout can resolve", async () => {
    const blocking = (message_key: string) => cartError({ key: message_key, message_key, blocks_order: true });
    await openWith(cartOf([lineItem()], { errors: [blocking("product-out-of-stock")] }));
    expect(screen.queryByRole("link", { name: "Verder naar afrekenen" })).toBeNull();
    expect(text()).toContain("Afrekenen kan zodra is opgelost wat hierboven staat.");
    for (const key of ["shipping-method-blocked", "payment-method-blocked", "billing-address-invalid"]) {
      cleanup();
      await openWith(cartOf([lineItem()], { errors: [blocking(key)] }));
      expect(screen.getByRole("link", { name: "Verder naar afrekenen" }).getAttribute("href")).toBe("/checkout");
    }
  });

  it("is hidden while there is no checkout page", async () => {
    const { calls } = open(2, { checkout_path: null });
    await act(settled);
    await act(async () => calls[0]?.answer(cartOf([lineItem()])));
    expect(screen.queryByRole("link", { name: "Verder naar afrekenen" })).toBeNull();
  });
});

describe("R-CART-06 cart errors", () => {
  it("are the first of each key", () => {
    const errors = [
      cartError({ key: "a", message: "1" }),
      cartError({ key: "b", message: "2" }),
      cartError({ key: "a", message: "3" }),
    ];
    expect(uniqueByKey(errors).map(({ message }) => message)).toEqual(["1", "2"]);
  });

  it("are listed once each in the red box, linked to their line; notices separately", async () => {
    const errors = [
      cartError({ key: `product-stock-reached${RAVEL}`, message: "Nog 2." }),
      cartError({ key: `product-stock-reached${RAVEL}`, message: "Nog 2." }),
      cartError({ key: "promotion-discount-added", level: "notice", message: "Korting toegepast." }),
    ];
    await openWith(cartOf([lineItem()], { errors }));
    const box = document.querySelector(".cart__errors") as HTMLElement;
    expect(within(box).getAllByRole("listitem")).toHaveLength(1);
    expect(within(box).getByRole("link", { name: "Nog 2." }).getAttribute("href")).toBe(`#cart-line-${RAVEL}`);
    expect(document.querySelector(".cart__notices")?.textContent).toBe("Korting toegepast.");
  });

  it("R-CART-08 have our own text for a product that could not be fetched", async () => {
    const errors = [cartError({ key: "x", message_key: "cart.product_fetching_error", message: "raw" })];
    await openWith(cartOf([lineItem()], { errors }));
    expect(text()).toContain("Een product in de winkelwagen kon niet worden opgehaald.");
    expect(text()).not.toContain("raw");
  });

  it("CART-10 get the focus when they appear after a change, not when the page opens with them", async () => {
    const { calls, pass } = await openWith(cartOf([lineItem()]));
    await click("Meer van Ravel");
    await pass(800);
    await act(async () => calls[0]?.answer(cartOf([lineItem({ quantity: 3 })], { errors: [cartError()] })));
    expect(document.activeElement).toBe(document.querySelector(".cart__errors"));
    cleanup();
    await openWith(cartOf([lineItem()], { errors: [cartError()] }));
    expect(document.activeElement).toBe(document.body);
  });
});
