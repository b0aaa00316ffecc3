// Updates price and stock of the page for this visitor (R-PDP-03, R-PDP-10, LOAD-3).
//
// **Invariant:** the page is unchanged until there is a response; an identical offer changes nothing, a different one
// is announced.
import { getOffers } from "../api/offers.gen";
import type { Money, Offer } from "../api/schema.gen";
import { formatMoney } from "../format";
import type { Translate } from "../i18n";
import type { ProductKey } from "../islands/product/messages";
import type { OfferStore } from "../stores/offer";
import { amountsOf } from "./amounts";
import { showOfferToBuy } from "./buy";
import { deliveryWords, stockWords } from "./stock";
import { taxWords } from "./tax";

type Live = {
  readonly page: HTMLElement;
  readonly productId: string;
  readonly t: Translate<ProductKey>;
  readonly locale: string;
  readonly offers: OfferStore;
  /** Messages that are shown before the response and kept. */
  readonly said?: readonly string[];
  readonly api?: { readonly getOffers: typeof getOffers };
};

/** Reads the offer now, and again when the page is restored from the back/forward cache (G-13). */
export function startLive(live: Live): void {
  say(live, []);
  void refresh(live);
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) void refresh(live);
  });
}

export async function refresh(live: Live): Promise<void> {
  const { page, productId, offers, t, api = { getOffers } } = live;
  const price = page.querySelector("[data-price]");
  price?.setAttribute("aria-busy", "true");
  try {
    const answer = await api.getOffers({ query: { ids: productId } });
    // The header then checks whether the API set the cookie that reports the end of the session.
    dispatchEvent(new Event("answered"));
    const offer = answer.offers.find(({ product_id }) => product_id === productId) ?? null;
    offers.set({ status: "success", offer });
    await showPartNumbers(live, offer);
    const priceChanged = offer !== null && (await showPrice(live, offer));
    const stockChanged = showStock(live, offer);
    say(live, [
      ...(priceChanged ? [t("product.price_changed")] : []),
      ...(stockChanged ? [t("product.stock_changed")] : []),
    ]);
    showOfferToBuy(page, { offer, priceChanged }, live);
  } catch {
    offers.set({ status: "error" });
    const day = await pulledOn();
    const date = day?.toLocaleDateString(live.locale, { dateStyle: "long", timeZone: "UTC" });
    say(live, [date === undefined ? t("product.not_checked") : t("product.as_of", { date })]);
  } finally {
    price?.removeAttribute("aria-busy");
  }
}

/** Loads its script only for business customers, and for a page that still shows part numbers. */
async function showPartNumbers({ page, t }: Live, offer: Offer | null): Promise<void> {
  const numbers = offer?.numbers ?? [];
  if (numbers.length === 0 && page.querySelector("[data-part]") === null) return;
  (await import("./numbers")).showNumbers(page, numbers, t);
}

/** Replaces the price if its amounts differ from the page's; returns whether they do. */
async function showPrice({ page, t, locale }: Live, offer: Offer): Promise<boolean> {
  const place = page.querySelector<HTMLElement>("[data-price]");
  const tax = page.querySelector<HTMLElement>("[data-tax]");
  const amounts = amountsOf(offer);
  if (place === null || tax === null || place.dataset.price === amounts) return false;
  const { deliveryCost, priceRows } = await import("./price");
  const words = { t, money: (amount: Money) => formatMoney(amount, locale), locale };
  // The visitor's own price may have fewer rows than the page's: the height is kept, so that nothing below moves.
  const box = place.parentElement ?? place;
  box.style.minBlockSize = `${box.offsetHeight}px`;
  place.replaceChildren(...priceRows(offer, words));
  const delivery = page.querySelector<HTMLElement>("[data-free-from]");
  if (delivery !== null) delivery.textContent = deliveryCost(offer, Number(delivery.dataset.freeFrom), words);
  place.dataset.price = amounts;
  tax.textContent = taxWords(offer.tax_status, t);
  return true;
}

/** Replaces what differs in the stock; returns whether anything does. */
function showStock(live: Live, offer: Offer | null): boolean {
  const { page, t } = live;
  const root = page.querySelector<HTMLElement>("[data-stock]");
  const sign = root?.querySelector<HTMLElement>(".stock");
  const text = root?.querySelector<HTMLElement>("[data-stock-text]");
  const delivery = root?.querySelector<HTMLElement>("[data-delivery]");
  const arrives = root?.querySelector<HTMLElement>("[data-arrives]");
  if (!root || !sign || !text || !delivery || !arrives) return false;
  const state = offer?.stock_state ?? "outOfStock";
  const now = offer === null ? t("product.out_of_stock") : stockWords(offer, t);
  const then = offer === null ? "" : deliveryWords(offer, t);
  showArrival(arrives, offer?.arrival);
  if (text.textContent === now && delivery.textContent === then) return false;
  root.dataset.stock = state;
  sign.className = `stock stock--${state}`;
  // If there is a buy box, it already shows that the product is sold out.
  sign.hidden = state === "outOfStock" && page.querySelector(".buy-box__form, .buy-box__sold-out") !== null;
  text.textContent = now;
  delivery.textContent = then;
  delivery.hidden = then === "";
  return true;
}

let atCutOff: ReturnType<typeof setTimeout> | undefined;

/** Shows the days of an order that is placed now, as the API says them, and from the cut-off on those that hold then. */
function showArrival(place: HTMLElement, arrival: Offer["arrival"] | undefined): void {
  clearTimeout(atCutOff);
  place.textContent = arrival?.days ?? "";
  place.hidden = !arrival;
  if (!arrival?.seconds) return;
  atCutOff = setTimeout(() => {
    place.textContent = arrival.days_then;
  }, arrival.seconds * 1000);
}

function say({ page, said = [] }: Live, sentences: readonly string[]): void {
  const place = page.querySelector("[data-live]");
  if (place !== null) place.textContent = [...said, ...sentences].join(" ");
}

/** The day on which the shop's data was last pulled; in a separate file, because pages contain no date. */
async function pulledOn(): Promise<Date | undefined> {
  try {
    const { on } = (await (await fetch("/pulled.json")).json()) as { on: string };
    const day = new Date(`${on}T00:00:00Z`);
    return Number.isNaN(day.getTime()) ? undefined : day;
  } catch {
    return undefined;
  }
}
