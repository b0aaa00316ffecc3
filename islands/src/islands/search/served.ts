// Completes the results that the page was served with: what would make the page longer than its budget, and what only a
// script can do.
//
// **Invariant:** elements of the page stay in place and keep their size; the result is that of `Results` and
// `ProductCard`, which take over on the first use of a filter.
import type { CardImage, EnergyArrow, SearchCard, SearchResponse } from "../../api/schema.gen";
import { energyArrow } from "../../energy-arrow";
import { element } from "../../header/search/element";
import type { Translate } from "../../i18n";
import { countChosen, type ListState } from "../../listing/state";
import { GRAMMAR } from "./ask";
import type { SearchKey } from "./messages";
import { headingOf } from "./sections";

type Texts = Translate<SearchKey>;

/** What needs no response: the parts of the bar that need a script, and the link to more products. */
export function completeBar(found: HTMLElement, state: ListState, t: Texts): void {
  for (const part of found.querySelectorAll<HTMLElement>("[data-scripted]")) part.hidden = false;
  const count = Number(found.querySelector(".search__products .list-count")?.textContent);
  found.querySelector(".list-bar__count")?.replaceChildren(t("search.count", { count }));
  showChosen(found, state, t);
  const select = found.querySelector("select");
  if (select !== null) select.value = state.sort ?? GRAMMAR.sorts[0] ?? "";
  const pager = found.querySelector(".pager");
  const shown = found.querySelectorAll(".product-card").length;
  pager?.replaceWith(more(pager.querySelector("[rel=next]"), t("listing.shown", { shown, total: count }), t));
}

/** The number of selected values of each facet, and of all of them. */
function showChosen(found: HTMLElement, { chosen }: ListState, t: Texts): void {
  const all = countChosen(chosen);
  if (all === 0) return;
  const opener = found.querySelector("[data-filters]");
  opener?.append(element("span", { class: "list-bar__number" }, ` (${all})`));
  opener?.setAttribute("aria-label", t("listing.filters_chosen", { count: all }));
  for (const [facet, values] of Object.entries(chosen))
    found
      .querySelector(`[data-facet="${facet}"] > summary`)
      ?.append(element("span", { class: "list-facet__chosen" }, ` (${values.length})`));
}

function more(next: Element | null, shown: string, t: Texts): HTMLElement {
  const words = element("p", { class: "list-more__shown" }, shown);
  const href = next?.getAttribute("href");
  if (!href) return element("div", { class: "list-more" }, words);
  const link = element(
    "a",
    { class: "button button--secondary list-more__next", href, "data-more": "" },
    t("listing.more"),
  );
  return element("div", { class: "list-more" }, words, link);
}

/** What only a response knows: pictures in all sizes, colours, arrows, and how many pages of a kind there are. */
export function completeResults(found: HTMLElement, first: SearchResponse, t: Texts): void {
  const { products, content } = first;
  const byHref = new Map(products.map((card) => [card.href, card]));
  for (const card of found.querySelectorAll<HTMLElement>(".product-card")) {
    const of = byHref.get(card.querySelector(".product-card__link")?.getAttribute("href") ?? "");
    if (of !== undefined) completeCard(card, of, t);
  }
  // A CDN may have kept the page, which is that of everybody.
  if (first.public_order !== null && found.querySelector(".search__products > p.list-count") === null)
    found.querySelector(".cards-grid")?.before(element("p", { class: "list-count" }, first.public_order));
  for (const { kind, total, hits } of content) {
    if (total <= hits.length) continue;
    const note = element("p", { class: "search__note" }, t("search.first_of", { shown: hits.length, total }));
    found.querySelector(`#${headingOf(kind)}`)?.parentElement?.append(note);
  }
}

function completeCard(card: HTMLElement, of: SearchCard, t: Texts): void {
  const frame = card.querySelector(".product-card__picture");
  const { image, second, swatches } = of;
  if (frame !== null && image !== null) {
    // A picture that is there already stays.
    if (frame.querySelector("img") === null) frame.replaceChildren(packshot(image, " product-card__first"));
    if (second !== null)
      frame.append(element("picture", { class: "image image--packshot product-card__second" }, packshot(second)));
  }
  const colours = card.querySelector(".swatches");
  if (colours !== null && swatches.length > 0) {
    colours.append(
      element("span", { class: "visually-hidden" }, t("listing.colours", { colours: of.swatch_words })),
      ...swatches.map(({ color }) => swatch(color)),
    );
    if (of.more_swatches > 0) colours.append(element("span", { "aria-hidden": "true" }, `+${of.more_swatches}`));
  }
  if (of.energy !== null) card.querySelector(".energy")?.replaceWith(energy(of.energy));
}

/** Without a response the pictures of browsers without scripts are shown, in one size. */
export function completePictures(found: HTMLElement): void {
  for (const words of found.querySelectorAll(".product-card__picture > noscript")) {
    const src = /src="([^"]+)"/.exec(words.textContent ?? "")?.[1]?.replaceAll("&amp;", "&");
    if (src !== undefined) words.replaceWith(lazy({ class: "image__file product-card__first", src, alt: "" }));
  }
}

function packshot({ src, srcset, sizes, width, height, alt, focus }: CardImage, name = ""): HTMLElement {
  return lazy({
    class: `image__file${focus === null ? "" : ` ${focus}`}${name}`,
    ...(sizes !== null && { sizes }),
    ...(width !== null && { width: String(width) }),
    ...(height !== null && { height: String(height) }),
    alt,
    srcset,
    src,
  });
}

/** `loading` comes before `src`, which would otherwise be loaded immediately. */
function lazy(attributes: Readonly<Record<string, string>>): HTMLElement {
  return element("img", { loading: "lazy", decoding: "async", ...attributes });
}

function swatch(color: string): Element {
  const made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [name, value] of [
    ["class", "swatch"],
    ["color", color],
    ["aria-hidden", "true"],
  ] as const)
    made.setAttribute(name, value);
  return made;
}

/** As `ui/energy.tsx`. */
function energy(of: EnergyArrow): HTMLElement {
  const { label_alt: alt, label_href: href } = of;
  const picture = { class: "energy__picture", width: "192", height: "384", src: href, alt: alt ?? "" };
  const label = alt
    ? element("details", { name: "energy" }, element("summary", {}, energyArrow(of)), lazy(picture))
    : element("a", { class: "energy__link", href, rel: "noopener" }, energyArrow(of));
  const sheet = element("a", { class: "energy__link", href: of.sheet_href, rel: "noopener" }, of.sheet_label);
  return element("div", { class: "energy product-card__energy" }, label, sheet);
}
