// @vitest-environment jsdom
// The fixture contains prices of built pages with the API's response for each (generator/cli, test `live_prices`).
import { describe, expect, it } from "vitest";
import german from "../../../locales/de/islands/product.json";
import english from "../../../locales/en/islands/product.json";
import dutch from "../../../locales/nl/islands/product.json";
import type { Offer } from "../api/schema.gen";
import { formatMoney } from "../format";
import { createTranslate } from "../i18n";
import type { ProductKey } from "../islands/product/messages";
import { createOfferStore } from "../stores/offer";
import { amountsOf } from "./amounts";
import { refresh } from "./live";
import { priceRows } from "./price";
import written from "./prices.fixture.json";

type Case = {
  readonly state: string;
  readonly locale: string;
  /** The page's elements with the rows and with the tax. */
  readonly rows: string;
  readonly tax: string;
  readonly offer: Offer;
};

const CASES = written as readonly Case[];
const MESSAGES: Readonly<Record<string, typeof dutch>> = { "nl-NL": dutch, "en-GB": english, "de-DE": german };

const translate = (locale: string) => createTranslate<ProductKey>(MESSAGES[locale] ?? {}, locale);

/** HTML as in a document, without the line breaks of a template. */
function printed(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return body.innerHTML.replaceAll(/>\s*\n\s*/g, ">").replaceAll(/\s*\n\s*</g, "<");
}

/** Opens the page of one case and requests the offer of another. */
async function visit({ rows, tax, locale }: Case, offer: Offer) {
  document.body.innerHTML = `${rows}<p>${tax}</p><p data-live></p>`;
  const price = document.querySelector<HTMLElement>("[data-price]") as HTMLElement;
  const before = [...price.childNodes];
  const live = {
    page: document.body,
    productId: offer.product_id,
    t: translate(locale),
    locale,
    offers: createOfferStore(),
    api: { getOffers: async () => ({ offers: [offer] }) },
  };
  await refresh(live);
  const untouched = before.every((node, place) => price.childNodes[place] === node);
  const said = () => document.querySelector("[data-live]")?.textContent;
  return { live, price, untouched, said, tax: document.querySelector("[data-tax]") };
}

describe("the fixture", () => {
  it("contains each price format, in each locale", () => {
    const single = ["single", "list price and lowest price", "list price", "list price that is not shown"];
    const states = [
      ...single,
      "reference price",
      "reference price of a part",
      "one tier",
      "tiers",
      "reduced tiers",
    ].map((state) => `${state}, gross`);
    for (const locale of Object.keys(MESSAGES)) {
      const found = CASES.filter((each) => each.locale === locale).map(({ state }) => state);
      expect(found.sort()).toEqual([...states, "single, net", "single, tax-free"].sort());
    }
  });
});

describe.each(CASES)("R-PDP-02 R-PDP-03 $locale: $state", (each) => {
  const { offer, rows, locale } = each;

  it("has the amounts of the page", () => {
    document.body.innerHTML = rows;
    expect(amountsOf(offer)).toBe(document.querySelector<HTMLElement>("[data-price]")?.dataset.price);
  });

  it("is formatted as on the page", () => {
    document.body.innerHTML = printed(rows);
    const made = priceRows(offer, { t: translate(locale), money: (amount) => formatMoney(amount, locale), locale });
    expect(made.map(({ outerHTML }) => outerHTML).join("")).toBe(document.querySelector("[data-price]")?.innerHTML);
  });

  it("changes nothing on its own page and announces nothing", async () => {
    const { untouched, said } = await visit(each, offer);
    expect([untouched, said()]).toEqual([true, ""]);
  });

  it("replaces every other price, with its tax, and survives a restore", async () => {
    const others = CASES.filter((one) => one.locale === locale && amountsOf(one.offer) !== amountsOf(offer));
    expect(others.length).toBeGreaterThan(6);
    for (const other of others) {
      const { live, price, tax, said } = await visit(other, offer);
      expect(price.outerHTML).toBe(printed(rows));
      expect(tax?.outerHTML).toBe(printed(each.tax));
      expect(said()).toBe(live.t("product.price_changed"));
      const [first] = price.childNodes;
      await refresh(live);
      expect([price.firstChild === first, said()]).toEqual([true, ""]);
    }
  });
});

it("R-PDP-03 amounts are compared, not texts: an equal text for another amount is a change, another text for the same is not", async () => {
  const [each] = CASES as [Case];
  const { offer } = each;
  const cheaper = { ...offer, unit: { ...offer.unit, price: { ...offer.unit.price, minor: 100 } } };
  const words = formatMoney(cheaper.unit.price, each.locale);
  const sameWords = { ...each, rows: each.rows.replace(formatMoney(offer.unit.price, each.locale), words) };
  expect((await visit(sameWords, cheaper)).untouched).toBe(false);
  const otherWords = { ...each, rows: each.rows.replace(">", ">\n  about ") };
  expect((await visit(otherWords, offer)).untouched).toBe(true);
});
