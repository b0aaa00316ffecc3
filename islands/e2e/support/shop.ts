// The shops under test: shared ones, and one per worker for tests that change a backend.
import { test as base, expect } from "@playwright/test";
import { control, RATES, type Running, releaseWith, withBackends, withServerBeside, withShop } from "./running";

/** The shops that `shared.ts` started. */
export interface SharedShops {
  /** By the locales in which consumers may order. */
  readonly byConsumerLocales: Readonly<Record<string, Running>>;
  /** The shop with its styleguide. */
  readonly styleguide: Running;
}

/** The environment variable that passes the shared shops to the workers. */
export const SHARED_SHOPS = "VITRINE_SHARED_SHOPS";

/** A shop whose backends only this worker uses. */
export interface OwnShop extends Running {
  /** Calls the demo's control API (`generator/demo`, module `control`). */
  control(route: string, body?: unknown, method?: "GET" | "POST" | "DELETE"): Promise<Record<string, unknown>>;
  /** Publishes a release with the bundle in this folder, and waits until the server answers with it. */
  release(assets: string): Promise<void>;
  /** Runs a second server of the same releases and backends, with empty caches. */
  beside(use: (url: string) => Promise<void>): Promise<void>;
}

/** Options of a test file for its shop. */
export interface ShopOptions {
  readonly consumerLocales: readonly string[];
}

function sharedShops(): SharedShops {
  const shops = process.env[SHARED_SHOPS];
  if (shops === undefined)
    throw new Error(`${SHARED_SHOPS} is not set: playwright.config.ts names e2e/support/shared.ts`);
  return JSON.parse(shops) as SharedShops;
}

/**
 * A view transition that was cancelled before a page script could observe it (w3c/csswg-drafts#13726); later ones are
 * handled by `header/crossing`.
 */
function isCrossingCutShort({ name, message }: Error): boolean {
  return ["AbortError", "InvalidStateError", "TimeoutError"].includes(name) && message.startsWith("Transition was ");
}

/**
 * Playwright's `test` with a shop that other tests use at the same time: every visitor has an own cart, everything else
 * is read-only.
 * `test.use({ shopOptions: … })` selects another shop. A test fails if one of its pages throws, violates its CSP, or
 * logs an error.
 */
export const test = base.extend<{ complaints: string[]; shopOptions: ShopOptions; shop: Running; styleguide: string }>({
  shopOptions: [{ consumerLocales: ["nl"] }, { option: true }],
  shop: async ({ shopOptions }, use) => {
    const wanted = shopOptions.consumerLocales.join();
    const shop = sharedShops().byConsumerLocales[wanted];
    if (shop === undefined) throw new Error(`no shared shop lets anybody order in ${wanted}`);
    await use(shop);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
  styleguide: async ({}, use) => {
    await use(sharedShops().styleguide.url);
  },
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      context.on("weberror", (error) => {
        if (!isCrossingCutShort(error.error())) complaints.push(error.error().message);
      });
      context.on("console", (message) => {
        // Some tests expect a 404 or 500.
        if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
          complaints.push(message.text());
        }
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
  baseURL: async ({ shop }, use) => {
    await use(shop.url);
  },
});

/** The same with one shop per worker, for tests that change a backend. */
export const testOfOwnShop = test.extend<{ shop: OwnShop }, { ownShop: OwnShop }>({
  ownShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
    async ({}, use) => {
      await withBackends((backends) =>
        withShop({ backends, consumerLocales: ["nl"], rates: RATES }, (shop, config) =>
          use({
            ...shop,
            control: (route, body, method) => control(backends, route, body, method),
            release: async (assets) => {
              await releaseWith(config, backends, assets);
              // Waits until the server has opened it.
              await fetch(`${shop.url}/api/ready`);
            },
            beside: (useUrl) => withServerBeside(config, backends, useUrl),
          }),
        ),
      );
    },
    { scope: "worker", timeout: 120_000 },
  ],
  shop: async ({ ownShop }, use) => {
    await use(ownShop);
  },
});

/** The same with one server per test, for tests that change data that the API caches (countries). */
export const testOfOwnServer = testOfOwnShop.extend({
  shop: async ({ ownShop }, use) => {
    await ownShop.beside((url) => use({ ...ownShop, url }));
  },
});

export { expect };
