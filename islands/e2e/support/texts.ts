// The texts that a page should show, read from the shop's own files, so that tests follow changes of wording.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../../locales");

export const LOCALES = ["nl", "en", "de"] as const;
export type Locale = (typeof LOCALES)[number];

/** Language tag of `<html lang>`, of `Intl` and of the backends. */
export const TAGS = { nl: "nl-NL", en: "en-GB", de: "de-DE" } as const satisfies Record<Locale, string>;

const PREFIXES = { nl: "", en: "/en", de: "/de" } as const satisfies Record<Locale, string>;

type Text = string | Readonly<Record<string, string>>;
type Values = Readonly<Record<string, string | number>>;

const CATALOGUES = perLocale(readCatalogue);
const ROUTES = perLocale(
  (locale) => read(path.join(FOLDER, locale, "routes.json")) as Readonly<Record<string, { readonly path: string }>>,
);

/** The text of a key in a locale with its parameters; `count` selects the plural form. */
export function text(locale: Locale, key: string, values: Values = {}): string {
  const found = CATALOGUES[locale][key];
  if (found === undefined) throw new Error(`locales/${locale} has no text ${key}`);
  const category = new Intl.PluralRules(TAGS[locale]).select(Number(values.count));
  const form = typeof found === "string" ? found : (found[category] ?? found.other ?? "");
  return form.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}

/** The path of a route without parameters. */
export function route(locale: Locale, name: string): string {
  const found = ROUTES[locale][name];
  if (found === undefined) throw new Error(`locales/${locale}/routes.json has no route ${name}`);
  return `${PREFIXES[locale]}${found.path}`;
}

/** The locale's home page. */
export function home(locale: Locale): string {
  return PREFIXES[locale] || "/";
}

/** An amount in minor units, formatted by `Intl` for the locale. */
export function money(locale: Locale, minor: number): string {
  return new Intl.NumberFormat(TAGS[locale], { style: "currency", currency: "EUR" }).format(minor / 100);
}

function perLocale<Value>(make: (locale: Locale) => Value): Record<Locale, Value> {
  return { nl: make("nl"), en: make("en"), de: make("de") };
}

function readCatalogue(locale: Locale): Record<string, Text> {
  const folder = path.join(FOLDER, locale);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const texts = files.filter((file) => file.endsWith(".json") && !/(^|\/)(routes|format)\.json$/.test(file));
  return Object.assign({}, ...texts.map((file) => read(path.join(folder, file))));
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}
