// The energy arrow of a light source without React (law §6), for panels of the header.
import type { EnergyArrow } from "./api/schema.gen";

/** The arrow with its alternative text, as in `templates/components/macros/energy.html`. */
export function energyArrow({ class: letter, alt }: EnergyArrow): HTMLElement {
  const range = span("energy__range");
  range.append(...["A", "↑", "G"].map((text) => span("", text)));
  const shown = span("energy__class", letter);
  for (const hidden of [range, shown]) hidden.ariaHidden = "true";
  const arrow = span(`energy__arrow energy__arrow--${letter} energy__arrow--small`);
  arrow.append(range, shown, span("visually-hidden", alt));
  return arrow;
}

function span(name: string, text = ""): HTMLElement {
  const made = document.createElement("span");
  if (name !== "") made.className = name;
  made.textContent = text;
  return made;
}
