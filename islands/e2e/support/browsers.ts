// The browsers of the journeys, as Debian installs them.

/** Chromium without a window and without what surrounds a page: a third less of a journey's processor time than the whole browser. */
export const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

/** The whole browser, for journeys that need a profile with settings of its own. */
export const WHOLE_BROWSER = "/usr/bin/chromium";
