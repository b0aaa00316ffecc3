// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTranslate } from "../i18n";
import type { ProductKey } from "../islands/product/messages";
import { DUTCH } from "../testing/messages";
import { matches, startChooser } from "./chooser";

// jsdom has no layout.
beforeAll(() => {
  Element.prototype.scrollIntoView ??= () => {};
});

it("finds words in any order, ignoring case and accents", () => {
  expect(matches("Mohair crème", "creme MOH")).toBe(true);
  expect(matches("Mohair crème", "  ")).toBe(true);
  expect(matches("Mohair crème", "creme loden")).toBe(false);
});

describe("R-PDP-04 a long list of options", () => {
  const part = (quality: string, colors: Readonly<Record<string, string>>) =>
    `<section class="chooser__part"><h3>${quality}</h3><ul>${Object.entries(colors)
      .map(([name, words]) => `<li data-words="${quality} ${words}"><a href="#">${name}</a></li>`)
      .join("")}</ul></section>`;
  beforeEach(() => {
    document.body.innerHTML = `<div data-chooser>
      <p class="chooser__search"><input type="search"></p><p class="chooser__found"></p>
      ${part("Loden", { mos: "groen groene", inkt: "blauw" })}${part("Zeildoek", { mos: "groen groene" })}</div>`;
    start();
  });
  const start = () => {
    const chooser = document.querySelector("div") as HTMLElement;
    startChooser(chooser, createTranslate<ProductKey>(DUTCH.product, "nl-NL"));
  };
  const field = () => document.querySelector("input") as HTMLInputElement;
  const type = (text: string) => {
    field().value = text;
    field().dispatchEvent(new Event("input"));
  };
  const shown = () => [...document.querySelectorAll("section:not([hidden]) li:not([hidden])")].map(said);
  const said = (item: Element) => `${item.closest("section")?.querySelector("h3")?.textContent} ${item.textContent}`;
  const pressEscape = () => {
    const press = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
    field().dispatchEvent(press);
    return press.defaultPrevented;
  };

  it("starts with input from before the script ran", () => {
    field().value = "inkt";
    start();
    expect(shown()).toEqual(["Loden inkt"]);
  });

  it("is searched by quality and colour, shows the number of results, and hides empty qualities", () => {
    type("loden m");
    expect(shown()).toEqual(["Loden mos"]);
    expect(document.querySelectorAll<HTMLElement>("section")[1]?.hidden).toBe(true);
    type("mos");
    expect(shown()).toEqual(["Loden mos", "Zeildoek mos"]);
    expect(document.querySelector(".chooser__found")?.textContent).toBe("2 gevonden");
    type("kurk ");
    expect(shown()).toEqual([]);
    expect(document.querySelector(".chooser__found")?.textContent).toBe("Niets gevonden voor “kurk”");
    type("");
    expect(shown()).toHaveLength(3);
    expect(document.querySelector(".chooser__found")?.textContent).toBe("");
  });

  it("shows results from the top", () => {
    const chooser = document.querySelector("div") as HTMLElement;
    chooser.scrollTop = 400;
    type("  ");
    expect(chooser.scrollTop).toBe(400);
    type("mos");
    expect(chooser.scrollTop).toBe(0);
  });

  it("finds a colour by its common name", () => {
    type("groen");
    expect(shown()).toEqual(["Loden mos", "Zeildoek mos"]);
    type("zeildoek groene");
    expect(shown()).toEqual(["Zeildoek mos"]);
  });

  it("clears the input at Escape, and leaves the next Escape to the sheet", () => {
    type("inkt");
    expect(pressEscape()).toBe(true);
    expect([field().value, shown().length]).toEqual(["", 3]);
    expect(pressEscape()).toBe(false);
  });
});
