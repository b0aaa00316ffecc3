// Decides when to check for a new build (R-UI-03). The check itself is loaded when it is due.

/** The interval between checks, in milliseconds. */
export const CHECK_EVERY_MS = 600_000;

/**
 * The argument of `look` is whether the page was restored from the back/forward cache, which counts as a navigation.
 */
export function startBuildWatch(look: (restored: boolean) => void): void {
  setInterval(look, CHECK_EVERY_MS, false);
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) look(true);
  });
}
