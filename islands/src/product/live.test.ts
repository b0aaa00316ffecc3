// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../api/request";
import type { Offer, OfferPrice } from "../api/schema.gen";
import { createTranslate } from "../i18n";
import type { ProductKey } from "../islands/product/messages";
import { createOfferStore } from "../stores/offer";
import { DUTCH } from "../testing/messages";
import { refresh } from "./live";

const ID = "f299c748b1eba1a51c7918faf24d013c";
const euros = (minor: number) => ({ minor, currency: "EUR" });
const price = (minor: number, change: Partial<OfferPrice> = {}): OfferPrice => ({
  price: euros(minor),
  list_price: null,
  lowest_price: null,
  reference_price: null,
  ...change,
});
const OFFER: Offer = {
  product_id: ID,
  numbers: [],
  unit: price(129_500),
  tiers: [],
  tax_status: "gross",
  stock_state: "inStock",
  available_stock: 8,
  restock_days: null,
  delivery_time: "6-8 weken",
  arrival: { days: "Bij u in week 1 tot 3, vanaf 5 januari", seconds: null, days_then: null },
};

/** The page as its templates write it. */
const PAGE = `
  <div data-price="EUR gross 129500"><p class="price__amount">€ 1.295,00</p></div>
  <p><span data-tax>incl. btw</span>, <a data-free-from="109500">bezorging gratis vanaf € 1.095,00</a></p>
  <div data-stock="inStock">
    <p class="stock stock--inStock"><span data-stock-text>Op voorraad</span></p>
    <p data-delivery>Levertijd 6-8 weken</p>
    <p data-arrives></p>
    <p data-live></p>
  </div>
  <div data-island="buy-box">
    <div class="buy-box__form"><button data-buy><span class="buy-box__price">€ 1.295,00</span></button></div>
    <script type="application/json">{}</script>
  </div>
  <div data-buy-bar><span class="buy-box__price">€ 1.295,00</span></div>`;

/** Text with normal spaces instead of the non-breaking ones of `Intl`. */
const plain = (element: Element | null) => element?.textContent?.replaceAll("\u00a0", " ");

afterEach(() => vi.unstubAllGlobals());

async function answered(answer: Offer | null | ApiError, html = PAGE) {
  document.body.innerHTML = html;
  const page = document.body;
  const before = page.querySelector("[data-price]")?.firstChild;
  const offers = createOfferStore();
  await refresh({
    page,
    productId: ID,
    t: createTranslate<ProductKey>(DUTCH.product, "nl-NL"),
    locale: "nl-NL",
    offers,
    api: {
      getOffers: async () => {
        expect(page.querySelector("[data-price]")?.getAttribute("aria-busy")).toBe("true");
        if (answer instanceof ApiError) throw answer;
        return { offers: answer === null ? [] : [answer] };
      },
    },
  });
  expect(page.querySelector("[data-price]")?.hasAttribute("aria-busy")).toBe(false);
  const text = (selector: string) => plain(page.querySelector(selector));
  return { page, offers, text, untouched: page.querySelector("[data-price]")?.firstChild === before };
}

describe("R-PDP-03 price and stock for this visitor", () => {
  it("changes nothing and announces nothing if the page is up to date", async () => {
    const { text, untouched, offers } = await answered(OFFER);
    expect(untouched).toBe(true);
    expect(text("[data-live]")).toBe("");
    expect(offers.get()).toEqual({ status: "success", offer: OFFER });
  });

  it("shows the visitor's own price, with its tax, in all places, and announces it", async () => {
    const { text, page } = await answered({ ...OFFER, unit: price(107_025), tax_status: "net" });
    expect(text("[data-price]")).toBe("€ 1.070,25");
    expect(text("[data-tax]")).toBe("excl. btw");
    expect(text("[data-free-from]")).toBe("exclusief bezorging, gratis vanaf € 1.095,00");
    expect([...page.querySelectorAll(".buy-box__price")].map(plain)).toEqual(["€ 1.070,25", "€ 1.070,25"]);
    expect(text("[data-live]")).toBe("De prijs is bijgewerkt.");
  });

  it("treats a base price with another unit name as equal, and with another amount as different", async () => {
    const page = PAGE.replace("gross 129500", "gross 129500,,,25900");
    const per = (minor: number, amount: number, unit: string) =>
      answered({ ...OFFER, unit: price(129_500, { reference_price: { price: euros(minor), amount, unit } }) }, page);
    const same = await per(25_900, 1, "litre");
    expect([same.untouched, same.text("[data-live]")]).toEqual([true, ""]);
    const other = await per(25_800, 1, "liter");
    expect([other.text(".price__note"), other.text("[data-live]")]).toEqual([
      "€ 258,00 per liter",
      "De prijs is bijgewerkt.",
    ]);
    const part = await per(2_580, 0.1, "liter");
    expect(part.text(".price__note")).toBe("€ 25,80 per 0,1 liter");
  });

  it("strikes a price through only together with the lowest one of 30 days", async () => {
    const { text } = await answered({
      ...OFFER,
      unit: price(99_500, { list_price: euros(129_500), lowest_price: euros(109_500) }),
    });
    expect(text("s.price__list")).toBe("€ 1.295,00");
    expect(text(".price__amount")).toBe("Nu € 995,00 Eerst € 1.295,00");
    expect(text(".price__note")).toBe("Laagste prijs van de laatste 30 dagen: € 1.095,00");
  });

  it("R-PDP-02 labels the last tier with its lower bound, the others with their upper bound", async () => {
    const tiers = [
      { from: 1, to: 3, unit: price(9_000) },
      { from: 4, to: null, unit: price(8_000) },
    ];
    const { page, text } = await answered({ ...OFFER, unit: price(9_000), tiers });
    expect(text(".price__amount")).toBe("€ 90,00");
    const rows = [...page.querySelectorAll("tr")].map(plain);
    expect(rows).toEqual(["AantalPrijs per stuk", "tot 3€ 90,00", "vanaf 4€ 80,00"]);
    expect(page.querySelectorAll("th[scope=row]")).toHaveLength(2);
  });

  it.each([
    [{ stock_state: "inStock", available_stock: 0 }, "Op bestelling", "Levertijd 6-8 weken"],
    [{ stock_state: "limitedStock", available_stock: 2 }, "Nog 2 op voorraad", "Levertijd 6-8 weken"],
    [{ available_stock: 0, restock_days: 14 }, "Op bestelling", "Leverbaar over 14 dagen"],
    [{ available_stock: 0, restock_days: 77 }, "Op bestelling", "Leverbaar over 11 weken"],
    [{ stock_state: "outOfStock", available_stock: 0 }, "Uitverkocht", ""],
  ] as const)("says %j in words", async (change, stock, delivery) => {
    const { text, page } = await answered({ ...OFFER, ...change });
    expect([text("[data-stock-text]"), text("[data-delivery]")]).toEqual([stock, delivery]);
    expect(text("[data-live]")).toBe("De voorraad is bijgewerkt.");
    expect(page.querySelector<HTMLElement>("[data-stock]")?.dataset.stock).toBe(
      "stock_state" in change ? change.stock_state : "inStock",
    );
  });

  it("shows the days that the API names, without announcing them, and no line where it names none", async () => {
    const { text, page } = await answered(OFFER);
    expect([text("[data-arrives]"), text("[data-live]")]).toEqual(["Bij u in week 1 tot 3, vanaf 5 januari", ""]);
    expect(page.querySelector<HTMLElement>("[data-arrives]")?.hidden).toBe(false);
    for (const answer of [{ ...OFFER, arrival: null }, null]) {
      const none = await answered(answer);
      expect(none.text("[data-arrives]")).toBe("");
      expect(none.page.querySelector<HTMLElement>("[data-arrives]")?.hidden).toBe(true);
    }
  });

  it("offers nothing for today once the cut-off has passed", async () => {
    vi.useFakeTimers();
    const arrival = {
      days: "Bij u op vrijdag 27 november, als u vandaag voor 15:00 uur bestelt",
      seconds: 60,
      days_then: "Bij u op maandag 30 november",
    };
    const { text } = await answered({ ...OFFER, arrival });
    vi.advanceTimersByTime(59_999);
    expect(text("[data-arrives]")).toBe(arrival.days);
    vi.advanceTimersByTime(1);
    expect(text("[data-arrives]")).toBe(arrival.days_then);
    vi.useRealTimers();
  });

  it("removes the button for a product that sold out or was removed", async () => {
    for (const answer of [{ ...OFFER, stock_state: "outOfStock", available_stock: 0 } as const, null]) {
      const { page, text } = await answered(answer);
      expect(page.querySelector("[data-buy]")).toBeNull();
      expect(page.querySelector("[data-buy-bar]")).toBeNull();
      expect(text(".buy-box__sold-out")).toBe("Uitverkocht");
    }
  });
});

describe("R-PDP-10 without a response", () => {
  it("keeps the page's state, with its date, and does not block", async () => {
    const pulled = { json: async () => ({ on: "2026-11-21" }) };
    vi.stubGlobal("fetch", async () => pulled);
    const { text, untouched, page, offers } = await answered(new ApiError(0, []));
    expect(untouched).toBe(true);
    expect(text("[data-live]")).toBe("Prijs en voorraad van 21 november 2026.");
    expect(page.querySelector("[data-buy]")).not.toBeNull();
    expect(offers.get()).toEqual({ status: "error" });
  });

  it("shows it without the date if that is unknown too", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no line")));
    const { text } = await answered(new ApiError(502, []));
    expect(text("[data-live]")).toBe("Prijs en voorraad zijn nu niet na te kijken.");
  });
});
