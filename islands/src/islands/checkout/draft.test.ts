import { describe, expect, it } from "vitest";
import { addressInput, tidyZipcode } from "../../address/address";
import { BE, checkoutOf, checkoutOfCustomer, MAINE, NL, US } from "../../testing/checkouts";
import { beginning, type Draft, faultsOf, fieldOf, guestRequest } from "./draft";

const { countries } = checkoutOf();

function draft(change: Partial<Draft> = {}): Draft {
  const empty = beginning(checkoutOf(), null);
  const delivery = { ...empty.delivery, first_name: "Noor", last_name: "Ó", street: "Spui 3", city: "Amsterdam" };
  return { ...empty, email: " noor@example.test ", delivery: { ...delivery, zipcode: "1012wx" }, ...change };
}

describe("ADDR-6 accepts postal codes in common spellings", () => {
  it.each(["1012 WX", "1012wx", " 1012 wx ", "1012-WX", "1012  Wx"])("%j is 1012 WX in the Netherlands", (text) => {
    expect(tidyZipcode(text, "NL")).toBe("1012 WX");
    expect(faultsOf(draft({ delivery: { ...draft().delivery, zipcode: text } }), countries)).toEqual({});
  });
  it.each([
    ["10 115", "DE", "10115"],
    ["1000 ", "BE", "1000"],
    [" sw1a 1aa", "GB", "SW1A 1AA"],
    ["12345", undefined, "12345"],
  ])("%j in %s is %j", (text, iso, tidy) => expect(tidyZipcode(text, iso)).toBe(tidy));
  it.each(["", "1012", "0012 AB", "WX 1012"])("%j is none, and the message says how one looks", (zipcode) => {
    const faults = faultsOf(draft({ delivery: { ...draft().delivery, zipcode } }), countries);
    expect(faults).toEqual({ "delivery-zipcode": "address.need_zipcode_nl" });
  });
});

describe("validation", () => {
  it("ADDR-3 rejects no name for its characters", () => {
    for (const name of ["Ó", "van 't Hof-de Wit", "Łukasz", "X"])
      expect(faultsOf(draft({ delivery: { ...draft().delivery, last_name: name } }), countries)).toEqual({});
  });
  it("a postal code is optional if its country does not require one, and must be valid otherwise", () => {
    const free = countries.map((country) => ({ ...country, zipcode_required: false }));
    const faults = (zipcode: string) => faultsOf(draft({ delivery: { ...draft().delivery, zipcode } }), free);
    expect(faults("")).toEqual({});
    expect(faults(" ")).toEqual({});
    expect(faults("1012")).toEqual({ "delivery-zipcode": "address.need_zipcode_nl" });
  });
  it("lists every missing field in the order of the form", () => {
    expect(Object.keys(faultsOf({ ...beginning(checkoutOf(), null), same: false }, countries))).toEqual([
      "email",
      ...["first_name", "last_name", "street", "zipcode", "city"].map((field) => `delivery-${field}`),
      ...["first_name", "last_name", "street", "zipcode", "city"].map((field) => `billing-${field}`),
    ]);
  });
  it("requires a billing address if nothing is shipped", () => {
    const there = { ...draft().delivery, country_id: BE, zipcode: "1000" };
    expect(faultsOf(draft({ delivery: there }), countries)).toEqual({ "delivery-country_id": "address.need_country" });
    expect(faultsOf(draft({ same: false, billing: there }), countries)).toEqual({});
  });
  it("sends a state only if it belongs to the selected country", () => {
    const there = { ...draft().delivery, country_id: US, zipcode: "04101" };
    expect(faultsOf(draft({ delivery: there }), countries)).toEqual({
      "delivery-country_state_id": "address.need_state",
    });
    const maine = { ...there, country_state_id: MAINE };
    expect(faultsOf(draft({ delivery: maine }), countries)).toEqual({});
    expect(addressInput(maine, countries).country_state_id).toBe(MAINE);
    expect(addressInput({ ...maine, country_id: NL }, countries).country_state_id).toBeNull();
  });
  it("requires no VAT id, except in a country that has them", () => {
    const business = { ...draft().delivery, company: "Visser & Zn." };
    expect(faultsOf(draft({ delivery: business }), countries)).toEqual({});
    expect(faultsOf(draft({ delivery: business, vat_id: "1234" }), countries)).toEqual({
      vat_id: "checkout.need_vat_id",
    });
    expect(faultsOf(draft({ vat_id: "1234" }), countries), "of a private person it is not sent").toEqual({});
  });
});

describe("the request", () => {
  it("is normalized, and has one address if both are the same", () => {
    expect(guestRequest(draft(), countries)).toMatchObject({
      email: "noor@example.test",
      vat_id: null,
      billing_address: { zipcode: "1012 WX", country_id: NL, company: null, salutation_id: null, phone: null },
      shipping_address: null,
    });
  });
  it("has both if they differ", () => {
    const billing = { ...draft().delivery, company: "Visser", street: "Postbus 9" };
    expect(guestRequest(draft({ same: false, billing, vat_id: "nl 0012.34567.b01" }), countries)).toMatchObject({
      vat_id: "NL001234567B01",
      billing_address: { street: "Postbus 9" },
      shipping_address: { street: "Spui 3" },
    });
  });
  it.each([
    ["/email", true, "email"],
    ["/billing_address/zipcode", true, "delivery-zipcode"],
    ["/billing_address/zipcode", false, "billing-zipcode"],
    ["/shipping_address/city", false, "delivery-city"],
    ["/city", false, "delivery-city"],
    ["/accept_privacy", true, undefined],
    ["/billing_address/nonsense", true, undefined],
  ])("brings the API's fault at %s (same: %s) to the field %s", (pointer, same, field) => {
    expect(fieldOf({ code: "INVALID", title: "", detail: "", source: { pointer } }, same)).toBe(field);
  });
});

describe("CHK-13 input belongs to one person", () => {
  it("starts with this guest's input", () => {
    expect(beginning(checkoutOf(), draft())).toEqual(draft());
    const known = checkoutOfCustomer(true);
    expect(beginning(known, draft({ email: "Noor@example.test" })).delivery.last_name).toBe("Ó");
  });
  it("never shows one person's input to another", () => {
    expect(beginning(checkoutOfCustomer(true), draft({ email: "eva@example.test" })).delivery.last_name).toBe("Visser");
    expect(beginning(checkoutOfCustomer(false), draft()).delivery.last_name).toBe("Visser");
    expect(beginning(checkoutOf(), draft({ owner: "account" })).delivery.last_name).toBe("");
  });
});
