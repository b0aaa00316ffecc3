// The menu of narrow windows as a modal dialog with levels that slide in (R-HEAD-05, FLY-1 to FLY-7).
//
// **Invariant:** it leaves a strip of the page in sight, so it is no page of its own: nothing is pushed to the history. One level is open at most; closing the menu closes it.
import { focusTrigger, type Panels, pressedTrigger } from "./panels";

export function startFlyout(header: HTMLElement, panels: Panels): void {
  const dialog = header.querySelector("dialog");
  if (dialog === null) return;
  for (const button of dialog.querySelectorAll<HTMLElement>("[data-close], [data-level] [data-back]")) {
    button.hidden = false;
  }
  dialog.addEventListener("click", (event) => {
    const { target } = event;
    const level = pressedTrigger(event)?.closest<HTMLDetailsElement>("[data-level]");
    // What is pressed beside the panel is the dialog's own ground.
    if (target === dialog || within(target, "[data-close]")) panels.close();
    else if (within(target, "[data-back]")) {
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
  // Whether the header has room for the words themselves is the style sheet's to say (R-HEAD-03): it counts in the reader's own size of text.
  const narrow = () => dialog.parentElement?.getClientRects().length !== 0;
  let was = narrow();
  addEventListener("resize", () => {
    if (narrow() === was) return;
    was = !was;
    panels.close();
  });
}

function within(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}

function leaveLevel(dialog: HTMLDialogElement): HTMLDetailsElement | null {
  const level = dialog.querySelector<HTMLDetailsElement>("[data-level][open]");
  delete dialog.dataset.atLevel;
  if (level !== null) level.open = false;
  return level;
}
