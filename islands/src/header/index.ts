// The script of every page's header; without it header and fly-out are links and `<details>`, and everything is
// reachable (R-HEAD-12).
// Without React, because every page runs it.
import { startCrossing } from "./crossing";
import { startFlyout } from "./flyout";
import { watchGround } from "./ground";
import { startHover } from "./hover";
import { startLanguages } from "./language";
import { startPanels } from "./panels";

export function startHeader(): void {
  startCrossing(window, document.activeViewTransition);
  const header = document.querySelector<HTMLElement>("[data-header]");
  if (header === null) return;
  watchGround(header);
  const panels = startPanels(header);
  const navigation = header.querySelector("nav");
  if (navigation !== null) startHover(navigation, panels);
  startFlyout(header, panels);
  startLanguages(header);
}
