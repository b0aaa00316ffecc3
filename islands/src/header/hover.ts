// Opens a panel while the mouse rests on its label (MENU-3 to MENU-6).
//
// **Invariant:** a pointer that only passes opens and closes nothing; touch and pen are ignored.
import type { Panels } from "./panels";

/** How long the pointer must rest on a label before its panel opens, in milliseconds. */
const REST_MS = 300;
/** How long a panel stays open after the pointer has left it, in milliseconds. */
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
    // A click cancels the timer: a panel that was just closed must not open again below the pointer.
    panel.addEventListener("pointerdown", () => clearTimeout(timer));
    panel.addEventListener("pointerleave", ({ pointerType }) => {
      if (pointerType === "mouse") wait(LEAVE_MS, leave);
    });
  }
}
