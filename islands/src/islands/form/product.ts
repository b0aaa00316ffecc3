// The product of the page that a visitor came from, which the link names (`?product=10042`).
//
// **Invariant:** what was typed is not replaced; name and picture are those that this tab has shown last.
import type { Seen } from "../../stores/seen";

export function fillProduct(form: HTMLFormElement, query: URLSearchParams, [last]: readonly Seen[]): void {
  const number = query.get("product");
  const field = form.elements.namedItem("product");
  if (number === null || !(field instanceof HTMLInputElement) || field.value !== "") return;
  field.value = last === undefined ? number : `${last.name} (${number})`;
  if (last === undefined || last.image === "") return;
  const picture = Object.assign(document.createElement("img"), { src: last.image, alt: "", width: 80, height: 100 });
  field.before(picture);
}
