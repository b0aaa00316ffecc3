// Shows what is wrong: at each field, and above the form with a link to each (FORM-3, FORM-4).
//
// **Invariant:** the places are in the page already; the same words stand at both. While something is wrong, the page's
// title says so.
import type { Translate } from "../../i18n";
import type { FormKey } from "./messages";
import { controlsOf } from "./values";

export type Faults = ReadonlyMap<string, string>;

export type FaultPlaces = {
  /** Shows these and no others. */
  readonly show: (faults: Faults) => void;
  /** Moves the focus to the list of them. */
  readonly focus: () => void;
};

/** The place in `root` with this name, which the API fills where there is no script. */
export function place(root: ParentNode, name: string): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(`[data-shown=${JSON.stringify(name)}]`)];
}

export function faultPlaces(form: HTMLFormElement, mark: string, t: Translate<FormKey>): FaultPlaces {
  const [summary] = place(form, `${mark}.faults`);
  const shown = new Set<string>();
  const word = `${t("form.fault")} `;
  for (const link of summary?.querySelectorAll("a") ?? []) link.addEventListener("click", toField);
  const set = (handle: string, text: string | undefined) => {
    for (const one of place(form, `${mark}.fault.${handle}`)) {
      one.hidden = text === undefined;
      const words = one.querySelector("[data-fill]");
      if (words !== null) words.replaceChildren(...(one.tagName === "P" ? [hidden(word)] : []), text ?? "");
    }
    for (const control of controlsOf(form, handle)) {
      const marked = control.closest<HTMLElement>("[data-invalid]");
      if (text === undefined) marked?.removeAttribute("aria-invalid");
      else marked?.setAttribute("aria-invalid", "true");
    }
  };
  return {
    show(faults) {
      for (const handle of shown) if (!faults.has(handle)) set(handle, undefined);
      shown.clear();
      for (const [handle, text] of faults) {
        shown.add(handle);
        set(handle, text);
      }
      const wrong = shown.size > 0;
      if (summary) summary.hidden = !wrong;
      const title = document.title.startsWith(word) ? document.title.slice(word.length) : document.title;
      document.title = wrong ? word + title : title;
    },
    // A form of one line has no list: its field is beside the button.
    focus: () => (summary ?? form.querySelector<HTMLElement>("[aria-invalid]"))?.focus(),
  };
}

function hidden(text: string): HTMLElement {
  const words = document.createElement("span");
  words.className = "visually-hidden";
  words.textContent = text;
  return words;
}

function toField(event: Event): void {
  const id = (event.currentTarget as HTMLAnchorElement).hash.slice(1);
  const control = document.getElementById(id);
  if (control === null) return;
  event.preventDefault();
  // Scrolls to the label, because it is read first.
  (control.closest(".form__field") ?? control).scrollIntoView({ block: "nearest" });
  control.focus();
}
