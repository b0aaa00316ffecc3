// The shops that journeys run against: those that all of them look at, and one of their own for journeys that change a backend.
import { test as base, expect } from "@playwright/test";
import { control, RATES, type Running, releaseWith, withBackends, withServerBeside, withShop } from "./running";

/** Where the shops are that `shared.ts` started. */
export interface SharedShops {
  /** By the locales in which anybody may order. */
  readonly byConsumerLocales: Readonly<Record<string, Running>>;
  /** The shop with its styleguide. */
  readonly styleguide: Running;
}

/** The environment variable that tells the workers of the shared shops. */
export const SHARED_SHOPS = "VITRINE_SHARED_SHOPS";

/** A shop whose backends only this worker uses. */
export interface OwnShop extends Running {
  /** A call of the demo's control API (`generator/demo`, module `control`). */
  control(route: string, body?: unknown, method?: "GET" | "POST" | "DELETE"): Promise<Record<string, unknown>>;
  /** Brings a release live that is made of the bundle in this folder. */
  release(assets: string): Promise<void>;
  /** Another server of the same releases and backends, which remembers nothing that the backends said. */
  beside(use: (url: string) => Promise<void>): Promise<void>;
}

/** What a test file may choose for its shop. */
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
 * A cross-fade that the browser gave up before a script of the page ran, so that nobody could hear it (w3c/csswg-drafts#13726); one that ends later is
 * heard by `header/crossing`.
 */
function isCrossingCutShort({ name, message }: Error): boolean {
  return ["AbortError", "InvalidStateError", "TimeoutError"].includes(name) && message.startsWith("Transition was ");
}

/**
 * Playwright's `test` with a shop that others use at the same time: carts are each visitor's own, everything else stays as it is.
 * `test.use({ shopOptions: … })` chooses another one. A test fails when a page of it throws, breaks its own security policy, or complains in its console.
 */
export const test = base.extend<{ complaints: string[]; shopOptions: ShopOptions; shop: Running; styleguide: string }>({
  shopOptions: [{ consumerLocales: ["nl"] }, { option: true }],
  shop: async ({ shopOptions }, use) => {
    const wanted = shopOptions.consumerLocales.join();
    const shop = sharedShops().byConsumerLocales[wanted];
    if (shop === undefined) throw new Error(`no shared shop lets anybody order in ${wanted}`);
    await use(shop);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are asked for.
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
        // That an answer was 404 or 500 is what some tests are about.
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

/** The same with a shop a worker, for journeys that change what a backend says. */
export const testOfOwnShop = test.extend<{ shop: OwnShop }, { ownShop: OwnShop }>({
  ownShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are asked for.
    async ({}, use) => {
      await withBackends((backends) =>
        withShop({ backends, consumerLocales: ["nl"], rates: RATES }, (shop, config) =>
          use({
            ...shop,
            control: (route, body, method) => control(backends, route, body, method),
            release: (assets) => releaseWith(config, backends, assets),
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

/**
 * The same with a server a test, for journeys that change what the API keeps for a while (countries): what an earlier test of the worker had it ask for is
 * not what the backend says now.
 */
export const testOfOwnServer = testOfOwnShop.extend({
  shop: async ({ ownShop }, use) => {
    await ownShop.beside((url) => use({ ...ownShop, url }));
  },
});

export { expect };
