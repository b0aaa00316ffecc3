// Puts a price into a static card, in the place that the style sheet reserves (`product-card.css`), or into the row of a
// part, and the public one back.
//
// **Invariant:** the card keeps its height, whatever the texts are: a note without room is left to the product's page.
import type { CardPrice } from "../api/schema.gen";
import { element } from "./element";

/** The texts for screen readers around a struck price. */
export type PriceWords = { readonly list_price: string; readonly now: string };

/** What the parts of a card had before. */
const before = new WeakMap<HTMLElement, Node[]>();

/** The price of a part: its label is the second line of the row, and it has no note. */
const PART = "lines__end";
const PRICE = `.product-card__price, .${PART}`;
const NOTE = "p.product-card__note";

/** Whether the card shows what one variant costs, and not its family. */
export function isOfVariant(card: HTMLElement): boolean {
  return card.querySelector("[data-price-of=variant]") !== null;
}

/** Shows the customer's own price. */
export function showOwn(card: HTMLElement, own: CardPrice, words: PriceWords): void {
  restore(card);
  const place = card.querySelector<HTMLElement>(PRICE);
  if (place === null) return;
  keep(place);
  const label = labelIn(place, own.tax);
  if (place.matches(`.${PART}`)) {
    place.replaceChildren(`${own.price} `, label);
    return;
  }
  place.replaceChildren(...struck(own, words), `${own.price} `, label);
  const line = card.querySelector<HTMLElement>(NOTE);
  if (line === null) addIfItFits(own.note, label, place);
  else replaceNote(line, own.note);
}

/** Shows the public price with its label. */
export function showPublic(card: HTMLElement, tax: string): void {
  restore(card);
  const place = card.querySelector<HTMLElement>(PRICE);
  if (place === null) return;
  keep(place);
  place.append(" ", labelIn(place, tax));
}

/** Shows the card as it came. */
export function restore(card: HTMLElement): void {
  for (const part of card.querySelectorAll<HTMLElement>(`${PRICE}, ${NOTE}`)) {
    const nodes = before.get(part);
    if (nodes === undefined) continue;
    part.replaceChildren(...nodes);
    part.style.minBlockSize = "";
    before.delete(part);
  }
}

function keep(part: HTMLElement): void {
  before.set(part, [...part.childNodes]);
}

function labelIn(place: HTMLElement, tax: string): HTMLElement {
  return element("small", { class: place.matches(`.${PART}`) ? "lines__note" : "product-card__note" }, tax);
}

function struck({ list_price }: CardPrice, { list_price: formerly, now }: PriceWords): (Node | string)[] {
  if (list_price === null) return [];
  const hidden = (text: string) => element("span", { class: "visually-hidden" }, `${text} `);
  return [hidden(formerly), element("s", { class: "product-card__list-price" }, list_price), " ", hidden(now)];
}

function addIfItFits(note: string | null, label: HTMLElement, place: HTMLElement): void {
  if (note === null) return;
  const height = place.offsetHeight;
  const added = document.createTextNode(` · ${note}`);
  label.append(added);
  if (place.offsetHeight > height) added.remove();
}

function replaceNote(line: HTMLElement, note: string | null): void {
  const height = line.offsetHeight;
  keep(line);
  line.style.minBlockSize = `${height}px`;
  line.textContent = note;
  if (line.offsetHeight > height) line.textContent = "";
}
