// The layer that asks before the tag manager, and the link in the footer that opens it again (R-UI-08, CONSENT-1 to -4).
//
// **Invariant:** before consent nothing is requested from another host and nothing is stored. Layer and measuring are
// loaded only when they are needed.
import { isGranted, isScreen, readChoice } from "../../consent/choice";
import type {} from "../../consent/signal";
import type { IslandContext } from "../../island";
import type { ConsentProps } from "../../props.gen";

export default function mount(root: HTMLElement, context: IslandContext): void {
  const props = context.props as ConsentProps;
  globalThis.vitrineSignals = [];
  const show = (opener: HTMLAnchorElement | null) =>
    import("./layer").then(({ show }) => show(root, props, opener)).catch(() => opener && location.assign(opener.href));
  for (const opener of document.querySelectorAll<HTMLAnchorElement>("[data-consent-open]")) {
    opener.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      void show(opener);
    });
  }
  const choice = readChoice(document.cookie, props, Date.now());
  if (choice === null) {
    // Nothing is loaded on a screen, so nothing is asked there. The page's own content comes first.
    if (!isScreen()) whenIdle(() => void show(null));
  } else if (isGranted(choice)) {
    import("./measure").then(({ measure }) => measure(props, choice)).catch(() => {});
  }
}

/** After the page's own resources. */
function whenIdle(then: () => void): void {
  if (document.readyState !== "complete") addEventListener("load", () => whenIdle(then), { once: true });
  else if ("requestIdleCallback" in globalThis) requestIdleCallback(then, { timeout: 2000 });
  else setTimeout(then, 200);
}
