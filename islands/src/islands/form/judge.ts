// What is wrong with a form, in words; a part of its own, since a form is live before it is needed.
import { check } from "../../forms/check";
import { message } from "../../forms/message";
import type { Values } from "../../forms/value";
import type { Faults } from "./faults";
import type { LiveForm } from "./live";

/** The texts by field, in the form's order; `today` is `YYYY-MM-DD`. */
export function judge({ spec, names, texts }: LiveForm, values: Values, today: string): Faults {
  const faults = check(spec, values, today);
  return new Map(faults.map((fault) => [fault.field, message(fault, names[fault.field] ?? fault.field, texts) ?? ""]));
}
