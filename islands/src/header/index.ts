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

/** A part of the header that is loaded on first interaction. */
type Part = { readonly start: (element: HTMLElement) => unknown };

export function startHeader(): void {
  startCrossing(window, document.activeViewTransition);
  showStoredFlashMessage();
  const header = document.querySelector<HTMLElement>("[data-header]");
  if (header === null) return;
  startAccountLinks(document);
  watchGround(header);
  const panels = startPanels(header);
  const navigation = header.querySelector<HTMLElement>("nav");
  if (navigation !== null) startHover(navigation, panels);
  whenTouched(navigation, () => import("./link-pictures"));
  whenTouched(header.querySelector<HTMLElement>("[data-panel=search]"), () => import("./search/start"));
  startFlyout(header, panels);
  startLanguages(header);
}

/** Loads and starts a part when the pointer or the focus first enters its element; without it everything works. */
function whenTouched(element: HTMLElement | null, fetchPart: () => Promise<Part>): void {
  let started = false;
  const begin = () => {
    if (element === null || started) return;
    started = true;
    fetchPart()
      .then(({ start }) => start(element))
      .catch(() => {});
  };
  for (const event of ["pointerenter", "focusin"]) element?.addEventListener(event, begin, { once: true });
}

/** Shows the flash message of the previous page. */
function showStoredFlashMessage(): void {
  try {
    if (sessionStorage.getItem("vitrine-words")) import("./flash-message").then(({ show }) => show());
  } catch {
    // Storage is disabled, so there is none.
  }
}
