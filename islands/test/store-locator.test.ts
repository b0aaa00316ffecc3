// @vitest-environment jsdom
// R-STORE-01: distances, the gazetteer, the query of the URL and the combobox.
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { unpacked } from "../src/store-locator/base-map";
import { NOTHING, readChoice, writeChoice } from "../src/store-locator/choice";
import { startCombobox } from "../src/store-locator/combobox";
import { distanceWords, kilometres } from "../src/store-locator/distance";
import { findPlaces, plain, readPlaces, shopPlace } from "../src/store-locator/gazetteer";

describe("R-STORE-01 distance", () => {
  it("is the great-circle distance, within one per cent of reference values", () => {
    const [amsterdam, berlin, antwerp] = [
      [52.373, 4.893],
      [52.517, 13.389],
      [51.221, 4.4],
    ] as const;
    expect(kilometres(amsterdam, berlin)).toBeCloseTo(577, -1);
    expect(kilometres(amsterdam, antwerp)).toBeCloseTo(132, -1);
    expect(kilometres(berlin, amsterdam)).toBe(kilometres(amsterdam, berlin));
    expect(kilometres(berlin, berlin)).toBe(0);
    // Antipodes, where rounding could exceed the range of the sine.
    expect(kilometres([90, 0], [-90, 0])).toBeCloseTo(20_015, -1);
  });

  it("has one decimal below ten kilometres, in the locale's format", () => {
    expect(distanceWords(3.44, "nl-NL")).toBe("3,4");
    expect(distanceWords(0, "en-GB")).toBe("0.0");
    expect(distanceWords(9.96, "nl-NL")).toBe("10");
    expect(distanceWords(1234.5, "de-DE")).toBe("1.235");
  });
});

/** The project's own gazetteer, in Dutch, as the generator writes it. */
function ownPlaces() {
  const file = path.join(import.meta.dirname, "../../locales/places.csv");
  const lines = readFileSync(file, "utf8").split("\n");
  const rows = lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [country = "", postcode = "", latitude = "", longitude = "", ...names] = line.split(";");
      const dutch = names.find((name) => name.startsWith("nl:")) ?? names[0] ?? "";
      const bare = (name: string) => name.replace(/^[a-z]{2}:/, "");
      const others = names.map(bare).filter((name) => name !== bare(dutch));
      return [bare(dutch), others, country, postcode, Number(latitude), Number(longitude)] as const;
    });
  return readPlaces(rows, "NL");
}

describe("R-STORE-01 the gazetteer", () => {
  const places = ownPlaces();
  const first = (typed: string) => findPlaces(places, typed, 6)[0]?.name;

  it("has at least 300 places of the three countries", () => {
    expect(places.length).toBeGreaterThanOrEqual(300);
    expect(new Set(places.map(({ where }) => ("country" in where ? where.country : "")))).toEqual(
      new Set(["NL", "BE", "DE"]),
    );
  });

  it.each([
    ["Den Haag", "Den Haag"],
    ["'s-Gravenhage", "Den Haag"],
    ["s gravenhage", "Den Haag"],
    ["The Hague", "Den Haag"],
    ["the hag", "Den Haag"],
    ["Köln", "Keulen"],
    ["Koeln", "Keulen"],
    ["Koln", "Keulen"],
    ["Cologne", "Keulen"],
    ["Antwerp", "Antwerpen"],
    ["Anvers", "Antwerpen"],
    ["Luik", "Luik"],
    ["Lüttich", "Luik"],
    ["liege", "Luik"],
    ["Muenster", "Münster"],
    ["Münster", "Münster"],
    ["'s-Hertogenbosch", "Den Bosch"],
    ["bosch", "Den Bosch"],
    ["St. Niklaas", "Sint-Niklaas"],
    ["AMSTERDAM ", "Amsterdam"],
    ["Amstredam", "Amsterdam"],
    ["Gronigen", "Groningen"],
    ["Gießen", "Gießen"],
    ["giessen", "Gießen"],
  ])("finds %s as %s", (typed, name) => {
    expect(first(typed)).toBe(name);
  });

  it.each([
    ["1012", ["Amsterdam", "Brussel"]],
    ["1015 CN", ["Amsterdam"]],
    ["1015cn", ["Amsterdam"]],
    ["3512", ["Utrecht", "Hasselt"]],
    ["B-2018", ["Antwerpen"]],
    ["BE 9000", ["Gent"]],
    ["NL-9712", ["Groningen"]],
    ["50668", ["Keulen"]],
    ["D-10115", ["Berlijn"]],
    ["01099", ["Dresden"]],
  ])("takes the postcode %s for the area of %s", (typed, names) => {
    expect(findPlaces(places, typed, 6).map(({ name }) => name)).toEqual(names);
  });

  it("finds nothing for an unknown place, and never more than requested", () => {
    for (const typed of ["", "  ", "'", "xyzabc", "99", "123456", "<script>"])
      expect(findPlaces(places, typed, 6)).toEqual([]);
    expect(findPlaces(places, "be", 3)).toHaveLength(3);
  });

  it("finds shops by a word of their name", () => {
    const shops = [shopPlace("De Noordenberg Wonen", "Deventer", [52.2, 6.1])];
    expect(findPlaces(shops, "noorden", 3)).toEqual(shops);
    expect(plain("  Haus am  Ponttor ")).toBe("haus am ponttor");
  });
});

describe("R-STORE-01 the query", () => {
  it("contains place and filters, and keeps other parameters", () => {
    const choice = { near: "Den Haag", brand: "kante", type: "", open: true };
    const search = writeChoice("?utm=1&type=pilot", choice);
    expect(search).toBe("?utm=1&near=Den+Haag&brand=kante&open=1");
    expect(readChoice(search)).toEqual(choice);
    expect(writeChoice(search, NOTHING)).toBe("?utm=1");
    expect(writeChoice("?near=x", NOTHING)).toBe("");
  });

  it("limits a name to the length of its field", () => {
    expect(readChoice(`?near=${"a".repeat(500)}`).near).toHaveLength(80);
    expect(readChoice("?open=yes&brand=%20")).toEqual(NOTHING);
  });
});

describe("R-STORE-01 the combobox", () => {
  const chosen: string[] = [];

  function start() {
    chosen.length = 0;
    document.body.innerHTML = `<input role="combobox" aria-expanded="false"><ul id="list" role="listbox" hidden></ul>`;
    const input = document.querySelector("input") as HTMLInputElement;
    const list = document.getElementById("list") as HTMLElement;
    const box = startCombobox(input, list, {
      suggest: (typed) =>
        ["Gent", "Genk", "Goes"]
          .filter((name) => name.startsWith(typed))
          .map((label) => ({ label, where: "", value: label })),
      choose: ({ value }) => chosen.push(value),
    });
    const type = (text: string) => {
      input.value = text;
      input.dispatchEvent(new Event("input"));
    };
    const press = (key: string) => input.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
    const options = () => [...list.children].map((one) => one.textContent);
    return { input, list, box, type, press, options };
  }

  afterEach(() => document.body.replaceChildren());

  it("cycles with the arrow keys, through the field itself", () => {
    const { input, type, press, options } = start();
    type("Gen");
    expect(options()).toEqual(["Gent", "Genk"]);
    press("ArrowUp");
    expect(input.getAttribute("aria-activedescendant")).toBe("list-1");
    press("ArrowDown");
    expect(input.hasAttribute("aria-activedescendant")).toBe(false);
    press("ArrowDown");
    expect(input.getAttribute("aria-activedescendant")).toBe("list-0");
  });

  it("selects the active suggestion, the first without one, and none if there is none", () => {
    const { box, type, press, list } = start();
    type("G");
    press("ArrowDown");
    press("ArrowDown");
    expect(box.submit()).toBe(true);
    type("G");
    expect(box.submit()).toBe(true);
    type("X");
    expect(box.submit()).toBe(false);
    expect(chosen).toEqual(["Genk", "Gent"]);
    expect(list.hidden).toBe(true);
  });

  it("closes with Escape, then clears; IME keys are ignored", () => {
    const { input, type, press, options } = start();
    type("G");
    press("Escape");
    expect([options(), input.value]).toEqual([[], "G"]);
    press("Escape");
    expect(input.value).toBe("");
    type("G");
    input.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", isComposing: true }));
    expect(input.hasAttribute("aria-activedescendant")).toBe(false);
  });
});

it("R-STORE-01 the outlines are read as differences, latitude first", () => {
  expect(unpacked([4893, 52373, 7, -3])).toEqual([
    [52.373, 4.893],
    [52.37, 4.9],
  ]);
});
