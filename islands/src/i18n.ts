// Texts of one island: only its own catalogue, provided by the page.
//
// **Invariant:** a missing text is an error in development and shows its key in production, never an empty string.
import { internalError } from "./internal-error";

/** A text, or its forms by CLDR plural category; the parameter `count` selects the form. */
export type Message = string | { readonly [category: string]: string };
export type Messages = { readonly [key: string]: Message };
export type Parameters = Readonly<Record<string, string | number>>;

/** Returns the text of a key of the catalogue `Keys`, with each `{name}` replaced by the parameter of that name. */
export type Translate<Keys extends string = string> = (key: Keys, parameters?: Parameters) => string;

export function createTranslate<Keys extends string>(messages: Messages, locale: string): Translate<Keys> {
  const plurals = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  return (key, parameters = {}) => {
    const message = messages[key];
    const count = parameters.count;
    const form =
      typeof message === "object"
        ? (message[typeof count === "number" ? plurals.select(count) : "other"] ?? message.other)
        : message;
    if (form === undefined) {
      internalError(`the text "${key}" is missing`, "i18n");
      return key;
    }
    return form.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = parameters[name];
      if (value === undefined) internalError(`the text "${key}" needs the parameter "${name}"`, "i18n");
      return typeof value === "number" ? numbers.format(value) : (value ?? placeholder);
    });
  };
}

/** The locale of the page, such as `nl-NL`. */
export function pageLocale(): string {
  return document.documentElement.lang || "nl-NL";
}
