// Shared by the tests of search panel and search screen: texts, queries, page objects.
import type { Locator, Page } from "@playwright/test";
import { expect } from "./shop";
import type { Locale } from "./texts";

/** The labels that the specification requires. */
export const WORDS = {
  nl: {
    trigger: "Zoeken",
    label: "Waar zoekt u naar?",
    short: "Typ minstens 2 tekens.",
    close: "Sluiten",
    clear: "Wis de zoekterm",
    recent: "Eerder gezocht",
    forget: (query: string) => `Vergeet ‘${query}’`,
    forgetAll: "Alles wissen",
    suggestions: /^\d+ suggesties?$/,
    all: (query: string) => new RegExp(`^Bekijk (alle )?\\d+ product(en)? voor ‘${query}’$`),
    results: (query: string) => new RegExp(`^\\d+ resulta(at|ten) voor ${query}$`),
    none: (query: string) => `Niets gevonden voor ${query}`,
    help: "Controleer de spelling, of probeer een korter of algemener woord. Op artikelnummer zoeken kan ook.",
    kinds: "Begin bij een soort",
    question: "Komt u er niet uit?",
    meant: "Bedoelde u",
    products: "Producten",
    found: "Wat er gevonden is",
    failed: "Zoeken lukt op dit moment niet.",
    offline: "Er is geen verbinding. Zodra die er weer is, zoeken we verder.",
    again: "Opnieuw proberen",
    searched: (query: string) => `U zocht ‘${query}’.`,
    allResults: "Alle resultaten",
    more: "Meer tonen",
  },
  en: {
    trigger: "Search",
    label: "What are you looking for?",
    short: "Type at least 2 characters.",
    close: "Close",
    clear: "Clear the search",
    recent: "Searched before",
    forget: (query: string) => `Forget ‘${query}’`,
    forgetAll: "Clear all",
    suggestions: /^\d+ suggestions?$/,
    all: (query: string) => new RegExp(`^See (all )?\\d+ products? for ‘${query}’$`),
    results: (query: string) => new RegExp(`^\\d+ results? for ${query}$`),
    none: (query: string) => `Nothing found for ${query}`,
    help: "Check the spelling, or try a shorter or more general word. You can also search by article number.",
    kinds: "Start with a kind",
    question: "Need a hand?",
    meant: "Did you mean",
    products: "Products",
    found: "What was found",
    failed: "Searching does not work at the moment.",
    offline: "There is no connection. As soon as it is back, we go on searching.",
    again: "Try again",
    searched: (query: string) => `You searched for ‘${query}’.`,
    allResults: "All results",
    more: "Show more",
  },
  de: {
    trigger: "Suchen",
    label: "Was suchen Sie?",
    short: "Geben Sie mindestens 2 Zeichen ein.",
    close: "Schließen",
    clear: "Suchbegriff löschen",
    recent: "Zuletzt gesucht",
    forget: (query: string) => `„${query}“ vergessen`,
    forgetAll: "Alle löschen",
    suggestions: /^\d+ Vorschl(ag|äge)$/,
    all: (query: string) => new RegExp(`^(Alle )?\\d+ Produkte? für „${query}“ ansehen$`),
    results: (query: string) => new RegExp(`^\\d+ Ergebnis(se)? für ${query}$`),
    none: (query: string) => `Nichts gefunden für ${query}`,
    help: "Prüfen Sie die Schreibweise, oder versuchen Sie ein kürzeres oder allgemeineres Wort. Auch Artikelnummern lassen sich suchen.",
    kinds: "Mit einer Art beginnen",
    question: "Kommen Sie nicht weiter?",
    meant: "Meinten Sie",
    products: "Produkte",
    found: "Was gefunden wurde",
    failed: "Die Suche ist im Moment nicht möglich.",
    offline: "Es besteht keine Verbindung. Sobald sie wieder da ist, suchen wir weiter.",
    again: "Noch einmal versuchen",
    searched: (query: string) => `Sie suchten „${query}“.`,
    allResults: "Alle Ergebnisse",
    more: "Mehr zeigen",
  },
} as const satisfies Record<Locale, Record<string, unknown>>;

/** A query with results, per language. */
export const QUERY = { nl: "lamp", en: "table", de: "leuchte" } as const satisfies Record<Locale, string>;
export const TELEPHONE = { width: 390, height: 844 };
export const DESK = { width: 1440, height: 900 };

export const trigger = (page: Page) => page.locator("[data-panel=search] > summary");
export const panel = (page: Page, locale: Locale) =>
  page.getByRole("dialog", { name: WORDS[locale].trigger, exact: true });
export const field = (page: Page, locale: Locale) =>
  panel(page, locale).getByRole("combobox", { name: WORDS[locale].label });

/** Opens the panel and waits for its script. */
export async function openPanel(page: Page, locale: Locale): Promise<Locator> {
  await trigger(page).click();
  await expect(field(page, locale)).toBeFocused();
  return field(page, locale);
}
