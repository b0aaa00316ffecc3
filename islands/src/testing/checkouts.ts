// Checkouts as in responses of the API, and a fake API whose responses a test gives one by one.
import type { Address, CheckoutResponse } from "../api/schema.gen";
import type { CheckoutApi } from "../stores/checkout";
import { cartOf, euro, lineItem, settled } from "./carts";

export const NL = "01".repeat(16);
export const BE = "02".repeat(16);
export const US = "03".repeat(16);
export const STANDARD = "11".repeat(16);
export const EXPRESS = "12".repeat(16);
export const IDEAL = "21".repeat(16);
export const INVOICE = "22".repeat(16);
export const MAINE = "32".repeat(16);
const MRS = "31".repeat(16);

export function addressOf(change: Partial<Address> = {}): Address {
  return {
    id: "41".repeat(16),
    salutation_id: null,
    first_name: "Noor",
    last_name: "Visser",
    company: null,
    street: "Spui 3",
    additional_line: null,
    additional_line_2: null,
    zipcode: "1012 WX",
    city: "Amsterdam",
    country_id: NL,
    country: "Nederland",
    country_state_id: null,
    phone: null,
    ...change,
  };
}

const country = (id: string, iso: string, name: string) => ({
  id,
  iso,
  name,
  shipping_available: iso !== "BE",
  zipcode_required: true,
  vat_id_required: false,
  state_required: iso === "US",
  states: iso === "US" ? [{ id: MAINE, name: "Maine" }] : [],
});

/** The checkout of an anonymous visitor with one item in the cart. */
export function checkoutOf(change: Partial<CheckoutResponse> = {}): CheckoutResponse {
  const shipping = { description: null, delivery: "Bij u tussen vrijdag 27 november en dinsdag 1 december" };
  const payment = { description: null, icon: null, way: "page", after_order: true } as const;
  return {
    customer: null,
    billing_address: null,
    shipping_address: null,
    addresses: [],
    country_id: NL,
    shipping_methods: [
      { id: STANDARD, name: "Standaard", price: euro(695), ...shipping },
      { id: EXPRESS, name: "Morgen in huis", price: euro(1450), ...shipping },
    ],
    shipping_method_id: STANDARD,
    payment_methods: [
      { id: IDEAL, name: "iDEAL", ...payment },
      { id: INVOICE, name: "Op rekening", ...payment },
    ],
    payment_method_id: IDEAL,
    countries: [country(NL, "NL", "Nederland"), country(BE, "BE", "België"), country(US, "US", "Verenigde Staten")],
    salutations: [{ id: MRS, key: "mrs", name: "Mevrouw" }],
    required_fields: [],
    cart: cartOf([lineItem()]),
    electrical: false,
    ordering_allowed: true,
    blockers: [],
    ...change,
  };
}

/** The checkout of a customer with an address. */
export function checkoutOfCustomer(guest: boolean, change: Partial<CheckoutResponse> = {}): CheckoutResponse {
  const address = addressOf();
  return checkoutOf({
    customer: {
      guest,
      active: true,
      account_type: "private",
      first_name: "Noor",
      last_name: "Visser",
      email: "noor@example.test",
      company: null,
      vat_ids: [],
    },
    billing_address: address,
    shipping_address: address,
    ...change,
  });
}

export type PendingCheckoutCall = {
  /** `get`, `change`, `guest`, `address` or `order`. */
  readonly call: string;
  readonly body: unknown;
  readonly answer: (answer: unknown) => Promise<void>;
  readonly fail: (error: unknown) => Promise<void>;
};

/** A fake API that waits for the test; `calls` lists the requests in order. */
export function heldCheckoutApi(): { api: CheckoutApi; calls: PendingCheckoutCall[] } {
  const calls: PendingCheckoutCall[] = [];
  const hold = <Answer>(call: string, body?: unknown) =>
    new Promise<Answer>((resolve, reject) => {
      calls.push({
        call,
        body,
        answer: (answer) => {
          resolve(answer as Answer);
          return settled();
        },
        fail: (error) => {
          reject(error);
          return settled();
        },
      });
    });
  return {
    calls,
    api: {
      getCheckout: () => hold("get"),
      changeCheckout: ({ body }) => hold("change", body),
      orderAsGuest: ({ body }) => hold("guest", body),
      goOnAsGuest: ({ body }) => hold("go-on", body),
      createAddress: ({ body }) => hold("address", body),
      changeAddress: ({ body, path }) => hold("change-address", { ...path, ...body }),
      placeOrder: ({ body }) => hold("order", body),
    },
  };
}
