// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import type { ItemNumbers } from "../api/schema.gen";
import { createTranslate } from "../i18n";
import type { ProductKey } from "../islands/product/messages";
import { DUTCH } from "../testing/messages";
import { showNumbers } from "./numbers";

const t = createTranslate<ProductKey>(DUTCH.product, "nl-NL");
const numbers = (number: string, change: Partial<ItemNumbers> = {}): ItemNumbers => ({
  number,
  manufacturer_number: null,
  ean: null,
  quantity: 1,
  ...change,
});

function shown(...lists: readonly (readonly ItemNumbers[])[]): string[] {
  document.body.innerHTML = `<dl data-numbers><div><dt>Artikelnummer</dt><dd>VERZORGSET</dd></div></dl>`;
  for (const list of lists) showNumbers(document.body, list, t);
  return [...document.querySelectorAll("dl > div")].map((row) =>
    [...row.children].map((cell) => cell.textContent).join("|"),
  );
}

describe("R-PDP-09 product and part numbers", () => {
  it("adds the manufacturer's numbers and those of a bundle's contents below the product's own", () => {
    const bundle = [
      numbers("VERZORGSET", { ean: "8719999051123" }),
      numbers("MEUBELOLIE", { manufacturer_number: "KA-9101", ean: "8719999051130" }),
      numbers("GLIJDER", { quantity: 4 }),
    ];
    expect(shown(bundle)).toEqual([
      "Artikelnummer|VERZORGSET",
      "EAN|8719999051123",
      "Nummers van de inhoud|1 × MEUBELOLIE · nummer van de maker KA-9101 · EAN 87199990511304 × GLIJDER",
    ]);
  });

  it("removes all of them when the visitor is no business customer any more", () => {
    const own = [numbers("KNAAP", { manufacturer_number: "PL-K4" })];
    expect(shown(own, own)).toEqual(["Artikelnummer|VERZORGSET", "Nummer van de maker|PL-K4"]);
    expect(shown(own, [])).toEqual(["Artikelnummer|VERZORGSET"]);
  });
});
