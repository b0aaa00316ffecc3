// @vitest-environment jsdom
// What an order's screen says and leaves out while a payment is the only remaining step, in each language.
import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import german from "../../../../locales/de/islands/order-outcome.json";
import germanPayment from "../../../../locales/de/islands/payment.json";
import english from "../../../../locales/en/islands/order-outcome.json";
import englishPayment from "../../../../locales/en/islands/payment.json";
import type { OrderPayment } from "../../api/schema.gen";
import { lineItem } from "../../testing/carts";
import { DUTCH } from "../../testing/messages";
import { ID, open, orderOf, PAGE, PLACED, PROPS } from "../../testing/outcomes";

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const LANGUAGES = {
  "nl-NL": { ...DUTCH.orderOutcome },
  "en-GB": { ...english, ...englishPayment },
  "de-DE": { ...german, ...germanPayment },
} as const;
type Language = keyof typeof LANGUAGES;

/** Written out: a payment that failed took no money, and one that was never tried has taken none yet. */
const UNCHARGED: Record<Language, string> = {
  "nl-NL": "Er is niets afgeschreven.",
  "en-GB": "Nothing was charged.",
  "de-DE": "Es wurde nichts abgebucht.",
};
const NOT_YET: Record<Language, string> = {
  "nl-NL": "Er is nog niets afgeschreven: betaal € 149,00 om haar af te ronden.",
  "en-GB": "Nothing has been charged yet: pay €149.00 to complete it.",
  "de-DE": "Es wurde noch nichts abgebucht: Zahlen Sie 149,00 €, um sie abzuschließen.",
};

type Case = {
  readonly payment: Partial<OrderPayment>;
  readonly opening: NonNullable<Parameters<typeof open>[1]>;
};

/** Each state that asks for payment, as a visitor reaches it. */
const ASKING: Readonly<Record<string, Case>> = {
  leaving: { payment: {}, opening: { placed: PLACED } },
  owed: { payment: {}, opening: {} },
  begun: { payment: { state: "pending", page: PAGE }, opening: {} },
  unpaid: { payment: {}, opening: { screen: "unpaid" } },
  declined: { payment: { state: "failed" }, opening: {} },
  stopped: { payment: { state: "cancelled" }, opening: { screen: "paid" } },
  expired: { payment: {}, opening: { screen: "unpaid", expired: true } },
};
const FAILED = ["unpaid", "declined", "stopped", "expired"];

const DAYS = "Bij u tussen maandag 4 mei en woensdag 6 mei";

/** An order with everything that a paid one promises: delivery on known days, a download, withdrawal. */
const orderWith = (payment: Partial<OrderPayment>) =>
  orderOf(payment, {
    shipping: { name: "Standaard", total: { minor: 0, currency: "EUR" } },
    delivery: DAYS,
    line_items: [{ ...lineItem({ digital: true }), downloads: [], children: [] }],
  });

async function openIn(language: Language, { payment, opening }: Case) {
  document.documentElement.lang = language;
  await open(() => orderWith(payment), { ...opening, messages: LANGUAGES[language] });
  return (document.body.textContent ?? "").replaceAll("\u00a0", " ");
}

const shown = () => document.querySelector("[data-outcome]")?.getAttribute("data-outcome");
const links = () => [...document.querySelectorAll("a")].map((link) => link.getAttribute("href"));

describe.each(Object.keys(LANGUAGES) as Language[])("in %s", (language) => {
  /** The texts of what comes next, up to the first inserted value, and the days of delivery. */
  const promises = () => [
    ...Object.entries(LANGUAGES[language]).flatMap(([key, words]) =>
      typeof words === "string" && /\.(next(_\w+)?|account_offer|make_account|print|home|withdraw(al)?)$/.test(key)
        ? [words.split("{")[0] ?? ""]
        : [],
    ),
    DAYS,
  ];

  it("R-CHK-06 a paid order says what comes next, and where to go", async () => {
    const text = await openIn(language, { payment: { state: "paid", can_be_paid: false }, opening: {} });
    expect(shown()).toBe("paid");
    expect(promises()).toHaveLength(11);
    for (const words of promises()) expect(text).toContain(words);
    expect(text).not.toContain(UNCHARGED[language]);
  });

  it.each(Object.entries(ASKING))(
    "R-CHK-05 R-CHK-06 nothing competes with paying, and nothing is promised: %s",
    async (state, how) => {
      const text = await openIn(language, how);
      expect(shown()).toBe(state);
      for (const words of promises()) expect(text).not.toContain(words);
      expect(document.querySelector(".outcome__next")).toBeNull();
      // Contact and the payment page are the only links.
      const allowed = [PROPS.contact_path, PAGE];
      expect(links().filter((href) => !allowed.includes(href as string))).toEqual([]);
    },
  );

  it.each(Object.entries(ASKING))("R-CHK-06 says what was charged, as far as it is known: %s", async (state, how) => {
    const text = await openIn(language, how);
    expect(text.includes(UNCHARGED[language])).toBe(FAILED.includes(state));
    expect(text.includes(NOT_YET[language])).toBe(state === "owed");
  });

  it.each(FAILED)("R-CHK-06 says that nothing was charged where it can no longer be paid: %s", async (state) => {
    const { payment, opening } = ASKING[state] as Case;
    const text = await openIn(language, { payment: { ...payment, can_be_paid: false }, opening });
    expect(shown()).toBe(state);
    expect(text).toContain(UNCHARGED[language]);
    expect(document.querySelector(".outcome__next")).toBeNull();
    expect(links()).toEqual([PROPS.contact_path]);
  });
});

it("R-CHK-05 staying on the screen after placing does not bring up anything else", async () => {
  document.documentElement.lang = "nl-NL";
  const { pass } = await open(() => orderWith({}), { placed: { ...PLACED, order_id: ID } });
  document.querySelector<HTMLButtonElement>(".outcome__state button")?.click();
  await pass(60_000);
  expect(shown()).toBe("leaving");
  expect(document.querySelector(".outcome__next")).toBeNull();
  expect(links()).toEqual([PAGE]);
});
