// What islands of a shop's own folder import as "vitrine" (contract "own islands"). Its types are in `published.d.ts`.
//
// **Invariant:** nothing here keeps a state, because the program's islands have copies of their own.
export { formatMoney } from "../format";
export { createTranslate, pageLocale } from "../i18n";
export { call, isApiError } from "./call";
