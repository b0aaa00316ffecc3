// Samples of cloths: the button of a product's page, or the list on the page of the form that asks for them.
import { fetchSheet } from "../../fetch-sheet";
import { createTranslate, pageLocale } from "../../i18n";
import type { IslandContext } from "../../island";
import type { SamplesProps } from "../../props.gen";
import { startButton } from "../../samples/button";
import { showList } from "../../samples/list";
import type { SamplesKey } from "../../samples/messages";
import { createSamples } from "../../stores/samples";

export default function mount(root: HTMLElement, { props, messages }: IslandContext): void {
  const { cloth, field, sheet } = props as SamplesProps;
  const shown = { samples: createSamples(), t: createTranslate<SamplesKey>(messages, pageLocale()) };
  if (cloth !== null) startButton(root, { ...cloth, image: pictureOf(root) }, shown);
  const control = field === null ? null : document.getElementById(field);
  if (!(control instanceof HTMLTextAreaElement)) return;
  const list = () => showList(control, shown);
  void fetchSheet(sheet).then(list, list);
}

/** The URL of the product's first picture as shown on the page; empty if there is none. */
function pictureOf(root: HTMLElement): string {
  const image = root.closest(".product")?.querySelector<HTMLImageElement>("[data-picture] img");
  return image?.currentSrc || image?.src || "";
}
