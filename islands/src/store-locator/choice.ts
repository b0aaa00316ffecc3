// The visitor's choices in the store locator, as in the query of the page's URL.
//
// **Invariant:** the query may contain a place, never a position; other parameters are kept.

export type Choice = {
  /** The name of a place; empty = none. */
  readonly near: string;
  /** Key of a brand, or empty. */
  readonly brand: string;
  /** Type of place, or empty. */
  readonly type: string;
  readonly open: boolean;
};

export const NOTHING: Choice = { near: "", brand: "", type: "", open: false };

/** Maximum length of a name, in the URL as in the field. */
const LONGEST = 80;

export function readChoice(search: string): Choice {
  const query = new URLSearchParams(search);
  const text = (key: string) => (query.get(key) ?? "").trim().slice(0, LONGEST);
  return { near: text("near"), brand: text("brand"), type: text("type"), open: query.get("open") === "1" };
}

export function writeChoice(search: string, { near, brand, type, open }: Choice): string {
  const query = new URLSearchParams(search);
  for (const [key, value] of Object.entries({ near, brand, type, open: open ? "1" : "" })) {
    if (value === "") query.delete(key);
    else query.set(key, value);
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
