// @vitest-environment jsdom
// Law §6: the suggestion of a light source has its arrow, and a row that opens its label; SEARCH-8: at most ten rows.
import { describe, expect, it } from "vitest";
import type { SuggestResponse } from "../../api/schema.gen";
import { groupsOf } from "./rows";

type Product = SuggestResponse["products"][number];

const ARROW = {
  class: "E",
  alt: "Klasse E",
  label_href: "https://media.example/label.svg",
  label_alt: "Energielabel: klasse E",
  sheet_href: "https://media.example/sheet.pdf",
  sheet_label: "Blad",
};

const product = (name: string, change: Partial<Product> = {}): Product => ({
  href: `/producten/${name}`,
  name,
  maker: null,
  price: "€ 245,00",
  tax: null,
  image: null,
  energy: null,
  ...change,
});

function optionsOf(products: readonly Product[], wide = true): HTMLElement[] {
  const hits = ["A", "B", "C"].map((title) => ({ href: `/${title}`, title, image: null }));
  const answer: SuggestResponse = {
    queries: [{ text: "lamp" }, { text: "lampen" }],
    products: [...products],
    groups: [{ kind: "page", label: "Pagina’s", hits }],
    total: products.length,
  };
  const t = (key: string, values: Readonly<Record<string, string | number>> = {}) => `${key} ${values.name ?? ""}`;
  const groups = groupsOf(answer, "lamp", { t, hrefOf: (query) => `/zoeken?q=${query}`, wide });
  return groups.flatMap((group) =>
    group.matches("[role=option]") ? [group] : [...group.querySelectorAll<HTMLElement>("[role=option]")],
  );
}

describe("law §6: suggestions of light sources", () => {
  it("have the arrow in the row, and a row of its own for the label", () => {
    const options = optionsOf([product("zwam", { energy: ARROW }), product("tros")]);
    const [lamp, label, luminaire] = options.slice(2);
    expect(lamp?.querySelector(".energy__arrow--E .energy__class")?.textContent).toBe("E");
    expect(lamp?.textContent).toContain("Klasse E");
    expect(lamp?.querySelector("a")).toBeNull();
    expect(label?.getAttribute("href")).toBe("/producten/zwam#energy-label");
    expect(label?.textContent).toBe("search_panel.energy_label zwam");
    expect(luminaire?.querySelector(".energy__arrow")).toBeNull();
  });

  it("lead to a label that is a document", () => {
    const options = optionsOf([product("zwam", { energy: { ...ARROW, label_alt: null } })]);
    expect(options[3]?.getAttribute("href")).toBe(ARROW.label_href);
  });

  it.each([true, false])("stay within the rows that there is room for (wide: %s)", (wide) => {
    const most = wide ? 10 : 8;
    for (let lamps = 0; lamps <= 4; lamps += 1) {
      const products = ["a", "b", "c", "d"].map((name, place) =>
        product(name, { energy: place < lamps ? ARROW : null }),
      );
      const count = optionsOf(products, wide).length;
      expect(count, `${lamps} lamps`).toBeLessThanOrEqual(most);
      expect(count, `${lamps} lamps`).toBeGreaterThanOrEqual(most - 1);
    }
  });
});
