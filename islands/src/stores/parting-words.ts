// A confirmation that the next page of this tab shows, because the page that was confirmed is left (R-ACCT-07).
//
// **Invariant:** said once, in this tab, by `header/words`; nothing a person typed is in it, but for what was searched.

/** The text, the label of the button that removes it, and where it leads; with a link it stays until it is removed. */
export type Words = {
  readonly text: string;
  readonly close: string;
  readonly link?: { readonly href: string; readonly label: string };
};

const KEY = "vitrine-words";

/** `storage` throws if the browser has disabled storage; then nothing is said. */
export function sayNext(storage: () => Pick<Storage, "setItem">, words: Words): void {
  try {
    storage().setItem(KEY, JSON.stringify(words));
  } catch {
    // What was done is visible on the next page too.
  }
}
