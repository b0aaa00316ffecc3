// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ApiError } from "../../api/request";
import type { OrderLineItem as Line, OrderResponse } from "../../api/schema.gen";
import { euro, lineItem } from "../../testing/carts";
import { CODE, ID, IDEAL, INVOICE, open, orderOf, PAGE, PLACED, PROPS, step } from "../../testing/outcomes";
import { CHECK_DELAYS_MS } from "./OrderOutcome";

beforeEach(() => {
  document.documentElement.lang = "nl-NL";
  sessionStorage.clear();
});
afterEach(cleanup);

const REFUSED = new ApiError(403, [{ code: "ORDER_LOOKUP_REFUSED", title: "t", detail: "Dat klopt niet." }]);

const press = (name: string | RegExp) => step(() => fireEvent.click(screen.getByRole("button", { name })));
const title = () => screen.getByRole("heading", { level: 1 });
const text = () => (document.body.textContent ?? "").replaceAll("\u00a0", " ");
/** The page is restored from the back/forward cache. */
const comeBack = () => step(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));

describe("the screen after an order", () => {
  it("R-CHK-05 redirects to the payment page after five seconds, and shows its link at once, before the order was read", async () => {
    const { gone, memory, pass } = await open(() => new ApiError(0, []), { placed: PLACED });
    expect(title().textContent).toBe("Bestelling 10042 staat klaar: nog één stap");
    expect(document.activeElement).toBe(title());
    expect(screen.getByRole("link", { name: "Naar de betaalpagina" }).getAttribute("href")).toBe(PAGE);
    expect(text()).toContain("Over 5 seconden gaat u naar de betaalpagina.");
    await pass(4_999);
    expect(text()).toContain("Over 1 seconde gaat u naar de betaalpagina.");
    expect(gone).toEqual([]);
    await pass(1);
    expect(gone).toEqual([PAGE]);
    expect(memory.placed()?.left).toBe(true);
    expect(memory.departure()).toMatchObject({ order_id: ID, lookup: null });
  });

  it("CHK-11 reads the order again after Back, and offers to pay instead of redirecting again", async () => {
    let answer = orderOf();
    const { gone, calls, pass } = await open(() => answer, { placed: PLACED });
    await pass(5_000);
    await comeBack();
    expect(calls.filter(({ name }) => name === "get")).toHaveLength(2);
    expect(title().textContent).toBe("Bestelling 10042 is niet betaald");
    expect(screen.getByRole("button", { name: /^Opnieuw betalen – €\s149,00$/ })).toBeTruthy();
    await pass(60_000);
    expect(gone).toEqual([PAGE]);

    answer = orderOf({ state: "paid", can_be_paid: false });
    await comeBack();
    expect(title().textContent).toBe("Dank u, bestelling 10042 is geplaatst en betaald");
  });

  it("stops the countdown when the order is paid, or the page is restored", async () => {
    const paid = await open(() => orderOf({ state: "paid", can_be_paid: false }), { placed: PLACED });
    expect(title().textContent).toBe("Dank u, bestelling 10042 is geplaatst en betaald");
    await paid.pass(60_000);
    expect(paid.gone).toEqual([]);
    cleanup();
    sessionStorage.clear();

    const { gone, pass } = await open(() => orderOf(), { placed: PLACED });
    await pass(2_000);
    await comeBack();
    await pass(60_000);
    expect(gone).toEqual([]);
    expect(screen.getByRole("link", { name: "Naar de betaalpagina" }).getAttribute("href")).toBe(PAGE);
  });

  it("allows no unencrypted URL, and no payment page of another order", async () => {
    const foreign = await open(() => orderOf(), { placed: { ...PLACED, redirect_url: "http://pay.example/1" } });
    await foreign.pass(60_000);
    expect(foreign.gone).toEqual([]);
    expect(text()).toContain("Er is nog niets afgeschreven: betaal € 149,00");
    foreign.startsWith({ outcome: "redirect", redirect_url: "javascript:alert(1)" });
    await press(/^Betalen/);
    expect(foreign.gone).toEqual([]);
    expect(screen.getByRole("alert").textContent).toContain("De betaling kon niet worden gestart.");
    cleanup();

    const other = await open(() => orderOf(), { placed: { ...PLACED, order_id: "c".repeat(32) } });
    await other.pass(60_000);
    expect(other.gone).toEqual([]);
  });

  it("R-CHK-06 pays again with the order's own method or another one, once per click", async () => {
    const { calls, gone, startsWith } = await open(() => orderOf({ state: "failed" }), { screen: "unpaid" });
    expect(text()).toContain(
      "Helaas kon uw bestelling niet worden betaald. U kunt proberen opnieuw te betalen of contact met ons opnemen.",
    );
    expect(screen.getByRole("link", { name: "Contact opnemen" }).getAttribute("href")).toBe("/contact");
    const pays = () => calls.filter(({ name }) => name === "pay").map(({ body }) => body);
    startsWith(new ApiError(502, [{ code: "BACKEND_UNAVAILABLE", title: "t", detail: "De winkel antwoordt niet." }]));
    await press(/^Opnieuw betalen/);
    expect(screen.getByRole("alert").textContent).toBe("De winkel antwoordt niet.");
    startsWith({ outcome: "redirect", redirect_url: PAGE });
    await step(() => fireEvent.click(screen.getByRole("radio", { name: "Op rekening" })));
    await press(/^Opnieuw betalen/);
    await press("De betaalpagina wordt geopend");
    expect(pays()).toEqual([
      { payment_method_id: null, lookup: null },
      { payment_method_id: INVOICE.id, lookup: null },
    ]);
    expect(gone).toEqual([PAGE]);
  });

  it("R-CHK-06 says that no payment is due now if the method has no payment page", async () => {
    const { memory, startsWith } = await open(() => orderOf({ state: "cancelled" }), { screen: "unpaid" });
    startsWith({ outcome: "none", redirect_url: null });
    await press(/^Opnieuw betalen/);
    expect(memory.placed()).toMatchObject({ order_id: ID, payment: "none", redirect_url: null });
    expect(memory.departure()).toBeNull();
  });

  it("shows the amount of cash rounding, and nothing if there is none", async () => {
    for (const [minor, row] of [
      [2, "Afronding€ 0,02"],
      [-2, "Afronding€ -0,02"],
    ] as const) {
      await open(() => orderOf({ state: "paid" }, { rounding: euro(minor) }));
      const rows = [...document.querySelectorAll("[data-sum]")].map((one) =>
        one.textContent?.replaceAll("\u00a0", " "),
      );
      expect(rows).toContain(row);
      expect(rows.indexOf(row)).toBe(rows.findIndex((one) => one?.startsWith("Totaal")) - 1);
      cleanup();
    }
    await open(() => orderOf({ state: "paid" }));
    expect(document.querySelector("[data-sum=rounding]")).toBeNull();
  });

  it("ORDER-1 shows what is inside of a container below it, at any depth, and says where a price is not known", async () => {
    const line = (change: Partial<Line>): Line => ({
      ...lineItem({ options: [] }),
      downloads: [],
      ...change,
      children: change.children ?? [],
    });
    const screws = line({ id: "c3".repeat(16), label: "Schroef", quantity: 8 });
    const rail = line({ id: "c2".repeat(16), label: "Rail", quantity: 2, children: [screws] });
    const cabinet = line({ label: "Wandkast", quantity: 1, children: [rail], unit_price: null, total_price: null });
    await open(() => orderOf({ state: "paid" }, { line_items: [cabinet] }));
    const lines = screen.getByRole("list", { name: "Artikelen" });
    expect(lines.children).toHaveLength(1);
    expect(lines.querySelector(".parts")?.textContent).toBe("2 × Rail8 × Schroef");
    expect(lines.querySelector(".parts .parts")?.textContent).toBe("8 × Schroef");
    expect(lines.querySelector(".outcome__amount")?.textContent).toBe("prijs onbekend");
  });

  it("R-CHK-05 a payment without a page that leaves the order unpaid is shown as failed", async () => {
    let answer = orderOf();
    const { startsWith } = await open(() => answer, { screen: "unpaid" });
    startsWith({ outcome: "none", redirect_url: null });
    await press(/^Opnieuw betalen/);
    expect(screen.getByRole("alert").textContent).toContain("De betaling kon niet worden gestart.");
    answer = orderOf({ state: "paid", can_be_paid: false });
    await press(/^Opnieuw betalen/);
    expect(title().textContent).toBe("Dank u, bestelling 10042 is geplaatst en betaald");
  });

  it("R-CHK-06 shows contact details if the order cannot be paid here any more", async () => {
    await open(() => orderOf({ state: "failed", can_be_paid: false }), { screen: "unpaid" });
    expect(text()).toContain("Deze bestelling kan hier niet meer betaald worden.");
    expect(screen.queryByRole("button", { name: /^Opnieuw betalen/ })).toBeNull();
    expect(screen.getAllByRole("link", { name: "Contact opnemen" })).toHaveLength(1);
  });

  it("checks an unconfirmed payment automatically, a few times, and not after a failure", async () => {
    let answer: OrderResponse | ApiError = orderOf({ state: "pending", can_be_paid: false });
    const { calls, pass } = await open(() => answer, { screen: "paid" });
    expect(text()).toContain("Betaal niet nog een keer.");
    answer = new ApiError(0, []);
    await pass(CHECK_DELAYS_MS[0] ?? 0);
    expect(title().textContent).toBe("De betaling van bestelling 10042 wordt nog bevestigd");
    answer = orderOf({ state: "pending", can_be_paid: false });
    await pass(60 * 60_000);
    for (const _ of CHECK_DELAYS_MS) await pass(60 * 60_000);
    expect(calls).toHaveLength(1 + CHECK_DELAYS_MS.length);
    answer = orderOf({ state: "paid", can_be_paid: false });
    await press("Opnieuw kijken");
    expect(title().textContent).toBe("Dank u, bestelling 10042 is geplaatst en betaald");
    expect(document.activeElement).toBe(title());
  });

  it("R-SESS-03 an order that cannot be read is unknown and cannot be paid again, in maintenance and otherwise", async () => {
    let answer: OrderResponse | ApiError = new ApiError(502, []);
    await open(() => answer, { screen: "unpaid", expired: true });
    expect(title().textContent).toBe("Of de bestelling betaald is, weten we nog niet");
    expect(text()).toContain("Betaal niet nog een keer voordat we het hebben nagekeken.");
    answer = new ApiError(503, [{ code: "MAINTENANCE_MODE", title: "t", detail: "d" }]);
    await press("Opnieuw kijken");
    expect(title().textContent).toBe("Even dicht voor onderhoud");
    answer = orderOf();
    await press("Opnieuw kijken");
    expect(text()).toContain("De tijd om te betalen was voorbij.");
  });

  it("ORDER-1 asks for proof of an order from a link, shows errors, and keeps the input", async () => {
    let answer: OrderResponse | ApiError = REFUSED;
    const { calls, memory } = await open(() => answer, { key: { id: null, code: CODE } });
    expect(title().textContent).toBe("Uw bestelling bekijken");
    expect(calls).toEqual([{ name: "look up", body: { code: CODE } }]);
    await press("Bestelling bekijken");
    const faults = () => screen.getByRole("alert");
    expect(document.activeElement).toBe(faults());
    expect(faults().querySelectorAll("a")).toHaveLength(2);
    expect(calls).toHaveLength(1);

    const type = (label: RegExp, value: string) =>
      step(() => fireEvent.change(screen.getByLabelText(label), { target: { value } }));
    await type(/E-mailadres/, " noor@example.test ");
    await type(/Postcode/, "1012 WX");
    expect(screen.queryByRole("alert")).toBeNull();
    await press("Bestelling bekijken");
    expect(faults().textContent).toContain("Dat klopt niet.");
    answer = new ApiError(400, [
      { code: "INVALID_REQUEST", title: "t", detail: "Te lang.", source: { pointer: "/zipcode" } },
    ]);
    await press("Bestelling bekijken");
    expect(faults().querySelector("a")?.getAttribute("href")).toBe("#lookup-zipcode");

    answer = orderOf();
    await press("Bestelling bekijken");
    expect(title().textContent).toBe("Bestelling 10042 staat klaar: nog één stap");
    const lookup = { code: CODE, email: "noor@example.test", zipcode: "1012 WX" };
    expect(calls.at(-1)).toEqual({ name: "look up", body: lookup });
    await press(/^Betalen/);
    expect(calls.at(-1)?.body).toEqual({ payment_method_id: null, lookup });
    // After the payment it is not asked again.
    expect(memory.departure()).toMatchObject({ order_id: ID, lookup });
    cleanup();
    const back = await open(() => orderOf({ state: "paid", can_be_paid: false }), { screen: "paid" });
    expect(back.calls).toEqual([{ name: "look up", body: lookup }]);
  });

  it("shows the login for an account's order, which returns here", async () => {
    const ofAccount = new ApiError(403, [{ code: "ORDER_OF_ACCOUNT", title: "t", detail: "d" }]);
    const { calls } = await open(() => ofAccount, { key: { id: null, code: CODE } });
    expect(calls).toEqual([{ name: "look up", body: { code: CODE } }]);
    expect(document.querySelector("h1")?.textContent).toBe("Deze bestelling hoort bij een account");
    const href = document.querySelector(".outcome a.button")?.getAttribute("href");
    expect(href).toBe(`/inloggen?redirect=${encodeURIComponent(PROPS.pattern.replace(":id", CODE))}`);
    expect(document.querySelector("form")).toBeNull();
  });

  it("law §4a an order that can be withdrawn from links to the form with its number; that of a company or a cancelled one does not", async () => {
    const link = () => screen.queryByRole("link", { name: "Overeenkomst hier ontbinden" });
    await open(() => orderOf({ state: "paid", can_be_paid: false }), { screen: "paid" });
    expect(link()?.getAttribute("href")).toBe("/overeenkomst-ontbinden#order=10042");
    cleanup();
    await open(() => orderOf({ state: "paid", can_be_paid: false }, { withdrawal: null }), { screen: "paid" });
    expect(title().textContent).toBe("Dank u, bestelling 10042 is geplaatst en betaald");
    expect(link()).toBeNull();
  });

  it("ORDER-1 asks for the link too if there is neither a session nor a code", async () => {
    const errors = [{ code: "LOGIN_REQUIRED", title: "t", detail: "d" }];
    await open(() => new ApiError(403, errors));
    expect(title().textContent).toBe("Uw bestelling bekijken");
    await press("Bestelling bekijken");
    expect(screen.getByRole("alert").querySelectorAll("a")).toHaveLength(3);
  });

  describe("an order without a payment page", () => {
    const transfer = { holder: "Lindhoven B.V.", account: "NL91ABNA0417164300", bic: "ABNANL2A", reference: "10042" };
    const prepaid = { method_id: INVOICE.id, method: "Vooruitbetaling", way: "prepayment", transfer } as const;

    it("explains how to pay, on any device, and does not say that no payment is due (R-CHK-05)", async () => {
      for (const placed of [{ ...PLACED, redirect_url: null, payment: "none" } as const, undefined]) {
        for (const [payment, words] of [
          [prepaid, ["Maak € 149,00 over en vermeld 10042", "NL91 ABNA 0417 1643 00", "Lindhoven B.V.", "ABNANL2A"]],
          [{ ...prepaid, transfer: null }, ["Maak € 149,00 over en vermeld 10042", "geen rekeningnummer"]],
          [{ ...prepaid, way: "invoice" }, ["binnen de termijn van de factuur", "NL91 ABNA"]],
          [{ ...prepaid, way: "cash", transfer: null }, ["U betaalt € 149,00 bij de levering of bij het afhalen."]],
          [
            { ...prepaid, way: "other", transfer: null, description: "Met cadeaubonnen." },
            ["U betaalt € 149,00 buiten deze website om.", "Met cadeaubonnen."],
          ],
        ] as const) {
          sessionStorage.clear();
          await open(() => orderOf(payment), placed === undefined ? {} : { placed });
          const text = (document.body.textContent ?? "").replaceAll("\u00a0", " ");
          for (const word of words) expect(text).toContain(word);
          expect(text).not.toContain("Nu hoeft er niets betaald te worden");
          expect(document.querySelector("[data-outcome]")?.getAttribute("data-outcome")).toBe("arranged");
          // Its own method cannot be paid here: only the other one is offered.
          expect(screen.getAllByRole("radio")).toHaveLength(1);
          cleanup();
        }
      }
    });

    it("offers another method, which is paid on its page or selected (R-CHK-06)", async () => {
      const other = { ...IDEAL, id: "c".repeat(32), name: "Contant", way: "cash" } as const;
      const { calls } = await open(() => ({
        ...orderOf(prepaid),
        payment_methods: [IDEAL, { ...INVOICE, way: "prepayment" }, other],
      }));
      expect(screen.getAllByRole("radio")).toHaveLength(2);
      fireEvent.click(screen.getByLabelText("Contant"));
      await step(() => fireEvent.click(screen.getByRole("button", { name: "Kies deze betaalwijze" })));
      expect(calls.find(({ name }) => name === "pay")?.body).toEqual({ payment_method_id: other.id, lookup: null });
    });

    it("shows the account while a provider waits for the transfer, and nothing for a paid order", async () => {
      for (const kind of ["placed", "paid", "unpaid"] as const) {
        await open(() => orderOf({ state: "pending", can_be_paid: false, transfer, page: PAGE }), { screen: kind });
        expect(document.body.textContent).toContain("NL91 ABNA 0417 1643 00");
        // Its actions: continue at the provider, or check again.
        expect(screen.getByRole("link", { name: "Verder met betalen" }).getAttribute("href")).toBe(PAGE);
        expect(screen.getByRole("button", { name: "Opnieuw kijken" })).toBeTruthy();
        expect(document.body.textContent).not.toContain("Betaal niet nog een keer");
        cleanup();
      }
      await open(() => orderOf({ ...prepaid, state: "paid", can_be_paid: false, transfer: null }));
      expect(document.body.textContent).not.toContain("Zo betaalt u");
    });

    it("requires no payment if the total is zero", async () => {
      await open(() => orderOf({ way: "nothing", can_be_paid: false }, { total: euro(0) }));
      expect(document.body.textContent).toContain("Nu hoeft er niets betaald te worden");
      expect(screen.queryByRole("radio")).toBeNull();
    });
  });
});
