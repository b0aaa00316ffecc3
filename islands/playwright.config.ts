// Journeys in the system's Chromium. Retries are off: a test that passes the second time is a fault to find.
import { defineConfig } from "@playwright/test";

const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export default defineConfig({
  testDir: "e2e",
  // A journey looks at every page of a locale with axe: half a minute on two idle cores, more beside a compiler.
  timeout: 120_000,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: "list",
  outputDir: "test-results",
  use: {
    browserName: "chromium",
    // None of the shop's languages, so that it offers no other one to anybody who did not ask for it.
    locale: "fr-FR",
    launchOptions: { executablePath: "/usr/bin/chromium", args: CHROMIUM_FLAGS },
    trace: "retain-on-failure",
  },
});
