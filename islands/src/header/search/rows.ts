// Renders suggestions as rows in groups (SEARCH-7, SEARCH-8). Each row is one link, which the combobox treats as an
// option.

import type { SuggestResponse } from "../../api/schema.gen";
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

/** The groups of a response; none if it is empty. */
export function groupsOf(answer: SuggestResponse, query: string, { t, hrefOf, wide }: RowsOf): HTMLElement[] {
  const most = wide ? MOST.wide : MOST.narrow;
  const queries = answer.queries
    .slice(0, most.queries)
    .map(({ text }) => element("a", { class: "search-found__row", href: hrefOf(text) }, predicted(text, query)));
  const products = answer.products.slice(0, most.products).map(productRow);
  let room = most.pages;
  const pages = answer.groups.map(({ kind, label, hits }) => {
    const rows = hits.slice(0, room).map((hit) => pageRow(hit, query));
    room -= rows.length;
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
  for (const row of rows) {
    row.setAttribute("role", "option");
    row.tabIndex = -1;
  }
  const id = `search-found-${kind}`;
  return element(
    "div",
    { class: `search-found__group search-found__group--${kind}`, role: "group", "aria-labelledby": id },
    element("div", { class: "mega__head", id, role: "presentation" }, label),
    ...rows,
  );
}

function productRow({ href, name, maker, price, tax, image }: SuggestResponse["products"][number]): HTMLElement {
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
