// A flash message: shown by the next page of this tab, because the current one is left (R-ACCT-07).
//
// **Invariant:** shown once, in this tab, by `header/message`; contains no user input except a search query.

/** The text, the label of its close button, and an optional link; with a link it stays until it is closed. */
export type FlashMessage = {
  readonly text: string;
  readonly close: string;
  readonly link?: { readonly href: string; readonly label: string };
};

const KEY = "vitrine-words";

/** `storage` throws if the browser has disabled storage; then no message is shown. */
export function keepFlashMessage(storage: () => Pick<Storage, "setItem">, message: FlashMessage): void {
  try {
    storage().setItem(KEY, JSON.stringify(message));
  } catch {
    // The effect of the action is visible on the next page anyway.
  }
}
