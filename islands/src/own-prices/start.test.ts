// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import type { CardPricesResponse } from "../api/schema.gen";
import { cardsOf } from "./cards";
import { type OwnPrices, showOn, showOnNew } from "./start";

const WORDS = { list_price: "Van", now: "voor" };
const NOTHING: CardPricesResponse = {
  own: false,
  prices: [],
  later: [],
  public_tax: "",
  public_order: "",
  words: { list_price: "", now: "" },
};

const card = (path: string, note = "") =>
  `<li class="product-card"><div class="product-card__words"><h3><a class="product-card__link" href="${path}">x</a></h3>
   <p class="product-card__price">vanaf € 695,00</p>${note && `<p class="product-card__note">${note}</p>`}</div></li>`;
const answer = (paths: readonly string[], later: readonly string[] = []): CardPricesResponse => ({
  own: true,
  prices: paths.map((path) => {
    const price = {
      price: "vanaf € 494,00",
      list_price: null,
      tax: "excl. btw",
      note: "€ 450,00 per stuk vanaf 4 stuks",
    };
    return { path, family: price, variant: price };
  }),
  later: [...later],
  public_tax: "incl. btw",
  public_order: "",
  words: WORDS,
});
const getCardPrices = vi.fn();
const build = vi.fn();
const own: OwnPrices = { page: document, api: { getCardPrices }, build };
const priceOf = (path: string) =>
  [...document.querySelectorAll(`a[href="${path}"]`)].map(
    (link) => link.closest(".product-card")?.querySelector(".product-card__price")?.textContent,
  );
const asked = () => getCardPrices.mock.calls.map(([{ query }]) => query.paths.split(","));

beforeEach(() => {
  vi.resetAllMocks();
  document.documentElement.dataset.customer = "2";
  document.documentElement.dataset.locale = "nl";
  document.body.innerHTML = `<ul class="cards-grid">${card("/a")}${card("/b", "€ 650,00 per stuk vanaf 4 stuks")}${card("/a")}</ul>`;
});

it("law §3 each card shows the customer's price with its label, asked for once a product", async () => {
  getCardPrices.mockResolvedValue(answer(["/a", "/b"]));
  await showOn(cardsOf(document), own);
  expect(asked()).toEqual([["/a", "/b"]]);
  expect(priceOf("/a")).toEqual([
    "vanaf € 494,00 excl. btw · € 450,00 per stuk vanaf 4 stuks",
    "vanaf € 494,00 excl. btw · € 450,00 per stuk vanaf 4 stuks",
  ]);
  expect(priceOf("/b")).toEqual(["vanaf € 494,00 excl. btw"]);
  expect(document.querySelector("p.product-card__note")?.textContent).toBe("€ 450,00 per stuk vanaf 4 stuks");
});

it("a struck price has words for screen readers, as on the page", async () => {
  const one = answer(["/a"]);
  const [price] = one.prices;
  if (price !== undefined) price.family.list_price = "€ 540,00";
  getCardPrices.mockResolvedValue(one);
  await showOn(cardsOf(document).slice(0, 1), own);
  expect(priceOf("/a")[0]).toContain("Van € 540,00 voor vanaf € 494,00 excl. btw");
  expect(document.querySelector("s.product-card__list-price")?.textContent).toBe("€ 540,00");
});

it("products that do not fit into a request are asked for again, at most 24 at once", async () => {
  const paths = Array.from({ length: 30 }, (_, place) => `/p${place}`);
  document.body.innerHTML = `<ul>${paths.map((path) => card(path)).join("")}</ul>`;
  getCardPrices.mockImplementation(async ({ query }) => {
    const [first = "", ...rest] = query.paths.split(",");
    return rest.length > 20 ? answer([first], rest) : answer([first, ...rest]);
  });
  await showOn(cardsOf(document), own);
  expect(asked().every((batch) => batch.length <= 24)).toBe(true);
  for (const path of paths) expect(priceOf(path)[0]).toContain("excl. btw");
});

it("a card without an own price shows the public one with its label", async () => {
  getCardPrices.mockResolvedValue(answer(["/a"]));
  await showOn(cardsOf(document), own);
  expect(priceOf("/b")).toEqual(["vanaf € 695,00 incl. btw"]);
  expect(document.querySelector("p.product-card__note")?.textContent).toBe("€ 650,00 per stuk vanaf 4 stuks");
});

it("without the API cards show public prices with the label of the release", async () => {
  getCardPrices.mockRejectedValue(new Error("down"));
  build.mockResolvedValue(Response.json({ files: [], tax_labels: { nl: "incl. btw" } }));
  await showOn(cardsOf(document), own);
  expect(priceOf("/a")).toEqual(["vanaf € 695,00 incl. btw", "vanaf € 695,00 incl. btw"]);
  expect(document.documentElement.dataset.customer).toBe("2");
});

it("without the label either, the page is that of everybody", async () => {
  getCardPrices.mockRejectedValue(new Error("down"));
  build.mockRejectedValue(new Error("down"));
  await showOn(cardsOf(document), own);
  expect(priceOf("/a")).toEqual(["vanaf € 695,00", "vanaf € 695,00"]);
  expect(document.documentElement.dataset.customer).toBe("1");
});

it("a customer without own prices gets the public ones back, and their place is not reserved", async () => {
  getCardPrices.mockResolvedValueOnce(answer(["/a", "/b"])).mockResolvedValueOnce(NOTHING);
  await showOn(cardsOf(document), own);
  await showOn(cardsOf(document), own);
  expect(priceOf("/a")).toEqual(["vanaf € 695,00", "vanaf € 695,00"]);
  expect(document.querySelector("p.product-card__note")?.textContent).toBe("€ 650,00 per stuk vanaf 4 stuks");
  expect(document.documentElement.dataset.customer).toBe("1");
});

it("a list that is sorted by price says once that public prices order it, and others do not", async () => {
  const list = (sort: string, path: string) =>
    `<div class="listing"><div data-list data-sort="${sort}"></div>
     <div class="listing__own"><ul class="cards-grid">${card(path)}</ul></div></div>`;
  document.body.innerHTML = list("price_asc", "/a") + list("relevance", "/b");
  getCardPrices.mockResolvedValue({ ...answer(["/a", "/b"]), public_order: "Op prijs voor particulieren." });
  await showOn(cardsOf(document), own);
  await showOn(cardsOf(document), own);
  const sentences = [...document.querySelectorAll(".list-order")];
  expect(sentences.map((one) => one.textContent)).toEqual(["Op prijs voor particulieren."]);
  expect(sentences[0]?.parentElement?.querySelector("a")?.getAttribute("href")).toBe("/a");
  getCardPrices.mockResolvedValue(NOTHING);
  await showOn(cardsOf(document), own);
  expect(document.querySelectorAll(".list-order")).toHaveLength(0);
});

it("a part has the price of its variant or of its family, with the label, and no note", async () => {
  const part = (path: string, of: string, end: string) =>
    `<li class="lines__row"><span class="lines__words"><a href="${path}">x</a></span>
     <span class="lines__end"${of && ` data-price-of="${of}"`}>${end}</span></li>`;
  document.body.innerHTML = `<ul>${part("/a", "variant", "€ 695,00")}${part("/a", "family", "vanaf € 695,00")}
    ${part("/b", "variant", "€ 40,00")}${part("/c", "", "2×")}</ul>`;
  const found = answer(["/a", "/b"]);
  const [a, b] = found.prices;
  if (a === undefined || b === undefined) throw new Error("two prices");
  a.variant = { price: "€ 510,00", list_price: null, tax: "excl. btw", note: null };
  b.variant = null;
  getCardPrices.mockResolvedValue(found);
  await showOn(cardsOf(document), own);
  expect(asked()).toEqual([["/a", "/b"]]);
  expect([...document.querySelectorAll(".lines__end")].map((end) => end.textContent)).toEqual([
    "€ 510,00 excl. btw",
    "vanaf € 494,00 excl. btw",
    "€ 40,00 incl. btw",
    "2×",
  ]);
});

it("appended cards are asked for alone, and cards of React never", async () => {
  getCardPrices.mockImplementation(async ({ query }) => answer(query.paths.split(",")));
  await showOnNew(own);
  document.querySelector("ul")?.insertAdjacentHTML("beforeend", card("/c"));
  document.body.insertAdjacentHTML("beforeend", `<div class="listing__results"><ul>${card("/d")}</ul></div>`);
  await showOnNew(own);
  expect(asked()).toEqual([["/a", "/b"], ["/c"]]);
});
