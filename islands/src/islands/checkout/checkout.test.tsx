// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AddressKey } from "../../address/messages";
import { ApiError } from "../../api/request";
import type { CheckoutResponse } from "../../api/schema.gen";
import type { AuthKey } from "../../auth/messages";
import { formatMoney } from "../../format";
import { createTranslate } from "../../i18n";
import type { CheckoutProps } from "../../props.gen";
import type { Account } from "../../stores/account";
import { createCheckoutStore } from "../../stores/checkout";
import { createLoadingBar } from "../../stores/loading-bar";
import { createMemory } from "../../stores/order-memory";
import { createSessionStore } from "../../stores/session";
import { cartError, cartOf, euro, lineItem, settled } from "../../testing/carts";
import {
  addressOf,
  BE,
  checkoutOf,
  checkoutOfCustomer,
  EXPRESS,
  heldCheckoutApi,
  MAINE,
  US,
} from "../../testing/checkouts";
import { fakeClock } from "../../testing/fake-clock";
import { DUTCH } from "../../testing/messages";
import { Checkout } from "./Checkout";
import { AGAIN_MS, CHECK_DELAYS_MS } from "./Confirmation";
import { type CheckoutScreen, CheckoutScreenProvider } from "./context";
import type { Draft } from "./draft";
import type { CheckoutKey } from "./messages";
import { MAX_TRIES, MAX_TRIES_IN_PROGRESS, RETRY_MS } from "./use-order";

beforeEach(() => {
  document.documentElement.lang = "nl-NL";
  sessionStorage.clear();
  HTMLElement.prototype.scrollIntoView = vi.fn();
  HTMLDialogElement.prototype.showModal = vi.fn();
  HTMLDialogElement.prototype.close = vi.fn();
});
vi.mock("../../api/account.gen", async (original) => ({
  ...(await original<typeof import("../../api/account.gen")>()),
  getAccountRules: () => Promise.resolve({ password_min_length: 8 }),
}));

afterEach(cleanup);

const PROPS: CheckoutProps = {
  ordering_allowed: true,
  ways: [],
  home_path: "/",
  cart_path: "/winkelwagen",
  login_path: null,
  forgot_path: "/wachtwoord-vergeten",
  success_path: "/checkout/order/:id",
  terms_path: "/algemene-voorwaarden",
  withdrawal_path: "/service/retourneren",
  privacy_path: "/privacy",
  guarantee_notice: null,
  phone: { label: "085 000 12 34", href: "tel:+31850001234", new_tab: false },
  image_template: "{url}?width={width}&height={height}&quality={quality}",
};
const t = createTranslate<CheckoutKey | AddressKey | AuthKey>(
  { ...DUTCH.address, ...DUTCH.auth, ...DUTCH.checkout },
  "nl-NL",
);
/** For parts that are loaded when they are needed: not the default second, which a busy machine exceeds. */
const LOADED = { timeout: 15_000 };
const button = (name: string) => screen.getByRole("button", { name });

/** Runs an action and waits for its effects. */
const step = (run: () => unknown) =>
  act(async () => {
    run();
    await settled();
  });

async function open(checkout: CheckoutResponse, props: Partial<CheckoutProps> = {}) {
  const clock = fakeClock();
  const { api, calls } = heldCheckoutApi();
  const leave = vi.fn();
  let keys = 0;
  const account = {
    logIn: vi.fn<Account["logIn"]>(() => Promise.resolve()),
    register: vi.fn<Account["register"]>(() => Promise.resolve("logged-in")),
    confirm: vi.fn<Account["confirm"]>(),
    logOut: vi.fn<Account["logOut"]>(),
  };
  const value: CheckoutScreen = {
    props: { ...PROPS, ...props },
    t,
    money: (amount) => formatMoney(amount, "nl-NL"),
    amountOnButton: true,
    checkout: createCheckoutStore({ api, count: { set: vi.fn(), publish: vi.fn() } }),
    account,
    care: { written: () => null, renew: () => Promise.reject(new ApiError(0, [])) },
    session: createSessionStore({ getSession: () => Promise.reject(new ApiError(0, [])) }),
    bar: createLoadingBar(clock),
    memory: createMemory<Draft>(() => sessionStorage),
    clock,
    newKey: () => `key-of-an-order-${++keys}`,
    leave,
  };
  render(
    <CheckoutScreenProvider value={value}>
      <Checkout />
    </CheckoutScreenProvider>,
  );
  await act(settled);
  await act(async () => calls.shift()?.answer(checkout));
  return { calls, clock, leave, account, memory: value.memory };
}

const field = (id: string) => document.getElementById(id) as HTMLInputElement;
const entered = (id: string) => field(id).value;
const type = (id: string, text: string) => fireEvent.change(field(id), { target: { value: text } });

/** Completes delivery and payment and opens the review. */
async function review(checkout = checkoutOfCustomer(true), props: Partial<CheckoutProps> = {}) {
  const all = await open(checkout, props);
  await step(() => fireEvent.click(button(t("checkout.to_payment"))));
  await step(() => fireEvent.click(button(t("checkout.to_review"))));
  return all;
}

const press = () => step(() => fireEvent.click(button(new RegExp(t("checkout.order_button")) as never)));
const accept = () => step(() => fireEvent.click(screen.getByRole("checkbox")));

describe("R-CHK-03 a deactivated account", () => {
  it("shows this before a selection; others do not", async () => {
    const message = "Uw account is uitgeschakeld.";
    await open(checkoutOfCustomer(false, { blockers: [{ code: "account-inactive", message }] }));
    expect(screen.getByRole("alert").textContent).toBe(message);
    cleanup();
    await open(checkoutOfCustomer(false));
    expect(screen.queryByRole("alert")?.textContent ?? "").toBe("");
  });
});

describe("R-CHK-01 R-CHK-02 addresses", () => {
  it("R-CHK-01 fields that the shop requires of every address are shown from the start, for billing addresses too", async () => {
    await open(checkoutOf());
    expect([field("delivery-additional_line_2"), field("delivery-phone").getAttribute("aria-required")]).toEqual([
      null,
      null,
    ]);
    cleanup();
    await open(checkoutOf({ required_fields: ["additional_line", "additional_line_2", "phone"] }));
    await step(() => fireEvent.click(field("same")));
    for (const address of ["delivery", "billing"])
      for (const name of ["additional_line", "additional_line_2", "phone"])
        expect(field(`${address}-${name}`).getAttribute("aria-required"), `${address} ${name}`).toBe("true");
  });

  it("R-CHK-01 a visitor logs in without losing input, and sees which lines were merged", async () => {
    const { calls, account } = await open(checkoutOf(), { login_path: "/inloggen" });
    type("email", "noor@example.test");
    type("delivery-street", "Spui 3");
    await step(() => fireEvent.click(button(t("auth.log_in"))));
    await screen.findByRole("region", { name: t("auth.log_in") }, LOADED);
    const form = within(screen.getByRole("region", { name: t("auth.log_in") }));
    expect((form.getByLabelText(new RegExp(t("auth.email"))) as HTMLInputElement).value).toBe("noor@example.test");
    type("login-password", "not the right one");
    account.logIn.mockRejectedValueOnce(new ApiError(403, [{ code: "LOGIN_REFUSED", title: "", detail: "Nee." }]));
    await step(() => fireEvent.click(form.getByRole("button", { name: t("auth.log_in") })));
    expect(form.getByRole("alert").textContent).toContain("Nee.");
    expect(entered("login-password")).toBe("not the right one");
    expect(entered("delivery-street")).toBe("Spui 3");
    type("login-password", "correct horse battery");
    await step(() => fireEvent.click(form.getByRole("button", { name: t("auth.log_in") })));
    expect(account.logIn).toHaveBeenLastCalledWith({ email: "noor@example.test", password: "correct horse battery" });
    const earlier = lineItem({ id: "ab".repeat(16), label: "Vloerlamp Zwaai" });
    const customer = checkoutOfCustomer(false, { cart: cartOf([lineItem(), earlier]) });
    // After the refusal the checkout is unchanged; after the login it is the customer's.
    expect(calls.map(({ call }) => call)).toEqual(["get"]);
    await act(async () => calls.shift()?.answer(customer));
    expect(screen.getByText(t("checkout.welcome", { name: "Noor" }))).toBeTruthy();
    expect(screen.getByText(t("checkout.cart_merged", { products: "Vloerlamp Zwaai" }))).toBeTruthy();
    expect(screen.queryByText(t("checkout.have_account"))).toBeNull();
  });

  it("R-CHK-01 a visitor registers with the data of the order and a password", async () => {
    const { calls, account } = await open(checkoutOf());
    const person = { email: "noor@example.test", "delivery-first_name": "Noor", "delivery-last_name": "Visser" };
    const place = { "delivery-street": "Spui 3", "delivery-zipcode": "1012 WX", "delivery-city": "Amsterdam" };
    for (const [field, text] of Object.entries({ ...person, ...place })) type(field, text);
    await step(() => fireEvent.click(screen.getByRole("checkbox", { name: new RegExp(t("checkout.make_account")) })));
    type("account-password", "short");
    await step(() => fireEvent.click(button(t("checkout.to_delivery"))));
    expect(account.register).not.toHaveBeenCalled();
    expect(screen.getByRole("alert").textContent).toContain(t("auth.need_long_password", { count: 8 }));
    type("account-password", "correct horse battery");
    type("account-confirmation", "correct horse battery");
    await step(() => fireEvent.click(button(t("checkout.to_delivery"))));
    expect(account.register).toHaveBeenCalledWith(
      expect.objectContaining({ account_type: "private", first_name: "Noor", password: "correct horse battery" }),
    );
    expect(JSON.stringify(sessionStorage)).not.toContain("correct horse");
    await act(async () => calls.shift()?.answer(checkoutOfCustomer(false)));
    expect(screen.getByText(t("checkout.welcome", { name: "Noor" }))).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it("R-CHK-01 a visitor who must confirm the e-mail address first orders as a guest meanwhile", async () => {
    const { calls, account } = await open(checkoutOf());
    account.register.mockResolvedValueOnce("confirm-email");
    const person = { email: "noor@example.test", "delivery-first_name": "Noor", "delivery-last_name": "Visser" };
    const place = { "delivery-street": "Spui 3", "delivery-zipcode": "1012 WX", "delivery-city": "Amsterdam" };
    for (const [field, text] of Object.entries({ ...person, ...place })) type(field, text);
    await step(() => fireEvent.click(screen.getByRole("checkbox", { name: new RegExp(t("checkout.make_account")) })));
    for (const field of ["account-password", "account-confirmation"]) type(field, "correct horse battery");
    await step(() => fireEvent.click(button(t("checkout.to_delivery"))));
    await act(async () => calls.shift()?.answer(checkoutOf()));
    const guest = calls.shift();
    expect(guest?.call).toBe("guest");
    await act(async () => guest?.answer({ checkout: checkoutOfCustomer(true) }));
    expect(screen.getByText(t("checkout.account_mail", { email: "noor@example.test" }))).toBeTruthy();
  });

  it("R-CHK-01 a guest who must confirm the e-mail address waits, has the mail resent, and continues with the input", async () => {
    const { calls, clock, memory } = await open(checkoutOf());
    const person = { email: "noor@example.test", "delivery-first_name": "Noor", "delivery-last_name": "Visser" };
    const place = { "delivery-street": "Spui 3", "delivery-zipcode": "1012 WX", "delivery-city": "Amsterdam" };
    for (const [field, text] of Object.entries({ ...person, ...place })) type(field, text);
    await step(() => fireEvent.click(button(t("checkout.to_delivery"))));
    const pending = (waiting: string) => ({ outcome: "confirm-email", waiting, checkout: checkoutOf() });
    await act(async () => calls.shift()?.answer(pending("secret-1")));
    await vi.waitFor(() => screen.getByText(t("checkout.confirm_title")), LOADED);
    expect(screen.getByText(t("checkout.confirm_text", { email: "noor@example.test" }))).toBeTruthy();
    expect(memory.draft()).toMatchObject({
      mailed: "noor@example.test",
      waiting: "secret-1",
      email: "noor@example.test",
    });
    expect(screen.queryByRole("button", { name: t("checkout.confirm_again") })).toBeNull();

    await step(() => clock.pass(CHECK_DELAYS_MS[0] ?? 0));
    for (const milliseconds of [0, AGAIN_MS]) {
      await step(() => clock.pass(milliseconds));
      expect(calls, "one at a time").toHaveLength(1);
      const look = calls.shift();
      expect(look).toMatchObject({ call: "go-on", body: { waiting: "secret-1" } });
      await act(async () => look?.answer({ checkout: checkoutOf() }));
    }
    await step(() => fireEvent.click(button(t("checkout.confirm_again"))));
    const again = calls.find(({ call }) => call === "guest");
    expect(again).toMatchObject({ body: { email: "noor@example.test", billing_address: { street: "Spui 3" } } });
    calls.length = 0;
    await act(async () => again?.answer(pending("secret-2")));
    expect(screen.getByText(t("checkout.confirm_sent", { email: "noor@example.test" }))).toBeTruthy();

    // Confirmed on another device.
    await step(() => fireEvent.click(button(t("checkout.confirm_check"))));
    const look = calls.find(({ call }) => call === "go-on");
    expect(look).toMatchObject({ body: { waiting: "secret-2" } });
    await act(async () => look?.answer({ checkout: checkoutOfCustomer(true) }));
    expect(screen.queryByText(t("checkout.confirm_title"))).toBeNull();
    expect(screen.getByRole("heading", { name: new RegExp(t("checkout.delivery")) })).toBeTruthy();
    expect(memory.draft()).toMatchObject({ mailed: null, waiting: null });
  });

  it("ADDR-22 shows the address book as cards with another address last, and ships to the selected one", async () => {
    const home = addressOf();
    const office = addressOf({ id: "42".repeat(16), first_name: "Kantoor", street: "Kade 9" });
    const known = checkoutOfCustomer(false, { addresses: [home, office] });
    const { calls } = await open(known);
    await step(() => fireEvent.click(button(t("checkout.change_section", { section: t("checkout.address") }))));
    await screen.findAllByRole("radio");
    const cards = screen.getAllByRole("radio");
    expect(cards.map((card) => (card as HTMLInputElement).checked)).toEqual([true, false, false]);
    expect(cards.at(-1)).toBe(screen.getByRole("radio", { name: t("checkout.other_address") }));
    await step(() => fireEvent.click(screen.getByRole("radio", { name: "Kantoor Visser" })));
    expect(calls.shift()).toMatchObject({ call: "change", body: { shipping_address_id: office.id } });
  });

  it("adds a new one to the address book", async () => {
    const { calls } = await open(checkoutOfCustomer(false, { addresses: [addressOf()] }));
    await step(() => fireEvent.click(button(t("checkout.change_section", { section: t("checkout.address") }))));
    await step(() => fireEvent.click(screen.getByRole("radio", { name: t("checkout.other_address") })));
    await step(() => fireEvent.change(screen.getByLabelText(/^Straat/), { target: { value: "Kade 9" } }));
    await step(() => fireEvent.click(button(t("checkout.to_delivery"))));
    expect(calls[0]).toMatchObject({ call: "address", body: { street: "Kade 9", last_name: "Visser" } });
  });

  it("offers no delivery country to which nothing is shipped", async () => {
    await open(checkoutOf());
    const countries = within(screen.getByLabelText(/^Land/)).getAllByRole("option");
    expect(countries.map(({ textContent }) => textContent)).toEqual(["Nederland", "Verenigde Staten"]);
    await step(() => fireEvent.click(screen.getByRole("checkbox", { name: t("checkout.billing_same") })));
    const billing = screen.getAllByLabelText(/^Land/)[1] as HTMLSelectElement;
    await step(() => fireEvent.change(billing, { target: { value: BE } }));
    expect(billing.value).toBe(BE);
  });

  it("requires a state if the country has some", async () => {
    await open(checkoutOf());
    expect(screen.queryByLabelText(/^Provincie/)).toBeNull();
    await step(() => fireEvent.change(screen.getByLabelText(/^Land/), { target: { value: US } }));
    expect(screen.getByLabelText(/^Provincie/).getAttribute("aria-required")).toBe("true");
    await step(() => fireEvent.click(button(t("checkout.to_delivery"))));
    expect(screen.getByRole("link", { name: t("address.need_state") })).toBeDefined();
    await step(() => fireEvent.change(screen.getByLabelText(/^Provincie/), { target: { value: MAINE } }));
    expect(screen.queryByRole("link", { name: t("address.need_state") })).toBeNull();
  });

  it("FORM-2 shows an API error at its field until the field is changed", async () => {
    const { calls } = await open(checkoutOf());
    const typed: readonly [RegExp, string][] = [
      [/^E-mail/, "noor@example.test"],
      [/^Voornaam/, "Noor"],
      [/^Achternaam/, "Visser"],
      [/^Straat/, "Spui 3"],
      [/^Postcode/, "1012wx"],
      [/^Plaats/, "Amsterdam"],
    ];
    for (const [label, value] of typed)
      await step(() => fireEvent.change(screen.getByLabelText(label), { target: { value } }));
    await step(() => fireEvent.click(button(t("checkout.to_delivery"))));
    const error = { code: "INVALID", title: "", detail: "Dit adres kennen we niet.", source: { pointer: "/email" } };
    await act(async () => calls[0]?.fail(new ApiError(422, [error])));
    const email = screen.getByLabelText(/^E-mail/) as HTMLInputElement;
    expect(email.getAttribute("aria-invalid")).toBe("true");
    expect(email.value).toBe("noor@example.test");
    expect(within(screen.getByRole("alert")).getByRole("link").textContent).toBe(error.detail);
    await step(() => fireEvent.change(email, { target: { value: "noor@example.org" } }));
    expect(screen.queryByText(error.detail)).toBeNull();
  });
});

describe("R-CHK-02 methods", () => {
  it("explains at the cards why a choice was reverted", async () => {
    const { calls } = await open(checkoutOfCustomer(true));
    await step(() => fireEvent.click(screen.getByRole("radio", { name: /Morgen/ })));
    expect(calls[0]).toMatchObject({ call: "change", body: { shipping_method_id: EXPRESS } });
    const detail = "Morgen in huis kan niet voor dit adres.";
    await act(async () => calls[0]?.fail(new ApiError(422, [{ code: "REFUSED", title: "", detail }])));
    expect((screen.getByRole("radio", { name: /Standaard/ }) as HTMLInputElement).checked).toBe(true);
    expect(screen.getByRole("radiogroup", { name: t("checkout.delivery") }).textContent).toContain(detail);
  });

  it("says that a method must be chosen if the shop's own is not offered (R-CHK-02)", async () => {
    const message = "Kies een betaalwijze.";
    const blockers = [{ code: "no-payment-method", message }] as const;
    await open(checkoutOfCustomer(true, { payment_method_id: "9".repeat(32), blockers: [...blockers] }));
    await step(() => fireEvent.click(button(t("checkout.to_payment"))));
    expect(document.body.textContent).not.toContain(message);
    await step(() => fireEvent.click(button(t("checkout.to_review"))));
    const cards = screen.getByRole("radiogroup", { name: t("checkout.payment") });
    expect(cards.textContent).toContain(message);
    expect(cards.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement?.id).toBe("payment_method_id");
  });

  it("shows the icon of a method next to its name, and no gap if it cannot be loaded", async () => {
    const icon = { url: "https://images.test/ideal.svg", alt: "iDEAL" };
    const checkout = checkoutOfCustomer(true);
    const payment_methods = checkout.payment_methods.map((method, index) =>
      index === 0 ? { ...method, icon } : method,
    );
    await open({ ...checkout, payment_methods });
    await step(() => fireEvent.click(button(t("checkout.to_payment"))));
    const pictures = document.querySelectorAll(".radio-card__icon");
    expect([...pictures].map((picture) => [picture.getAttribute("src"), picture.getAttribute("alt")])).toEqual([
      [icon.url, ""],
    ]);
    await step(() => fireEvent.error(pictures[0] as Element));
    expect(document.querySelector<HTMLElement>(".radio-card__icon")?.hidden).toBe(true);
    expect(screen.getByRole("radio", { name: "iDEAL" })).toBeDefined();
  });

  it("does not start a payment if there is none", async () => {
    await open(checkoutOfCustomer(true, { payment_methods: [], payment_method_id: null }));
    await step(() => fireEvent.click(button(t("checkout.to_payment"))));
    expect(screen.getByText(t("checkout.no_payment"))).toBeDefined();
    expect(screen.queryByRole("button", { name: t("checkout.to_review") })).toBeNull();
  });
});

describe("R-CHK-04 the summary", () => {
  const sums = () => {
    const all = screen.getAllByText(t("checkout.subtotal")).at(-1)?.closest("dl");
    return [...(all?.children ?? [])].map(({ textContent }) => textContent?.replaceAll("\u00a0", " "));
  };
  const cart = (change: Parameters<typeof cartOf>[1]) =>
    checkoutOfCustomer(true, { cart: cartOf([lineItem()], change) });

  it("shows taxes per rate, shipping and gross total", async () => {
    const taxes = [
      { rate: "21", amount: euro(45071) },
      { rate: "9", amount: euro(826) },
    ];
    await review(cart({ taxes }));
    expect(sums()).toEqual([
      "Subtotaal€ 2.590,00",
      "Verzending, Standaard€ 6,95",
      "Totaal incl. btw€ 2.596,95",
      "Waarvan btw 21%€ 450,71",
      "Waarvan btw 9%€ 8,26",
    ]);
  });

  it("adds the taxes of a business to its net prices, and shows the gross total", async () => {
    await review(cart({ tax_status: "net" }));
    expect(sums()).toEqual([
      "Subtotaal excl. btw€ 2.590,00",
      "Verzending, Standaard€ 6,95",
      "Btw 21%€ 450,71",
      "Totaal incl. btw€ 2.596,95",
    ]);
  });

  it.each([
    [2, "Afronding€ 0,02"],
    [-2, "Afronding€ -0,02"],
  ])("shows the amount of cash rounding above the total: %i", async (minor, rounding) => {
    await review(cart({ rounding: euro(minor) }));
    expect(sums().slice(1, 4)).toEqual(["Verzending, Standaard€ 6,95", rounding, "Totaal incl. btw€ 2.596,95"]);
  });

  it("shows what is inside of a container below it, at any depth, and says where a price is on request", async () => {
    const screws = lineItem({ id: "c3".repeat(16), label: "Schroef", quantity: 8, options: [] });
    const rail = lineItem({ id: "c2".repeat(16), label: "Rail", quantity: 2, options: [], children: [screws] });
    const shelf = lineItem({ label: "Wandkast", quantity: 1, children: [rail], unit_price: null, total_price: null });
    await review(checkoutOfCustomer(true, { cart: cartOf([shelf]) }));
    // Above the order button, and in the summary at the side.
    const lists = screen.getAllByRole("list", { name: t("checkout.lines") });
    expect(lists.length).toBeGreaterThan(0);
    for (const list of lists) {
      expect(list.children).toHaveLength(1);
      expect([...list.querySelectorAll(".parts li")].map((part) => part.firstChild?.textContent)).toEqual([
        "2 × Rail",
        "8 × Schroef",
      ]);
      expect(list.querySelector(".parts .parts")?.textContent).toBe("8 × Schroef");
      expect(list.querySelector(".checkout__line-price")?.textContent).toBe("prijs op aanvraag");
    }
  });

  it("shows no shipping costs if nothing is shipped", async () => {
    await review(cart({ shipping: null, tax_status: "tax-free", taxes: [] }));
    expect(sums()).toEqual(["Subtotaal€ 2.590,00", "Totaal zonder btw€ 2.596,95"]);
  });
});

describe("law §8 an old device", () => {
  const radios = () => screen.queryAllByRole("radio").filter((radio) => radio.getAttribute("name") === "old_device");
  const ordered = (calls: readonly { readonly call: string; readonly body?: unknown }[]) =>
    calls.find(({ call }) => call === "order")?.body;

  it("is asked for before electrical equipment is ordered, without a choice beforehand, and needs no answer", async () => {
    const { calls } = await review(checkoutOfCustomer(true, { electrical: true }));
    await screen.findByRole("radiogroup", { name: t("checkout.old_device") }, LOADED);
    expect(radios().map((radio) => (radio as HTMLInputElement).checked)).toEqual([false, false]);
    await accept();
    await press();
    expect(ordered(calls)).toMatchObject({ accept_terms: true, old_device: null });
  });

  it.each([
    ["checkout.old_device_yes", true],
    ["checkout.old_device_no", false],
  ] as const)("%s is sent with the order", async (label, sent) => {
    const { calls } = await review(checkoutOfCustomer(true, { electrical: true }));
    const answer = await screen.findByLabelText(t(label), undefined, LOADED);
    await step(() => fireEvent.click(answer));
    await accept();
    await press();
    expect(ordered(calls)).toMatchObject({ old_device: sent });
  });

  it("is not asked for without electrical equipment, and an answer from before is not sent", async () => {
    const { memory } = await review(checkoutOfCustomer(true, { electrical: true }));
    const yes = await screen.findByLabelText(t("checkout.old_device_yes"), undefined, LOADED);
    await step(() => fireEvent.click(yes));
    expect(memory.draft()?.old_device).toBe(true);
    cleanup();
    // The review is open: the input of this tab says which sections are done.
    const { calls } = await open(checkoutOfCustomer(true));
    expect(radios()).toEqual([]);
    await accept();
    await press();
    expect(ordered(calls)).toMatchObject({ old_device: null });
  });
});

describe("the notice on the legal guarantee", () => {
  const notice = {
    src: "/icons/guarantee-notice-nl-1234.svg",
    width: 210,
    height: 297,
    alt: "Geharmoniseerde kennisgeving",
    href: "https://europa.eu/youreurope/index_nl.htm",
    label: "Meer bij Uw Europa",
  };

  it("law §5 a consumer sees the notice on the legal guarantee before the order", async () => {
    await review(checkoutOfCustomer(true), { guarantee_notice: notice });
    const image = await screen.findByRole("img", { name: notice.alt }, LOADED);
    expect(["src", "width", "height"].map((name) => image.getAttribute(name))).toEqual([notice.src, "210", "297"]);
    const link = screen.getByRole("link", { name: new RegExp(notice.label) });
    expect(link.getAttribute("href")).toBe(notice.href);
    const order = button(new RegExp(t("checkout.order_button")) as never);
    expect(image.compareDocumentPosition(order) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it("a shop without it, and a business, have none", async () => {
    await review(checkoutOfCustomer(true));
    expect(document.querySelector(".guarantee-notice")).toBeNull();
    cleanup();
    const business = checkoutOfCustomer(false);
    const customer = business.customer && { ...business.customer, account_type: "business" as const };
    await review({ ...business, customer }, { guarantee_notice: notice });
    expect(document.querySelector(".guarantee-notice")).toBeNull();
  });
});

describe("the order", () => {
  it("shows the shop's objections, and sends nothing", async () => {
    const cart = cartOf([lineItem()], { hash: null, errors: [cartError({ blocks_order: true })] });
    const message = "Iets in uw winkelwagen kan niet worden besteld.";
    const { calls } = await review(checkoutOfCustomer(true, { cart, blockers: [{ code: "cart-error", message }] }));
    expect(await screen.findByText("Er zijn er nog maar 3.")).toBeDefined();
    await accept();
    await press();
    expect(screen.getByText(message)).toBeDefined();
    expect(calls).toEqual([]);
  });

  it("R-CHK-08 keeps its key until the outcome is known", async () => {
    const { calls, clock, leave, memory } = await review();
    await accept();
    await press();
    await press();
    expect(calls).toHaveLength(1);
    expect(memory.attempt()).toMatchObject({ idempotency_key: "key-of-an-order-1", at: clock.now() });
    for (let count = 1; count < MAX_TRIES; count += 1) {
      await act(async () => calls.at(-1)?.fail(new ApiError(0, [])));
      await step(() => clock.pass(RETRY_MS));
      while (calls.at(-1)?.call === "get") await act(async () => calls.pop()?.answer(checkoutOfCustomer(true)));
    }
    const orders = calls.filter(({ call }) => call === "order");
    expect(new Set(orders.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    await act(async () =>
      orders.at(-1)?.answer({
        order_id: "61".repeat(16),
        order_number: "10000",
        repeated: true,
        payment: { outcome: "redirect", redirect_url: "https://pay.example/1" },
      }),
    );
    expect(leave).toHaveBeenCalledExactlyOnceWith(`/checkout/order/${"61".repeat(16)}`);
    expect(memory.attempt()).toBeNull();
    expect(memory.draft()).toBeNull();
    expect(memory.placed()).toEqual({
      order_id: "61".repeat(16),
      order_number: "10000",
      redirect_url: "https://pay.example/1",
      payment: "redirect",
      left: false,
    });
  });

  const of = (status: number, code: string) => new ApiError(status, [{ code, title: "", detail: "Nee." }]);
  const foreign = new ApiError(400, [
    { code: "INVALID_REQUEST", title: "", detail: "Nee.", source: { pointer: "/idempotency_key" } },
  ]);
  const LOST: readonly ApiError[] = [new ApiError(0, []), of(502, "BACKEND_UNAVAILABLE"), of(408, "REQUEST_TIMEOUT")];
  const OF_THE_REQUEST: readonly ApiError[] = [
    of(429, "TOO_MANY_REQUESTS"),
    of(503, "MAINTENANCE_MODE"),
    of(409, "SESSION_CHANGED"),
    of(403, "LOGIN_REQUIRED"),
    of(403, "SESSION_EXPIRED"),
    of(403, "ORDERING_NOT_ALLOWED"),
    of(400, "TERMS_NOT_ACCEPTED"),
  ];
  const OF_THE_ORDER: readonly ApiError[] = [
    of(409, "CART_CHANGED"),
    of(409, "ORDER_REJECTED"),
    of(503, "NOT_RECORDED"),
    foreign,
  ];
  const sequences = (seconds: readonly ApiError[]) =>
    LOST.flatMap((lost) => seconds.map((second) => [lost.status, second.errors[0]?.code, lost, second] as const));

  it("R-CHK-08 keeps asking as long as the API says that the order is being placed", async () => {
    const { calls, clock, memory } = await review();
    const inProgress = of(409, "ORDER_IN_PROGRESS");
    const sent = () => calls.filter(({ call }) => call === "order").length;
    await accept();
    await press();
    let tries = 0;
    for (; tries < MAX_TRIES_IN_PROGRESS - 1; tries += 1) {
      await failOrder(calls, inProgress);
      expect(screen.queryByText(`${DUTCH.checkout["checkout.unsure_title"]}`)).toBeNull();
      await step(() => clock.pass(RETRY_MS));
      expect(sent()).toBe(1);
    }
    expect(tries * RETRY_MS).toBeGreaterThan(30_000);
    await failOrder(calls, inProgress);
    expect(screen.getByText(`${DUTCH.checkout["checkout.unsure_title"]}`)).toBeDefined();
    expect(memory.attempt()).toMatchObject({ idempotency_key: "key-of-an-order-1" });
  });

  /** The order fails with this error, after which the checkout is read again. */
  async function failOrder(calls: Awaited<ReturnType<typeof review>>["calls"], error: ApiError) {
    const order = calls.filter(({ call }) => call === "order").at(-1);
    expect(order).toBeDefined();
    calls.length = 0;
    await act(async () => order?.fail(error));
    while (calls.at(-1)?.call === "get") await act(async () => calls.pop()?.answer(checkoutOfCustomer(true)));
  }

  const REFUSED = "Er is niets besteldNee.";
  const UNSURE =
    "Of de bestelling is geplaatst, weten we nog niet" +
    "Bestel niet opnieuw. Vraag het hier nog eens na: er wordt niets dubbel besteld.Nog eens navragen";

  /** The words next to the order button. */
  const told = () => document.querySelector(".checkout__progress + [role=alert]")?.textContent;

  /** The order is sent twice: the first response is lost, the second one is a refusal. */
  async function refusedAfterLoss(lost: ApiError, second: ApiError) {
    const shop = await review();
    const { calls, clock } = shop;
    const fail = (error: ApiError) => failOrder(calls, error);
    await accept();
    await press();
    await fail(lost);
    await step(() => clock.pass(RETRY_MS));
    await fail(second);
    return shop;
  }

  it.each(sequences(OF_THE_REQUEST))("R-CHK-08 keeps its key: lost (%i), then %s", async (_, __, lost, second) => {
    const { calls, memory, leave } = await refusedAfterLoss(lost, second);
    expect(memory.attempt()).toMatchObject({ idempotency_key: "key-of-an-order-1" });
    expect(told()).toBe(UNSURE);
    await step(() => fireEvent.click(button("Nog eens navragen")));
    const asked = calls.find(({ call }) => call === "order");
    expect(asked?.body).toMatchObject({ idempotency_key: "key-of-an-order-1" });
    await act(async () =>
      asked?.answer({
        order_id: "61".repeat(16),
        order_number: "10000",
        repeated: true,
        payment: { outcome: "none", redirect_url: null },
      }),
    );
    expect(leave).toHaveBeenCalledExactlyOnceWith(`/checkout/order/${"61".repeat(16)}`);
  });

  it.each(sequences(OF_THE_ORDER))("R-CHK-08 drops its key: lost (%i), then %s", async (_, __, lost, second) => {
    const { memory } = await refusedAfterLoss(lost, second);
    expect(memory.attempt()).toBeNull();
    // A changed cart is shown as its changes.
    expect(told()).toBe(second.is("CART_CHANGED") ? "" : REFUSED);
  });

  it.each(OF_THE_REQUEST.map((error) => [error.errors[0]?.code, error] as const))(
    "R-CHK-08 refused (%s), then lost: the second key is kept",
    async (_, refusal) => {
      const { calls, clock, memory } = await review();
      await accept();
      await press();
      await failOrder(calls, refusal);
      expect(memory.attempt()).toBeNull();
      expect(told()).toBe(REFUSED);
      await press();
      await failOrder(calls, new ApiError(0, []));
      expect(memory.attempt()).toMatchObject({ idempotency_key: "key-of-an-order-2" });
      // The earlier refusal is not repeated: this order may have been placed.
      expect(told()).toBe("");
      await step(() => clock.pass(RETRY_MS));
      await failOrder(calls, refusal);
      expect(told()).toBe(UNSURE);
    },
  );

  it("R-CHK-08 uses a new key once it is certain that nothing was ordered", async () => {
    const { calls, memory } = await review();
    await accept();
    await press();
    await act(async () => calls.shift()?.fail(new ApiError(422, [{ code: "X", title: "", detail: "Nee." }])));
    expect(screen.getByText("Nee.")).toBeDefined();
    expect(memory.attempt()).toBeNull();
    await press();
    expect(calls[0]?.body).toMatchObject({ idempotency_key: "key-of-an-order-2" });
  });
});
