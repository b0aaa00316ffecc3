// A whole shop for a worker: demo backends, a build, a server, each a real process on a free port of loopback, ended with the worker.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { test as base, expect } from "@playwright/test";
import { configure, end, inFolder, run, start } from "./process";

/** Where the demo's backends listen, as `vitrine demo` prints it. */
interface Backends {
  readonly shopware: string;
  readonly statamic: string;
  readonly images: string;
  readonly control: string;
  readonly access_key: string;
}

/** A running shop. */
export interface Shop {
  readonly url: string;
  readonly dist: string;
  readonly backends: Backends;
  /** A call of the demo's control API (`generator/demo`, module `control`). */
  control(route: string, body?: unknown, method?: "POST" | "DELETE"): Promise<Record<string, unknown>>;
  /** Builds again; the server goes over to the new release by itself. */
  build(): Promise<void>;
  /** Builds the same shop with its styleguide into another folder and serves that while `use` runs. */
  withStyleguide(use: (url: string) => Promise<void>): Promise<void>;
}

/** What a test file may choose for its shop. */
export interface ShopOptions {
  readonly consumerLocales: readonly string[];
}

/** Runs a shop for as long as `use` takes. */
export function withShop(options: ShopOptions, use: (shop: Shop) => Promise<void>): Promise<void> {
  return inFolder(async (folder) => {
    const demo = await start<Backends>(
      ["demo", "--shopware-port", "0", "--statamic-port", "0", "--images-port", "0"],
      process.env,
    );
    try {
      await withBackends(folder, demo.ready, options, use);
    } finally {
      await end(demo.child);
    }
  });
}

async function withBackends(
  folder: string,
  backends: Backends,
  options: ShopOptions,
  use: (shop: Shop) => Promise<void>,
): Promise<void> {
  const env = { ...process.env, VITRINE_SHOPWARE_ACCESS_KEY: backends.access_key };
  const config = await configure(folder, { ...backends, ...options });
  const build = () => run(["--config", config, "build"], env);
  await build();
  const server = await start<{ url: string }>(["--config", config, "serve"], env);
  try {
    await use({
      url: server.ready.url,
      dist: path.join(folder, "dist"),
      backends,
      build,
      async withStyleguide(visit) {
        const dist = path.join(folder, "styleguide");
        await run(["--config", config, "build", "--offline", "--styleguide", dist], env);
        const own = path.join(folder, "styleguide.toml");
        await writeFile(
          own,
          (await readFile(config, "utf8")).replace(/^dist = .*$/m, () => `dist = "${dist}"`),
        );
        const beside = await start<{ url: string }>(["--config", own, "serve"], env);
        try {
          await visit(beside.ready.url);
        } finally {
          await end(beside.child);
        }
      },
      async control(route, body, method = "POST") {
        const init =
          body === undefined
            ? { method }
            : { method, body: JSON.stringify(body), headers: { "content-type": "application/json" } };
        const answer = await fetch(`${backends.control}/${route}`, init);
        if (!answer.ok) throw new Error(`/_demo/${route} answered ${answer.status}: ${await answer.text()}`);
        return (await answer.json()) as Record<string, unknown>;
      },
    });
  } finally {
    await end(server.child);
  }
}

/**
 * A cross-fade that the browser gave up before a script of the page ran, so that nobody could hear it (w3c/csswg-drafts#13726); one that ends later is
 * heard by `header/crossing`.
 */
function isCrossingCutShort({ name, message }: Error): boolean {
  return ["AbortError", "InvalidStateError", "TimeoutError"].includes(name) && message.startsWith("Transition was ");
}

/**
 * Playwright's `test` with a shop a worker; `test.use({ shopOptions: … })` chooses another one.
 * A test fails when a page of it throws, breaks its own security policy, or complains in its console.
 */
export const test = base.extend<{ complaints: string[] }, { shopOptions: ShopOptions; shop: Shop }>({
  shopOptions: [{ consumerLocales: ["nl"] }, { option: true, scope: "worker" }],
  shop: [
    async ({ shopOptions }, use) => {
      await withShop(shopOptions, use);
    },
    { scope: "worker", timeout: 120_000 },
  ],
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

export { expect };
