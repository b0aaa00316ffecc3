// When to look for a new build (R-UI-03). The looking itself is fetched when its time has come.

/** How long a page is taken to be of the newest build. */
export const CHECK_EVERY_MS = 600_000;

/** `look` is told whether the page has just come back from the browser's memory: that is a navigation, too. */
export function startBuildWatch(look: (restored: boolean) => void): void {
  setInterval(look, CHECK_EVERY_MS, false);
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) look(true);
  });
}
