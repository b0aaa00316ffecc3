// A field that searches a long list of choices. Without it the list is whole.
import type { Translate } from "../i18n";
import type { ProductKey } from "../islands/product/messages";

/** Letters alone: who looks for `creme` finds `Crème`. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Whether every word that was typed is somewhere in the text. */
export function matches(text: string, typed: string): boolean {
  const words = plain(typed).split(/\s+/);
  const found = plain(text);
  return words.every((word) => found.includes(word));
}

/** Begins with what was typed before it came, and with the choice in sight. */
export function startChooser(chooser: HTMLElement, t: Translate<ProductKey>): void {
  const field = chooser.querySelector("input");
  const found = chooser.querySelector(".chooser__found");
  if (!field || !found) return;
  const parts = [...chooser.querySelectorAll<HTMLElement>(".chooser__part")];
  const items = [...chooser.querySelectorAll<HTMLElement>(".chooser__part li")].map((item) => ({
    item,
    // What it is called, and by which words it is looked for: `green` for moss.
    text: `${item.textContent} ${item.dataset.words ?? ""}`,
  }));
  const search = () => {
    const shown = items.filter(({ item, text }) => {
      item.hidden = !matches(text, field.value);
      return !item.hidden;
    });
    for (const part of parts) part.hidden = part.querySelector("li:not([hidden])") === null;
    found.textContent = field.value.trim() === "" ? "" : t("product.found", { count: shown.length });
  };
  field.addEventListener("input", search);
  // The first Escape clears the search, the next one closes the sheet.
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || field.value === "") return;
    event.preventDefault();
    field.value = "";
    search();
  });
  const showCurrent = () => chooser.querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
  chooser.addEventListener("toggle", showCurrent);
  if (field.value !== "") search();
  showCurrent();
}
