// Renders suggestions as rows in groups (SEARCH-7, SEARCH-8). Each row is one link, which the combobox treats as an
// option; a light source has the arrow in its row, and a second row for its label (law §6).

import type { SuggestResponse } from "../../api/schema.gen";
import { energyArrow } from "../../energy-arrow";
import type { Translate } from "../../i18n";
import { element } from "./element";
import type { SearchPanelKey } from "./messages";

export type RowsOf = {
  readonly t: Translate<SearchPanelKey>;
  /** The URL of the results of a query. */
  readonly hrefOf: (query: string) => string;
  /** Whether there is room for ten rows; on phones there is for eight. */
  readonly wide: boolean;
};

/** Maximum numbers of rows of queries, products and pages; the last row of all links to the results. */
const MOST = { wide: { queries: 2, products: 4, pages: 3 }, narrow: { queries: 2, products: 3, pages: 2 } };

/** How many of these rows of pages the labels of light sources may take. */
const LABELS = 2;

type Product = SuggestResponse["products"][number];

/** The number of rows of products: a light source has a second one for its label. */
function rowsOf(products: readonly Product[]): number {
  return products.reduce((sum, { energy }) => sum + (energy === null ? 1 : 2), 0);
}

/** The groups of a response; none if it is empty. */
export function groupsOf(answer: SuggestResponse, query: string, { t, hrefOf, wide }: RowsOf): HTMLElement[] {
  const most = wide ? MOST.wide : MOST.narrow;
  const queries = answer.queries
    .slice(0, most.queries)
    .map(({ text }) => element("a", { class: "search-found__row", href: hrefOf(text) }, predicted(text, query)));
  const room = most.products + LABELS;
  const fits = (_: unknown, place: number) => rowsOf(answer.products.slice(0, place + 1)) <= room;
  const shown = answer.products.slice(0, most.products).filter(fits);
  const products = shown.map((product) => productRows(product, t));
  let left = Math.min(most.pages, most.pages + most.products - rowsOf(shown));
  const pages = answer.groups.map(({ kind, label, hits }) => {
    const rows = hits.slice(0, left).map((hit) => pageRow(hit, query));
    left -= rows.length;
    return group(kind, label, rows);
  });
  const groups = [
    group("queries", t("search_panel.queries"), queries),
    group("products", t("search_panel.products"), products),
    ...pages,
  ].filter((made) => made !== null);
  if (groups.length === 0) return [];
  const words =
    answer.total > 0 ? t("search_panel.all", { query, count: answer.total }) : t("search_panel.all_pages", { query });
  return [
    ...groups,
    element("a", { class: "search-found__all", role: "option", tabindex: "-1", href: hrefOf(query) }, words),
  ];
}

function group(kind: string, label: string, rows: readonly HTMLElement[]): HTMLElement | null {
  if (rows.length === 0) return null;
  for (const option of rows.flatMap((row) => (row.matches("a") ? [row] : [...row.querySelectorAll("a")]))) {
    option.setAttribute("role", "option");
    option.tabIndex = -1;
  }
  const id = `search-found-${kind}`;
  return element(
    "div",
    { class: `search-found__group search-found__group--${kind}`, role: "group", "aria-labelledby": id },
    element("div", { class: "mega__head", id, role: "presentation" }, label),
    ...rows,
  );
}

/**
 * The row of a product. An option contains no other link, so the label of a light source has a row of its own, which
 * opens it on the page of the product (law §6).
 */
function productRows(product: Product, t: RowsOf["t"]): HTMLElement {
  const { href, name, energy } = product;
  if (energy === null) return productRow(product);
  const label = energy.label_alt === null ? energy.label_href : `${href}#energy-label`;
  const words = t("search_panel.energy_label", { name });
  return element(
    "div",
    { class: "search-found__lamp", role: "presentation" },
    productRow(product),
    element("a", { class: "search-found__row search-found__label", href: label }, words),
  );
}

function productRow({ href, name, maker, price, tax, image, energy }: Product): HTMLElement {
  const src = image ?? "";
  return element(
    "a",
    { class: "search-found__row search-found__product", href },
    element("span", { class: "search-found__picture" }, src === "" ? null : picture(src, 240, 300)),
    element(
      "span",
      { class: "search-found__words" },
      element("span", { class: "search-found__name" }, name),
      maker === null ? null : element("span", { class: "search-found__note" }, maker),
      element("span", { class: "search-found__price" }, tax === null ? price : `${price} ${tax}`),
      energy && energyArrow(energy),
    ),
  );
}

function pageRow({ href, title }: SuggestResponse["groups"][number]["hits"][number], query: string): HTMLElement {
  return element("a", { class: "search-found__row", href }, predicted(title, query));
}

function picture(src: string, width: number, height: number): HTMLElement {
  return element("img", { src, alt: "", width: String(width), height: String(height), decoding: "async" });
}

/** A text with its untyped part in bold (SEARCH-7). */
function predicted(text: string, query: string): HTMLElement {
  const at = text.toLocaleLowerCase().indexOf(query.toLocaleLowerCase());
  if (at < 0) return element("b", {}, text);
  const end = at + query.length;
  // One element, because the row is a flex box, which would drop the spaces between its children.
  return element(
    "span",
    {},
    element("b", {}, text.slice(0, at)),
    text.slice(at, end),
    element("b", {}, text.slice(end)),
  );
}
