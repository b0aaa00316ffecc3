// The button on a product's page that puts the chosen cloth into the basket of samples.
//
// **Invariant:** it says what became of the cloth, in words that a screen reader reads out, and then leads to the form.
import { MOST_SAMPLES, type Put, type Sample } from "../stores/samples";
import type { SamplesKey, Shown } from "./messages";

const SAID = {
  added: "samples.added",
  there: "samples.there",
  full: "samples.full",
} as const satisfies Record<Put, SamplesKey>;

export function startButton(root: HTMLElement, cloth: Sample, { samples, t }: Shown): void {
  const said = root.querySelector(".sample__said");
  const page = root.querySelector<HTMLElement>(".sample__page");
  root.querySelector("[data-add]")?.addEventListener("click", () => {
    const what = samples.put(cloth);
    const words = t(SAID[what], { cloth: cloth.name, count: samples.all().length, most: MOST_SAMPLES });
    const lasting = samples.isKept() ? [] : [t("samples.not_kept")];
    if (said !== null) said.textContent = [words, ...lasting].join(" ");
    if (page !== null) page.hidden = false;
  });
}
