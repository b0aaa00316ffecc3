// Journeys in the system's Chromium. Retries are off: a test that passes the second time is a fault to find.
import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { HEADLESS_SHELL, PROJECT_WITH_PICTURES } from "./e2e/support/browsers";

/**
 * Features that Playwright disables (a second `--disable-features` would re-enable them), and the browser's own
 * address-bar pages: they cost two renderers per context, a fifth of a test's time.
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

/**
 * Journeys that measure pictures, shifts or pixels, or whose page has to load a picture. All others run in a browser that
 * loads none: decoding pictures takes a third of a journey's processor time. Their places and texts are the same.
 */
const WITH_PICTURES = [
  "blocks",
  "budgets",
  "business",
  "business-prices",
  "checkout",
  "consent",
  "delivery-dates",
  "each-form",
  "editorial",
  "energy",
  "fonts",
  "forced-colors",
  "form-shifts",
  "guarantee",
  "header-language",
  "header-menu",
  "journey",
  "long-article",
  "options",
  "order-outcome",
  "print",
  "product",
  "search-panel",
  "second-shop",
  "site",
  "stores",
  "tree-categories",
  "trusted-types",
  "variant-pictures",
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

// The shell knows no kind of connection, for which it would fetch pictures from farther below the window than the browser does on 4G.
const PICTURES_AS_ON_4G = "--blink-settings=lazyLoadingImageMarginPxUnknown=1250";
const NO_PICTURES = "--blink-settings=imagesEnabled=false";

const withPictures = WITH_PICTURES.map((name) => `**/${name}.spec.ts`);
const browser = (flag: string) => ({
  launchOptions: { executablePath: HEADLESS_SHELL, args: [...CHROMIUM_FLAGS, flag] },
});

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/support/shared.ts",
  // Time limits that only a hanging test reaches: a slow or busy machine takes many times as long as an idle one.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Tests share nothing that they change, so those of one file may run on several workers.
  fullyParallel: true,
  // A journey waits a fifth of its time (for debounced input, idle networks, the next look of an assertion).
  workers: Math.ceil(availableParallelism() * 1.5),
  retries: 0,
  forbidOnly: true,
  reporter: "list",
  outputDir: "test-results",
  use: {
    browserName: "chromium",
    // Not one of the shop's languages, so that no language is suggested unless a test asks for it.
    locale: "fr-FR",
    // Tracing costs a seventh of the time, and traces of passing tests are discarded. Use `--trace on` to investigate
    // one.
    trace: "off",
  },
  projects: [
    { name: PROJECT_WITH_PICTURES, testMatch: withPictures, use: browser(PICTURES_AS_ON_4G) },
    { name: "journeys", testIgnore: withPictures, use: browser(NO_PICTURES) },
  ],
});
