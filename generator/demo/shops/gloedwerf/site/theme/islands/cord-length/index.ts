// The cord of a pendant for the visitor's own ceiling, in place of the table of usual ceilings.
import { createTranslate, type Mount, pageLocale } from "vitrine";
import type { Texts } from "vitrine/texts";
import { drop, type Rule } from "./rule";

const mount: Mount<Rule & { readonly ceiling: number }> = (root, { props, messages }) => {
  const table = root.querySelector("[data-cord-table]");
  if (table === null) return;
  const t = createTranslate<Texts["cord-length"]>(messages, pageLocale());
  const [lowest, highest] = props.ceilings;
  const input = document.createElement("input");
  Object.assign(input, { type: "number", min: lowest, max: highest, value: props.ceiling, className: "cord__input" });
  input.inputMode = "numeric";
  const label = document.createElement("label");
  label.className = "cord__label";
  label.append(t("cord.ceiling"), input);
  const answer = document.createElement("output");
  answer.className = "cord__answer";
  const show = () => {
    const cm = drop(input.valueAsNumber, props);
    answer.value = cm === null ? t("cord.no_ceiling", { lowest, highest }) : t("cord.drop", { cm });
  };
  input.addEventListener("input", show);
  show();
  table.replaceWith(label, answer);
};
export default mount;
