// The basket of samples in the form that asks for them: a list in place of the text field, which names the same cloths.
//
// **Invariant:** what is sent is the text of the field, in which nothing is replaced that the visitor types. With an empty
// basket the field is as everybody has it.
import { MOST_SAMPLES, type Sample } from "../stores/samples";
import type { Shown } from "./messages";

export function showList(control: HTMLTextAreaElement, { samples, t }: Shown): void {
  const label = control.labels?.[0];
  const form = control.form;
  if (!label || form === null) return;
  label.id ||= `${control.id}-label`;
  const list = made("ul", { className: "samples__list" });
  list.setAttribute("aria-labelledby", label.id);
  const count = made("p", { className: "samples__count" });
  count.setAttribute("role", "status");
  const box = made("div", { className: "samples" }, list, count);
  const hint = document.getElementById(`${control.id}-hint`);
  /** What this list has put into the field. */
  let written = "";
  const show = (words?: string) => {
    const all = samples.all();
    const isTyped = control.value !== written;
    box.hidden = isTyped || all.length === 0;
    for (const part of [control, hint]) if (part !== null) part.hidden = !box.hidden;
    if (isTyped) return;
    list.replaceChildren(...all.map(item));
    count.textContent = words ?? t("samples.chosen", { count: all.length, most: MOST_SAMPLES });
    written = all.map(line).join("\n");
    control.value = written;
  };
  const takeOut = ({ id, name }: Sample, place: number) => {
    samples.takeOut(id);
    const left = samples.all().length;
    show(t("samples.taken_out", { cloth: name, count: left, most: MOST_SAMPLES }));
    const buttons = list.querySelectorAll("button");
    (buttons[Math.min(place, left - 1)] ?? control).focus();
    control.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const item = (sample: Sample, place: number) => {
    const name = made("span", { className: "visually-hidden" }, `: ${sample.name}`);
    const button = made("button", { type: "button", className: "samples__take" }, t("samples.take_out"), name);
    button.addEventListener("click", (event) => {
      // The form's own island, which may not be there yet, would repeat the press.
      event.stopPropagation();
      takeOut(sample, place);
    });
    const product = made("a", { href: sample.path }, sample.product);
    const words = made("span", { className: "samples__words" }, sample.name, made("br"), product);
    return made("li", { className: "samples__item" }, ...face(sample), words, button);
  };
  // The browser's own filling in of a page that was left names the cloths of that time.
  if (document.activeElement !== control && samples.all().length > 0) control.value = written;
  control.after(box);
  show();
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) show();
  });
  form.addEventListener("sent", () => samples.empty());
}

/** `Rust: Ravel (RAVEL-RU-OA)` */
function line({ name, product, number }: Sample): string {
  return `${name}: ${product} (${number})`;
}

/** The colour of the cloth, otherwise the picture of the product in it. */
function face({ color, image }: Sample): Element[] {
  if (color === null) {
    const size = { width: 40, height: 50 };
    return image === "" ? [] : [made("img", { className: "samples__picture", src: image, alt: "", ...size })];
  }
  const swatch = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  swatch.setAttribute("class", "swatch");
  swatch.setAttribute("color", color);
  swatch.ariaHidden = "true";
  return [swatch];
}

/** An element with these properties. Texts are inserted as texts, never as HTML. */
function made<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}
