// Which locale a journey runs in that is written once for all: one of them, and the journeys of a file take turns. `VITRINE_JOURNEYS=all` runs each in every locale.
import { LOCALES, type Locale } from "./texts";

/** The locales of a journey whose turn is `locale`: that one, or all. */
export function inTurn(locale: Locale): readonly Locale[] {
  return process.env.VITRINE_JOURNEYS === "all" ? LOCALES : [locale];
}
