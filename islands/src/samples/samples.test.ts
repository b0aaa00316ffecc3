// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { createTranslate } from "../i18n";
import { createSamples, type Sample } from "../stores/samples";
import { DUTCH } from "../testing/messages";
import { startButton } from "./button";
import { showList } from "./list";
import type { SamplesKey, Shown } from "./messages";

const RUST: Sample = {
  id: "1",
  name: "Roest",
  color: "#9c4327",
  product: "Ravel <b>",
  number: "RAVEL-RU-OA",
  path: "/producten/ravel",
  image: "",
};
const MOSS: Sample = {
  ...RUST,
  id: "2",
  name: "Mos",
  color: null,
  product: "Luwte",
  number: "L-1",
  image: "/m/l.webp",
};

const one = <Kind extends HTMLElement = HTMLElement>(selector: string) => document.querySelector(selector) as Kind;

let shown: Shown;

beforeEach(() => {
  localStorage.clear();
  shown = { samples: createSamples(), t: createTranslate<SamplesKey>(DUTCH.samples, "nl-NL") };
});

describe("the button of a product's page", () => {
  const start = (cloth: Sample) => {
    document.body.innerHTML = `<div class="sample"><button data-add>Staal</button>
      <p class="sample__said" role="status"></p><a class="sample__page" href="/stalen" hidden>Stalen</a></div>`;
    startButton(one(".sample"), cloth, shown);
  };
  const press = () => {
    one("button").click();
    return one(".sample__said").textContent;
  };

  it("puts the cloth in, says how many there are, and leads to the form", () => {
    start(RUST);
    expect(one(".sample__page").hidden).toBe(true);
    expect(press()).toBe("Roest is gekozen: 1 van 5 stalen.");
    expect(one(".sample__page").hidden).toBe(false);
    expect(press()).toBe("Roest was al gekozen: 1 van 5 stalen.");
    start(MOSS);
    expect(press()).toBe("Mos is gekozen: 2 van 5 stalen.");
    expect(shown.samples.all()).toEqual([RUST, MOSS]);
  });

  it("says when there can be no more", () => {
    for (const id of ["3", "4", "5", "6", "7"]) shown.samples.put({ ...RUST, id });
    start(RUST);
    expect(press()).toBe("U hebt 5 stalen gekozen; meer kan niet. Haal er een weg om een andere te kiezen.");
    expect(one(".sample__page").hidden).toBe(false);
  });

  it("says when the browser keeps nothing", () => {
    const blocked = () => {
      throw new DOMException("blocked", "SecurityError");
    };
    shown = { ...shown, samples: createSamples(blocked) };
    start(RUST);
    expect(press()).toBe(`Roest is gekozen: 1 van 5 stalen. ${DUTCH.samples["samples.not_kept"]}`);
  });
});

describe("the list in the form", () => {
  const start = (typed = "") => {
    document.body.innerHTML = `<form><div class="field"><label for="cloths">Welke stoffen</label>
      <p id="cloths-hint">Hooguit vijf.</p><textarea id="cloths" name="cloths">${typed}</textarea></div></form>`;
    showList(control(), shown);
  };
  const control = () => one<HTMLTextAreaElement>("textarea");
  const items = () => [...document.querySelectorAll<HTMLElement>("li")].map((item) => item.textContent);
  const comeBack = () => {
    const event = Object.assign(new Event("pageshow"), { persisted: true });
    dispatchEvent(event);
  };

  it("is not there while nothing was chosen, and leaves what is typed", () => {
    start("Roest");
    expect([one(".samples").hidden, control().hidden, control().value]).toEqual([true, false, "Roest"]);
  });

  it("shows colour or picture, name and product, and names the same in the field", () => {
    shown.samples.put(RUST);
    shown.samples.put(MOSS);
    start();
    expect([one(".samples").hidden, control().hidden, one("#cloths-hint").hidden]).toEqual([false, true, true]);
    expect(one("ul").getAttribute("aria-labelledby")).toBe(one("label").id);
    expect(items()).toEqual(["RoestRavel <b>Haal weg: Roest", "MosLuwteHaal weg: Mos"]);
    expect(one("li svg.swatch").getAttribute("color")).toBe("#9c4327");
    expect(one("li img").getAttribute("src")).toBe("/m/l.webp");
    expect(one("li a").getAttribute("href")).toBe("/producten/ravel");
    expect(one("[role=status]").textContent).toBe("2 van 5 stalen");
    expect(control().value).toBe("Roest: Ravel <b> (RAVEL-RU-OA)\nMos: Luwte (L-1)");
  });

  it("takes one out, says so, keeps the focus in the list, and gives the field back after the last one", () => {
    shown.samples.put(RUST);
    shown.samples.put(MOSS);
    start();
    let changes = 0;
    one("form").addEventListener("input", () => {
      changes += 1;
    });
    one("li button").click();
    expect(one("[role=status]").textContent).toBe("Roest is weggehaald: nog 1 van 5 stalen.");
    expect(document.activeElement).toBe(one("li button"));
    expect([items().length, control().value, changes]).toEqual([1, "Mos: Luwte (L-1)", 1]);
    one("li button").click();
    expect([one(".samples").hidden, control().hidden, control().value]).toEqual([true, false, ""]);
    expect(document.activeElement).toBe(control());
    expect(shown.samples.all()).toEqual([]);
  });

  it("has what was chosen meanwhile when the visitor comes back, unless something was typed", () => {
    start();
    shown.samples.put(RUST);
    comeBack();
    expect(items()).toHaveLength(1);
    start();
    shown.samples.takeOut(RUST.id);
    comeBack();
    control().value = "Iets anders";
    shown.samples.put(MOSS);
    comeBack();
    expect([one(".samples").hidden, control().hidden, control().value]).toEqual([true, false, "Iets anders"]);
  });

  it("takes the place of what the browser filled in from an earlier visit", () => {
    shown.samples.put(MOSS);
    start("Roest: Ravel (RAVEL-RU-OA)");
    expect([control().value, control().hidden]).toEqual(["Mos: Luwte (L-1)", true]);
  });

  it("is emptied once the form was sent", () => {
    shown.samples.put(RUST);
    start();
    one("form").dispatchEvent(new Event("sent"));
    expect(shown.samples.all()).toEqual([]);
  });
});
