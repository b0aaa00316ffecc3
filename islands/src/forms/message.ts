// The words of a fault: texts `errors.form.*`, filled as in `generator/forms/src/message.rs`.
import type { Fault } from "./check";

/** The texts by key. */
export type Texts = { readonly [key: string]: string | undefined };

function fill(text: string, parameters: Texts): string {
  return text.replace(/\{([^{}]*)\}/g, (placeholder, name: string) =>
    Object.hasOwn(parameters, name) ? (parameters[name] ?? placeholder) : placeholder,
  );
}

/** The text of a fault; `name` is the field's label. Nothing if there is no text. */
export function message(fault: Fault, name: string, texts: Texts): string | undefined {
  const key = `errors.form.${fault.key}`;
  const text = (fault.parameters.n === "1" ? texts[`${key}.one`] : undefined) ?? texts[key];
  if (text === undefined) return undefined;
  const parameters: Record<string, string> = { ...fault.parameters, name };
  if (fault.key.startsWith("date_") && fault.key !== "date_format") {
    for (const [parameter, date] of Object.entries(fault.parameters)) {
      const [year = "", month = "", day = ""] = date.split("-");
      parameters[parameter] = fill(texts["errors.form.date_words"] ?? "{year}-{month}-{day}", { year, month, day });
    }
  }
  return fill(text, parameters);
}
