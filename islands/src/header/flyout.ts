// The menu of narrow viewports: a modal dialog with nested levels (R-HEAD-05, FLY-1 to FLY-7).
//
// **Invariant:** part of the page stays visible, so the menu is not a page of its own: no history entry is created. At
// most one level is open; closing the menu closes it.
import { focusTrigger, isOn, type Panels, pressedTrigger } from "./panels";

export function startFlyout(header: HTMLElement, panels: Panels): void {
  const dialog = header.querySelector<HTMLDialogElement>("[data-panel=menu] > dialog");
  if (dialog === null) return;
  for (const button of header.querySelectorAll<HTMLElement>("[data-close], [data-level] [data-back]")) {
    button.hidden = false;
  }
  dialog.addEventListener("click", (event) => {
    const level = pressedTrigger(event)?.closest<HTMLDetailsElement>("[data-level]");
    if (isOn(event, "[data-back]")) {
      const left = leaveLevel(dialog);
      if (left !== null) focusTrigger(left);
    } else if (level) {
      event.preventDefault();
      level.open = true;
      dialog.dataset.atLevel = "";
      level.querySelector<HTMLElement>("[data-back]")?.focus();
    }
  });
  dialog.addEventListener("close", () => leaveLevel(dialog));
  // The style sheet decides whether the header has room for the menu (R-HEAD-03), because it depends on the text size.
  const narrow = () => dialog.parentElement?.getClientRects().length !== 0;
  let was = narrow();
  addEventListener("resize", () => {
    if (narrow() === was) return;
    was = !was;
    if (dialog.open) panels.close();
  });
}

function leaveLevel(dialog: HTMLDialogElement): HTMLDetailsElement | null {
  const level = dialog.querySelector<HTMLDetailsElement>("[data-level][open]");
  delete dialog.dataset.atLevel;
  if (level !== null) level.open = false;
  return level;
}
