// The script of every page's header; without it header and fly-out are links and `<details>`, and everything is
// reachable (R-HEAD-12).
// Without React, because every page runs it.
import { startAccountLinks } from "./account-links";
import { startCrossing } from "./crossing";
import { startFlyout } from "./flyout";
import { watchGround } from "./ground";
import { startHover } from "./hover";
import { startLanguages } from "./language";
import { startPanels } from "./panels";

const TOUCHES = ["pointerenter", "focusin"];

export function startHeader(): void {
  startCrossing(window, document.activeViewTransition);
  sayWordsOfLastPage();
  const header = document.querySelector<HTMLElement>("[data-header]");
  if (header === null) return;
  startAccountLinks(document);
  watchGround(header);
  const panels = startPanels(header);
  const navigation = header.querySelector("nav");
  if (navigation !== null) {
    startHover(navigation, panels);
    whenTouched(navigation, () =>
      import("./link-pictures").then(({ startLinkPictures }) => startLinkPictures(navigation)).catch(() => {}),
    );
  }
  startFlyout(header, panels);
  startLanguages(header);
}

/** Runs `task` once, when the pointer or the focus first enters `element`. */
function whenTouched(element: Element, task: () => void): void {
  const begin = () => {
    for (const event of TOUCHES) element.removeEventListener(event, begin);
    task();
  };
  for (const event of TOUCHES) element.addEventListener(event, begin);
}

/** What the page before had to say of what was done there. */
function sayWordsOfLastPage(): void {
  try {
    if (sessionStorage.getItem("vitrine-words") !== null) import("./words").then(({ sayWords }) => sayWords());
  } catch {
    // Storage is disabled: nothing was kept.
  }
}
