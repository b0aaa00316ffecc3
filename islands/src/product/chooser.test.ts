// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { createTranslate } from "../i18n";
import type { ProductKey } from "../islands/product/messages";
import { DUTCH } from "../testing/messages";
import { matches, startChooser } from "./chooser";

it("finds words in any order, whatever their case and accents", () => {
  expect(matches("Mohair crème", "creme MOH")).toBe(true);
  expect(matches("Mohair crème", "  ")).toBe(true);
  expect(matches("Mohair crème", "creme loden")).toBe(false);
});

describe("R-PDP-04 a long list of choices", () => {
  const NAMES = ["Loden mos", "Loden inkt", "Zeildoek mos"];
  beforeEach(() => {
    document.body.innerHTML = `<details data-chooser open><summary>Kies</summary>
      <p class="chooser__search"><input type="search"></p><p class="chooser__found"></p>
      <ul class="chooser__list">${NAMES.map((name) => `<li><a href="#">${name}</a></li>`).join("")}</ul></details>`;
    start();
  });
  const start = () => {
    const chooser = document.querySelector("details") as HTMLDetailsElement;
    startChooser(chooser, createTranslate<ProductKey>(DUTCH.product, "nl-NL"));
  };
  const field = () => document.querySelector("input") as HTMLInputElement;
  const type = (text: string) => {
    field().value = text;
    field().dispatchEvent(new Event("input"));
  };
  const shown = () => [...document.querySelectorAll("li:not([hidden])")].map((item) => item.textContent);
  const pressEscape = (on: Element) => on.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));

  it("begins with what was typed before the script came", () => {
    field().value = "inkt";
    start();
    expect(shown()).toEqual(["Loden inkt"]);
  });

  it("is searched by a field, and says how many were found", () => {
    type("mos");
    expect(shown()).toEqual(["Loden mos", "Zeildoek mos"]);
    expect(document.querySelector(".chooser__found")?.textContent).toBe("2 gevonden");
    type("");
    expect(shown()).toEqual(NAMES);
    expect(document.querySelector(".chooser__found")?.textContent).toBe("");
  });

  it("closes at Escape with the focus on its summary; what is typed is cleared first, by the browser", () => {
    const chooser = document.querySelector("details") as HTMLDetailsElement;
    type("mos");
    pressEscape(field());
    expect(chooser.open).toBe(true);
    pressEscape(document.querySelector("a") as Element);
    expect(chooser.open).toBe(false);
    expect(document.activeElement).toBe(document.querySelector("summary"));
  });
});
