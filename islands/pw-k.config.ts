// Journeys in the system's Chromium. Retries are off: a test that passes the second time is a fault to find.
import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";

/**
 * What Playwright switches off, which a second `--disable-features` would switch on again, and pages of the browser's own: the lists below its address bar
 * are two more renderers for every context, a fifth of a journey's time.
 */
const FEATURES_OFF = [
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
  "AimEnabled",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxPopup",
];

const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${FEATURES_OFF.join()}`,
];

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/support/shared.ts",
  // Bounds that only what never comes may reach: a slow machine, or one that compiles beside, takes many times as long as an idle one.
  timeout: 30_000,
  expect: { timeout: 6_000 },
  // Journeys share nothing that they change: one file's may run on several workers.
  fullyParallel: true,
  workers: availableParallelism(),
  retries: 0,
  forbidOnly: true,
  reporter: "list",
  outputDir: "test-results",
  use: {
    browserName: "chromium",
    // None of the shop's languages, so that it offers no other one to anybody who did not ask for it.
    locale: "fr-FR",
    launchOptions: { executablePath: "/usr/bin/chromium", args: CHROMIUM_FLAGS },
    // A trace costs each journey a seventh of its time, and one that passes throws it away: `--trace on` records one that is looked into.
    trace: "off",
  },
});
