// Selects the locale of tests that are written for all locales: each runs in one locale, and the tests of a file rotate
// through them. `VITRINE_JOURNEYS=all` runs each in every locale.
import { LOCALES, type Locale } from "./texts";

/** The locales in which to run a test whose turn is `locale`: that one, or all. */
export function inTurn(locale: Locale): readonly Locale[] {
  return process.env.VITRINE_JOURNEYS === "all" ? LOCALES : [locale];
}
