// Shows a customer's own prices on the static cards of a page and at parts, each with its tax label (law §3). Loaded only for a
// customer who may have own prices.
//
// **Invariant:** a card of such a customer shows a price only with its label: the own one, or the public one if the own
// one is not known. If not even the label is known, the mark is removed, and the cards are those of everybody.
import { getCardPrices } from "../api/card-prices.gen";
import type { CardPricesResponse } from "../api/schema.gen";
import { type Cards, cardsOf, watchCards } from "./cards";
import { element } from "./element";
import { isOfVariant, restore, showOwn, showPublic } from "./place";

/** Number of products of a request: a page of a list. */
const AT_ONCE = 24;
/** Length of all paths of a request: the API reads addresses of 8 KiB, in which a slash takes three bytes. */
const LONGEST = 2_000;
/** After this time cards show public prices, in milliseconds. */
const TIMEOUT_MS = 4_000;

export type OwnPrices = {
  readonly page: Document;
  readonly api: { readonly getCardPrices: typeof getCardPrices };
  /** Requests `build.json`, which has the label of public prices. */
  readonly build: () => Promise<Response>;
};

let started = false;
/** The cards whose prices are being asked for. */
const asked = new WeakSet<HTMLElement>();

/** Called whenever the page learns that its visitor may have own prices. */
export function start(): void {
  const own: OwnPrices = { page: document, api: { getCardPrices }, build: () => fetch("/build.json") };
  void showOnNew(own);
  if (started) return;
  started = true;
  watchCards(document, () => void showOnNew(own));
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) void showOn(cardsOf(document), own);
  });
  document.addEventListener("vitrine-customer", () => {
    if (!isMarked(document)) restoreAll(document);
  });
}

/** On the cards without a label. */
export function showOnNew(own: OwnPrices): Promise<void> {
  return showOn(
    cardsOf(own.page).filter(({ cards }) => cards.some((card) => !isLabelled(card) && !asked.has(card))),
    own,
  );
}

/** Asks for the prices of these cards in batches. */
export async function showOn(cards: readonly Cards[], own: OwnPrices): Promise<void> {
  const { page } = own;
  const byPrice = listsByPrice(page);
  const waiting = [...cards];
  const all = cards.flatMap((one) => one.cards);
  for (const card of all) asked.add(card);
  try {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, countOf(waiting));
      const answer = await ask(batch, own);
      if (!answer.own) {
        unmark(page);
        return;
      }
      for (const list of byPrice) sayOrder(list, answer.public_order);
      const later = show(batch, answer);
      // The first of a batch is never put off, so that this ends.
      if (later.length === batch.length) throw new Error("the API put all prices off");
      waiting.unshift(...later);
    }
  } catch {
    await showPublicPrices(own);
  } finally {
    for (const card of all) asked.delete(card);
  }
}

/** How many of these fit into a request, at least one. */
function countOf(waiting: readonly Cards[]): number {
  let length = 0;
  const end = waiting.findIndex(({ path }, place) => {
    length += path.length + 1;
    return place === AT_ONCE || (place > 0 && length > LONGEST);
  });
  return end < 0 ? waiting.length : end;
}

function ask(batch: readonly Cards[], { api }: OwnPrices): Promise<CardPricesResponse> {
  const paths = batch.map(({ path }) => path).join(",");
  return api.getCardPrices({ query: { paths }, timeout: TIMEOUT_MS });
}

/** Returns those that are to be asked for again. */
function show(batch: readonly Cards[], { prices, later, public_tax, words }: CardPricesResponse): Cards[] {
  const putOff: Cards[] = [];
  for (const one of batch) {
    const price = prices.find(({ path }) => path === one.path);
    if (price === undefined && later.includes(one.path)) {
      putOff.push(one);
      continue;
    }
    for (const card of one.cards) {
      const shown = isOfVariant(card) ? price?.variant : price?.family;
      if (shown) showOwn(card, shown, words);
      else showPublic(card, public_tax);
    }
  }
  return putOff;
}

/** The static lists that are sorted by price: the bar says so, until its island replaces it. */
function listsByPrice(page: ParentNode): Element[] {
  return [...page.querySelectorAll(".listing:has([data-sort^=price]) > .listing__own")];
}

/** Says that the order is that of public prices, once a list. */
function sayOrder(list: Element, sentence: string): void {
  if (list.querySelector(".list-order") !== null) return;
  list.prepend(element("p", { class: "list-order" }, sentence));
}

async function showPublicPrices({ page, build }: OwnPrices): Promise<void> {
  try {
    const { tax_labels } = (await (await build()).json()) as { tax_labels: Readonly<Record<string, string>> };
    const tax = tax_labels[page.documentElement.dataset.locale ?? ""];
    if (tax === undefined) throw new Error("no label of public prices in this language");
    for (const { cards } of cardsOf(page)) {
      for (const card of cards) if (!isLabelled(card)) showPublic(card, tax);
    }
  } catch {
    unmark(page);
  }
}

function isLabelled(card: HTMLElement): boolean {
  return card.querySelector("small") !== null;
}

function isMarked({ documentElement }: Document): boolean {
  return documentElement.dataset.customer === "2";
}

/** The visitor is a customer like others. */
function unmark(page: Document): void {
  if (isMarked(page)) page.documentElement.dataset.customer = "1";
  restoreAll(page);
}

function restoreAll(page: Document): void {
  for (const sentence of page.querySelectorAll(".list-order")) sentence.remove();
  for (const { cards } of cardsOf(page)) for (const card of cards) restore(card);
}
