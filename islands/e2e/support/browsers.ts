// The browsers of the journeys, as Debian installs them.
import { test } from "@playwright/test";

/** Chromium without a window and without what surrounds a page: a third less of a journey's processor time than the whole browser. */
export const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

/** The whole browser, for journeys that need a profile with settings of its own. */
export const WHOLE_BROWSER = "/usr/bin/chromium";

/** The project of the journeys whose browser loads pictures. */
export const PROJECT_WITH_PICTURES = "pictures";

/** Fails a journey that measures what pictures do, in a browser that loads none. */
export function needsPictures(): void {
  if (test.info().project.name === PROJECT_WITH_PICTURES) return;
  throw new Error("this file measures pictures, shifts or pixels: add it to WITH_PICTURES in playwright.config.ts");
}
