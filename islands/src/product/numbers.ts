// Adds the part numbers for business customers, and for a bundle those of its contents (R-PDP-09).
//
// **Invariant:** the API sends numbers to business customers only; the rows are at the end of the facts, so that
// nothing above them moves.
import type { ItemNumbers } from "../api/schema.gen";
import type { Translate } from "../i18n";
import type { ProductKey } from "../islands/product/messages";
import { element } from "./dom";

/** Replaces the rows of an earlier answer. */
export function showNumbers(page: HTMLElement, numbers: readonly ItemNumbers[], t: Translate<ProductKey>): void {
  const list = page.querySelector("[data-numbers]");
  if (list === null) return;
  for (const row of list.querySelectorAll("[data-part]")) row.remove();
  const [own, ...contents] = numbers;
  if (own === undefined) return;
  const rows: (readonly [string, readonly string[]])[] = [
    [t("product.manufacturer_number"), own.manufacturer_number === null ? [] : [own.manufacturer_number]],
    [t("product.ean"), own.ean === null ? [] : [own.ean]],
    [t("product.contents"), contents.map((content) => contentLine(content, t))],
  ];
  for (const [term, values] of rows) if (values.length > 0) list.append(row(term, values));
}

function row(term: string, values: readonly string[]): HTMLElement {
  const lines = values.map((value) => element("dd", { class: "facts__value" }, value));
  const attributes = { class: "facts__row", "data-part": "" };
  return element("div", attributes, element("dt", { class: "facts__term" }, term), ...lines);
}

/** `1 × MEUBELOLIE · maker’s number KA-9101 · EAN 8719…` */
function contentLine({ quantity, number, manufacturer_number, ean }: ItemNumbers, t: Translate<ProductKey>): string {
  const parts = [t("product.contains", { count: quantity, number })];
  if (manufacturer_number !== null) parts.push(t("product.maker_number", { number: manufacturer_number }));
  if (ean !== null) parts.push(t("product.ean_number", { number: ean }));
  return parts.join(" · ");
}
