// Panels open for a mouse that rests on their word (MENU-3 to MENU-6).
//
// **Invariant:** a pointer that only passes opens and closes nothing; fingers and pens are no mouse.
import type { Panels } from "./panels";

/** How long a pointer rests on a word before its panel opens. */
const REST_MS = 300;
/** How long a panel waits for a pointer that left it to come back. */
const LEAVE_MS = 400;

export function startHover(navigation: Element, panels: Panels): void {
  let timer = 0;
  const wait = (milliseconds: number, then: () => void) => {
    clearTimeout(timer);
    timer = window.setTimeout(then, milliseconds);
  };
  const leave = () => {
    if (!panels.isPinned()) panels.close();
  };
  for (const panel of navigation.querySelectorAll<HTMLDetailsElement>("details[data-panel]")) {
    panel.addEventListener("pointerenter", ({ pointerType }) => {
      if (pointerType === "mouse") wait(REST_MS, () => panels.opened() !== panel && panels.open(panel, false));
    });
    // Who presses has said what they want: a word that was just closed does not open again below the pointer.
    panel.addEventListener("pointerdown", () => clearTimeout(timer));
    panel.addEventListener("pointerleave", ({ pointerType }) => {
      if (pointerType === "mouse") wait(LEAVE_MS, leave);
    });
  }
}
