// What is filled in: for the rules, and as it is sent.
//
// **Invariant:** fields that are not shown are not sent; nothing is changed that the visitor typed.
import { type FieldSpec, type FormSpec, isList } from "../../forms/spec";
import type { Values } from "../../forms/value";

/** The controls of a field, which are one or, for radio buttons and boxes, several. */
export function controlsOf(form: HTMLFormElement, handle: string): readonly HTMLInputElement[] {
  const named = form.elements.namedItem(handle);
  if (named === null) return [];
  return (named instanceof Element ? [named] : [...named]) as HTMLInputElement[];
}

function filledIn(controls: readonly HTMLInputElement[], field: FieldSpec): unknown {
  const chosen = () => controls.filter(({ checked }) => checked).map(({ value }) => value);
  switch (field.kind) {
    case "toggle":
      // Where words beside the button say it, the field is hidden and on.
      return controls[0]?.type === "hidden" ? controls[0].value : controls[0]?.checked === true;
    case "radio":
      return chosen()[0];
    case "files":
      return [...(controls[0]?.files ?? [])].map(({ name, size }) => ({ name, size }));
    default:
      return isList(field) ? chosen() : controls[0]?.value;
  }
}

export function valuesIn(form: HTMLFormElement, spec: FormSpec): Values {
  return Object.fromEntries(
    spec.fields.map((field) => [field.handle, filledIn(controlsOf(form, field.handle), field) ?? null]),
  );
}

/** The body: what a browser would send, without the fields that are not shown. */
export function bodyOf(form: HTMLFormElement, spec: FormSpec, visible: ReadonlySet<string>, key: string): FormData {
  const body = new FormData(form);
  for (const { handle, always_save } of spec.fields) {
    if (!visible.has(handle) && always_save !== true) body.delete(handle);
  }
  body.set("key", key);
  return body;
}
