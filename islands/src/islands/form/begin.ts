// What a form begins with, which the link to it names: options (`?catalogues=getij-buiten&delivery=post`) and the product
// of the page that a visitor came from (`?product=10042`).
//
// **Invariant:** a link chooses among the options that the form has, and fills in no other text than the product; what was
// typed is not replaced. Name and picture of the product are those that this tab has shown last.
import type { Seen } from "../../stores/seen";
import { controlsOf } from "./values";

/** Chooses the options that the query names. */
export function choose(form: HTMLFormElement, query: URLSearchParams): void {
  for (const [name, value] of query) {
    for (const control of controlsOf(form, name)) {
      const isOption = control instanceof HTMLSelectElement && [...control.options].some((one) => one.value === value);
      const isChoice = ["checkbox", "radio"].includes(control.type) && control.value === value;
      if (isOption) control.value = value;
      else if (isChoice) control.checked = true;
      else continue;
      control.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }
}

export function fillProduct(form: HTMLFormElement, query: URLSearchParams, [last]: readonly Seen[]): void {
  const number = query.get("product");
  const field = form.elements.namedItem("product");
  if (number === null || !(field instanceof HTMLInputElement) || field.value !== "") return;
  field.value = last === undefined ? number : `${last.name} (${number})`;
  if (last === undefined || last.image === "") return;
  const picture = Object.assign(document.createElement("img"), { src: last.image, alt: "", width: 80, height: 100 });
  field.before(picture);
}
