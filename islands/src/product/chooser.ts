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
export function startChooser(chooser: HTMLDetailsElement, t: Translate<ProductKey>): void {
  const field = chooser.querySelector("input");
  const found = chooser.querySelector(".chooser__found");
  const list = chooser.querySelector(".chooser__list");
  if (!field || !found || !list) return;
  const items = [...list.querySelectorAll("li")].map((item) => ({ item, text: item.textContent ?? "" }));
  const search = () => {
    const shown = items.filter(({ item, text }) => {
      item.hidden = !matches(text, field.value);
      return !item.hidden;
    });
    found.textContent = field.value.trim() === "" ? "" : t("product.found", { count: shown.length });
  };
  const showCurrent = () => {
    if (chooser.open) list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  };
  field.addEventListener("input", search);
  chooser.addEventListener("toggle", showCurrent);
  if (field.value !== "") search();
  showCurrent();
  chooser.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !chooser.open) return;
    // A search field clears itself first.
    if (event.target === field && field.value !== "") return;
    chooser.open = false;
    chooser.querySelector("summary")?.focus();
  });
}
