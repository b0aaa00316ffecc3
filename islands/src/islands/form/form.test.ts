// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import errors from "../../../../locales/nl/errors.json";
import type { FormSpec } from "../../forms/spec";
import { createTranslate } from "../../i18n";
import { settled } from "../../testing/carts";
import { type FakeClock, fakeClock } from "../../testing/fake-clock";
import { DUTCH } from "../../testing/messages";
import { fill, known } from "./customer";
import { judge } from "./judge";
import { DEBOUNCE_MS, makeLive } from "./live";
import type { FormKey } from "./messages";
import { type Outcome, send } from "./send";

const SPEC: FormSpec = {
  handle: "contact",
  honeypot: "fax",
  fields: [
    { handle: "email", kind: "text", rules: ["required", "email"] },
    { handle: "subject", kind: "select", options: ["order", "other"], rules: ["required"] },
    {
      handle: "order_number",
      kind: "text",
      rules: ["required"],
      condition: { negated: false, any: false, tests: [{ field: "subject", comparison: "equals", value: "order" }] },
    },
    { handle: "interests", kind: "checkboxes", options: ["a", "b"] },
    { handle: "privacy", kind: "toggle", rules: ["accepted"] },
  ],
};
const NAMES = { email: "E-mailadres", subject: "Onderwerp", order_number: "Bestelnummer", privacy: "Privacy" };

const fault = (handle: string, tag = "p") =>
  `<${tag} hidden data-shown="contact.fault.${handle}">${tag === "li" ? `<a href="#${handle}" data-fill="x"></a>` : '<span data-fill="x"></span>'}</${tag}>`;
const field = (handle: string, control: string, more = "") =>
  `<div class="form__field" data-field="${handle}"${more}>${fault(handle)}${control}</div>`;
const input = (handle: string, more = "") =>
  `<input type="text" id="${handle}" name="${handle}" data-invalid="x" value=""${more}>`;

const PAGE = `
<div data-island="form"><form action="/api/forms/contact?locale=nl&page=/contact" data-hidden="contact.done">
  <div role="alert" tabindex="-1" hidden data-shown="contact.faults"><ul>${SPEC.fields.map(({ handle }) => fault(handle, "li")).join("")}</ul></div>
  <div class="form__fields">
    ${field("email", input("email", ' autocomplete="email"'))}
    ${field("subject", '<select id="subject" name="subject" data-invalid="x"><option value=""></option><option value="order"></option><option value="other"></option></select>')}
    ${field("order_number", input("order_number"), " data-conditional data-off")}
    ${field("interests", '<input type="checkbox" name="interests" value="a"><input type="checkbox" name="interests" value="b">')}
    ${field("privacy", '<input type="checkbox" id="privacy" name="privacy" value="1" data-invalid="x">')}
  </div>
  <input name="fax" value=""><input type="hidden" name="key" value="">
  <p hidden data-shown="contact.problem"><span data-fill="contact.problem"></span></p>
  <button type="submit" data-send>Verstuur</button>
</form>
<div tabindex="-1" hidden data-shown="contact.sent">Genoteerd</div>
<div tabindex="-1" hidden data-shown="contact.kept-here">Bewaard</div>
<p hidden data-shown="contact.done"><span data-fill="contact.reference"></span></p></div>`;

const one = <Kind extends HTMLElement = HTMLElement>(selector: string) => document.querySelector(selector) as Kind;
const control = (name: string) => one<HTMLInputElement>(`[name=${name}]`);
const shownPlace = (name: string) => !one(`[data-shown="contact.${name}"]`).hidden;
const words = (handle: string) => one(`p[data-shown="contact.fault.${handle}"] [data-fill]`).textContent;
const summary = () =>
  [...document.querySelectorAll<HTMLElement>("li")].filter((item) => !item.hidden).map((item) => item.textContent);

let clock: FakeClock;
let sent: FormData[];
const open = vi.fn();

function start(answers: Outcome[], page: string | null = null) {
  sent = [];
  clock = fakeClock();
  makeLive(
    one("[data-island]"),
    { spec: SPEC, names: NAMES, texts: errors, page },
    createTranslate<FormKey>(DUTCH.form, "nl-NL"),
    {
      clock,
      send: (_, body) => {
        sent.push(body);
        const answer = answers.shift();
        return answer === undefined ? new Promise(() => {}) : Promise.resolve(answer);
      },
      judge: Promise.resolve(judge),
      today: () => "2026-11-28",
      newKey: () => "0".repeat(32),
      open,
    },
  );
}

function type(name: string, value: string) {
  control(name).value = value;
  control(name).dispatchEvent(new Event("input", { bubbles: true }));
  clock.pass(DEBOUNCE_MS);
}

async function press() {
  one<HTMLButtonElement>("[data-send]").click();
  await settled();
}

function fillRight() {
  type("email", "noor@example.com");
  type("subject", "other");
  control("privacy").click();
}

beforeEach(() => {
  // jsdom lays nothing out.
  Element.prototype.scrollIntoView = () => {};
  document.body.innerHTML = PAGE;
  document.title = "Contact";
  open.mockReset();
});

describe("R-FORM-04 a form that is not right", () => {
  it("is not sent, and each fault stands at its field and in the list, which takes the focus", async () => {
    start([]);
    await press();
    expect(sent).toEqual([]);
    expect(words("email")).toBe("Fout: E-mailadres is verplicht.");
    expect(summary()).toEqual([
      "E-mailadres is verplicht.",
      "Onderwerp is verplicht.",
      "Vink Privacy aan om verder te gaan.",
    ]);
    expect(control("email").getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(one('[data-shown="contact.faults"]'));
    expect(document.title).toBe("Fout: Contact");
    one<HTMLAnchorElement>('li:not([hidden]) a[href="#subject"]').click();
    expect(document.activeElement).toBe(control("subject"));
  });

  it("FORM-2 says nothing while a field is first filled in, and takes a fault away as soon as it is corrected", async () => {
    start([]);
    type("email", "noor");
    expect(shownPlace("faults")).toBe(false);
    await press();
    expect(words("email")).toBe("Fout: Vul een geldig e-mailadres in.");
    type("email", "noor@example.com");
    expect(control("email").hasAttribute("aria-invalid")).toBe(false);
    expect(summary()).toEqual(["Onderwerp is verplicht.", "Vink Privacy aan om verder te gaan."]);
    type("subject", "other");
    control("privacy").click();
    clock.pass(DEBOUNCE_MS);
    expect(shownPlace("faults")).toBe(false);
    expect(document.title).toBe("Contact");
  });

  it("shows what the API refuses at its field until that is changed, and the rest beside the button", async () => {
    const faults = [
      { field: "email", text: "Dit adres kan niet." },
      { field: undefined, text: "Dat was veel in één keer." },
    ];
    start([{ is: "refused", faults }]);
    fillRight();
    await press();
    expect(words("email")).toBe("Fout: Dit adres kan niet.");
    expect(one('[data-shown="contact.problem"]').textContent).toBe("Dat was veel in één keer.");
    type("email", "noor@example.org");
    expect(shownPlace("fault.email")).toBe(false);
    expect(control("email").value).toBe("noor@example.org");
  });
});

describe("R-FORM-01 conditions", () => {
  it("R-FORM-06 a field is shown 20 ms after what it depends on was chosen, and only then asked for", async () => {
    start([{ is: "sent", reference: "A" }]);
    const place = () => one("[data-field=order_number]").hasAttribute("data-off");
    control("subject").value = "order";
    control("subject").dispatchEvent(new Event("change", { bubbles: true }));
    clock.pass(19);
    expect(place()).toBe(true);
    clock.pass(1);
    expect(place()).toBe(false);
    await press();
    expect(summary()).toContain("Bestelnummer is verplicht.");
    type("order_number", "10042");
    type("subject", "other");
    expect(place()).toBe(true);
    fillRight();
    await press();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.has("order_number")).toBe(false);
  });
});

describe("R-FORM-04 sending", () => {
  it("locks the form while it is sent, and does not send it twice", async () => {
    start([]);
    fillRight();
    await press();
    const button = one("[data-send]");
    expect(one(".form__fields").inert).toBe(true);
    expect([button.getAttribute("aria-disabled"), button.textContent]).toEqual(["true", "Wordt verstuurd…"]);
    await press();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.get("key")).toBe("0".repeat(32));
    expect(sent[0]?.get("fax")).toBe("");
    expect(sent[0]?.get("privacy")).toBe("1");
  });

  it.each([
    ["sent", "sent", "kept-here"],
    ["kept", "kept-here", "sent"],
  ] as const)("says that it was %s, with the reference, and takes the focus there", async (is, place, other) => {
    start([{ is, reference: "4F2A-91BC" }]);
    const told = vi.fn();
    one("form").addEventListener("sent", told);
    fillRight();
    await press();
    expect(told).toHaveBeenCalledOnce();
    expect(one("form").hidden).toBe(true);
    expect([shownPlace(place), shownPlace(other), shownPlace("done")]).toEqual([true, false, true]);
    expect(one('[data-fill="contact.reference"]').textContent).toBe("4F2A-91BC");
    expect(document.activeElement).toBe(one(`[data-shown="contact.${place}"]`));
  });

  it("opens the page that the editor chose, once it was sent", async () => {
    start([{ is: "sent", reference: "A" }], "/bedankt");
    fillRight();
    await press();
    expect(open).toHaveBeenCalledWith("/bedankt");
  });

  it.each([
    ["unknown", DUTCH.form["form.unknown"]],
    ["nowhere", DUTCH.form["form.nowhere"]],
    ["offline", DUTCH.form["form.offline"]],
  ] as const)(
    "FORM-8 says that it is %s, keeps what was typed and can be sent again with the same key",
    async (is, text) => {
      start([{ is }, { is: "sent", reference: "A" }]);
      const told = vi.fn();
      one("form").addEventListener("sent", told);
      fillRight();
      await press();
      expect(told).not.toHaveBeenCalled();
      expect(one('[data-shown="contact.problem"]').textContent).toBe(text);
      expect(one(".form__fields").inert).toBe(false);
      expect(control("email").value).toBe("noor@example.com");
      await press();
      expect(sent.map((body) => body.get("key"))).toEqual(["0".repeat(32), "0".repeat(32)]);
      expect(shownPlace("problem")).toBe(false);
    },
  );
});

describe("the answer", () => {
  const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
  const told = (detail: string, pointer?: string) => ({
    code: "X",
    title: "X",
    detail,
    source: pointer && { pointer },
  });

  it.each([
    [200, { outcome: "sent", reference: "A" }, { is: "sent", reference: "A" }],
    [200, { outcome: "kept", reference: "A" }, { is: "kept", reference: "A" }],
    [422, { errors: [told("Zo niet.", "/email")] }, { is: "refused", faults: [{ field: "email", text: "Zo niet." }] }],
    [400, { errors: [told("Onleesbaar.")] }, { is: "refused", faults: [{ field: undefined, text: "Onleesbaar." }] }],
    [429, { errors: [told("Te veel.")] }, { is: "refused", faults: [{ field: undefined, text: "Te veel." }] }],
    [503, { errors: [told("Bel ons.")] }, { is: "refused", faults: [{ field: undefined, text: "Bel ons." }] }],
    [404, { errors: [told("Weg.")] }, { is: "nowhere" }],
    [200, "<html>", { is: "nowhere" }],
    [405, "<html>", { is: "nowhere" }],
    [501, "<html>", { is: "nowhere" }],
    [502, "<html>", { is: "unknown" }],
  ])("with status %i and %j is told as it is", async (status, body, outcome) => {
    vi.stubGlobal("fetch", () => Promise.resolve(answer(status, body)));
    expect(await send("/api/forms/contact", new FormData())).toEqual(outcome);
  });

  it("that does not come is asked for once more with the same body, and is unknown then", async () => {
    const fetch = vi.fn(() => Promise.reject(new TypeError("network")));
    vi.stubGlobal("fetch", fetch);
    const body = new FormData();
    expect(await send("/api/forms/contact", body)).toEqual({ is: "unknown" });
    expect(fetch.mock.calls.map((call: unknown[]) => (call[1] as RequestInit).body)).toEqual([body, body]);
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    expect(await send("/api/forms/contact", body)).toEqual({ is: "offline" });
  });
});

describe("FORM-11 a customer's details", () => {
  const profile = { first_name: "Noor", last_name: "Bakker", email: "noor@example.com", company: null };
  const address = { street: "Lange Gracht 12 a", zipcode: "3511 AB", city: "Utrecht", phone: "030 1", company: null };

  it("fill what is empty and leave what was typed", () => {
    control("email").value = "";
    control("order_number").value = "";
    fill(one("[data-island]"), known(profile as never, address as never));
    expect(control("email").value).toBe("noor@example.com");
    control("email").value = "other@example.com";
    fill(one("[data-island]"), known(profile as never, undefined));
    expect(control("email").value).toBe("other@example.com");
  });

  it("part street and number where a form asks for both", () => {
    const details = known(profile as never, address as never);
    expect([details.get("street"), details.get("number"), details.get("street-address")]).toEqual([
      "Lange Gracht",
      "12 a",
      "Lange Gracht 12 a",
    ]);
  });
});
