// One page of every kind, for tests of rules that hold for all pages.
import type { APIRequestContext } from "@playwright/test";
import { product } from "./catalogue";
import { type Locale, TAGS } from "./texts";

/** The row of budgets.md for a page. */
export type BudgetOf = "editorial" | "list" | "stores" | "product" | "search" | "404";

export type PageKind = {
  readonly name: string;
  /** The Dutch path; other languages are found by the page's alternates. */
  readonly path: string;
  readonly budget: BudgetOf;
  readonly status?: number;
  /** Paths in other languages, if the page has no alternates. */
  readonly in?: Readonly<Record<Exclude<Locale, "nl">, string>>;
};

const editorial = (name: string, path: string): PageKind => ({ name, path, budget: "editorial" });
const list = (name: string, path: string): PageKind => ({ name, path, budget: "list" });

export const PAGE_KINDS: readonly PageKind[] = [
  editorial("home", "/"),
  editorial("content", "/over-ons"),
  editorial("service", "/service"),
  editorial("contact", "/contact"),
  editorial("questions", "/service/veelgestelde-vragen"),
  editorial("form", "/service/afspraak"),
  editorial("legal", "/privacy"),
  // The longest lists, on their first and on a further page.
  list("products", "/producten"),
  list("products, page 2", "/producten/pagina/2"),
  list("category", "/producten/meubels"),
  list("category, page 2", "/producten/meubels/pagina/2"),
  list("category without kinds", "/producten/meubels/zitten/eetkamerstoelen"),
  list("brands", "/merken"),
  editorial("brand", "/merken/kante"),
  list("designers", "/designers"),
  editorial("designer", "/designers/anouk-verdier"),
  list("collections", "/collecties"),
  // The longest product list on a page of an entry.
  editorial("collection", "/collecties/avond"),
  list("projects", "/projecten"),
  editorial("project", "/projecten/hotel-de-spuikom"),
  list("news", "/nieuws"),
  list("news, page 2", "/nieuws/pagina/2"),
  editorial("news item", "/nieuws/breda-is-open"),
  list("events", "/evenementen"),
  editorial("event", "/evenementen/drie-lampen-in-de-kluis"),
  editorial("event that is over", "/evenementen/interieur-kortrijk"),
  list("showrooms and stores", "/showrooms"),
  editorial("showroom", "/showrooms/utrecht"),
  { name: "places", path: "/service/verkooppunten", budget: "stores" },
  list("vacancies", "/vacatures"),
  editorial("vacancy", "/vacatures/bezorger"),
  list("catalogues", "/catalogi"),
  { name: "product", path: product("RAVEL-RU-OA").path("nl"), budget: "product" },
  {
    name: "search",
    path: "/zoeken?q=lamp",
    budget: "search",
    in: { en: "/en/search?q=table", de: "/de/suchen?q=tisch" },
  },
  { name: "search that finds nothing", path: "/zoeken?q=qwertzuiop", budget: "search" },
  { name: "404", path: "/er/is/hier/niets", budget: "404", status: 404 },
];

/** The path of a page in a locale, by its alternates; the Dutch path if it is not translated. */
export async function pathIn(request: APIRequestContext, kind: PageKind, locale: Locale): Promise<string> {
  const { path, status } = kind;
  if (locale === "nl") return path;
  if (kind.in !== undefined) return kind.in[locale];
  if (status === 404) return `/${locale}${path}`;
  const html = await (await request.get(path)).text();
  const found = new RegExp(`hreflang="${TAGS[locale]}" href="([^"]+)"`).exec(html)?.[1];
  return found === undefined ? path : new URL(found).pathname;
}
