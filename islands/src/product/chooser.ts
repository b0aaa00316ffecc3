// A search field for a long list of options. Without a script the list is complete.
import type { Translate } from "../i18n";
import type { ProductKey } from "../islands/product/messages";

/** Lower-case text without diacritics: `creme` finds `Crème`. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Whether the text contains every word of the input. */
export function matches(text: string, typed: string): boolean {
  const words = plain(typed).split(/\s+/);
  const found = plain(text);
  return words.every((word) => found.includes(word));
}

/** Applies input that was typed before the script was loaded. Shows what was found from its beginning, otherwise the chosen option. */
export function startChooser(chooser: HTMLElement, t: Translate<ProductKey>): void {
  const field = chooser.querySelector("input");
  const found = chooser.querySelector(".chooser__found");
  if (!field || !found) return;
  const parts = [...chooser.querySelectorAll<HTMLElement>(".chooser__part")];
  const items = [...chooser.querySelectorAll<HTMLElement>(".chooser__part li")].map((item) => ({
    item,
    // The name, and further search words such as `green` for moss.
    text: `${item.textContent} ${item.dataset.words ?? ""}`,
  }));
  const current = () => chooser.querySelector<HTMLElement>("[aria-current]");
  const showCurrent = () => current()?.scrollIntoView({ block: "center" });
  const search = () => {
    const typed = field.value.trim() !== "";
    const shown = items.filter(({ item, text }) => {
      item.hidden = !matches(text, field.value);
      return !item.hidden;
    });
    for (const part of parts) part.hidden = part.querySelector("li:not([hidden])") === null;
    const none = typed && shown.length === 0;
    const said = none
      ? t("product.found_none", { words: field.value.trim() })
      : t("product.found", { count: shown.length });
    found.textContent = typed ? said : "";
    if (typed) chooser.scrollTop = 0;
    else showCurrent();
  };
  field.addEventListener("input", search);
  // The first Escape clears the search, the second closes the sheet.
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || field.value === "") return;
    event.preventDefault();
    field.value = "";
    search();
  });
  const begin = () => {
    showCurrent();
    const isOpen = chooser.getClientRects().length > 0;
    // The field would open a telephone's keyboard over the options.
    if (isOpen && !chooser.contains(document.activeElement)) (current() ?? field).focus({ preventScroll: true });
  };
  chooser.addEventListener("toggle", begin);
  search();
  begin();
}
