// A shop with a tag manager, and a stand-in for the tag manager's host on loopback.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { RATES, type Running, withBackends, withShop } from "./running";
import { test as shared } from "./shop";
import { LOCALES } from "./texts";

/**
 * What the stand-in answers for `/gtm.js`: it loads a second script from its host, as containers do, and tries what Trusted
 * Types refuse it.
 */
const SCRIPT = `
  globalThis.standIn = { began: dataLayer.length, refused: [] };
  const second = document.createElement("script");
  second.src = new URL("/second.js", document.currentScript.src).href;
  document.head.append(second);
  for (const attempt of [
    () => { document.createElement("div").innerHTML = "<img>"; },
    () => { document.createElement("script").src = "https://elsewhere.example/x.js"; },
    () => { document.createElement("script").text = "1"; },
  ]) try { attempt(); standIn.refused.push("nothing"); } catch (error) { standIn.refused.push(error.name); }
`;

/** What the browser says of the attempts of the stand-in, and of a request that a screen's policy refuses. */
const TRIED = /requires 'Trusted(HTML|ScriptURL|Script)' assignment|connect-src 'self'|^Fetch API cannot load/;

export type StandIn = {
  readonly origin: string;
  /** The paths that browsers requested, with their queries. */
  readonly requested: readonly string[];
};

async function withStandIn(use: (standIn: StandIn) => Promise<void>): Promise<void> {
  const requested: string[] = [];
  const server = createServer(({ url = "" }, answer) => {
    requested.push(url);
    answer.setHeader("Content-Type", "text/javascript");
    answer.end(url.startsWith("/gtm.js") ? SCRIPT : "globalThis.standIn.second = true;");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  try {
    await use({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requested });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Playwright's `test` with a shop that has a tag manager, one per worker. */
export const test = shared.extend<{ shop: Running }, { tracked: { shop: Running; standIn: StandIn } }>({
  tracked: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
    async ({}, use) => {
      await withStandIn((standIn) =>
        withBackends((backends) =>
          withShop({ backends, consumerLocales: LOCALES, rates: RATES, tagManager: standIn.origin }, (shop) =>
            use({ shop, standIn }),
          ),
        ),
      );
    },
    { scope: "worker", timeout: 240_000 },
  ],
  shop: async ({ tracked }, use) => {
    await use(tracked.shop);
  },
  complaints: async ({ complaints }, use) => {
    await use(complaints);
    // The browser reports what the stand-in tries and is refused.
    const others = complaints.filter((line) => !TRIED.test(line));
    complaints.splice(0, complaints.length, ...others);
  },
});

/** Records the requests of a page to other hosts than the shop and its image CDN. */
export function watchForeign(page: Page, standIn: StandIn): readonly string[] {
  const foreign: string[] = [];
  page.context().on("request", (request) => {
    if (request.url().startsWith(standIn.origin)) foreign.push(request.url());
  });
  return foreign;
}

/** What is in the tag manager's data layer: commands as arrays, events as objects. */
export function dataLayer(page: Page): Promise<readonly unknown[]> {
  return page.evaluate(() => {
    const layer = (globalThis as unknown as { dataLayer?: readonly object[] }).dataLayer ?? [];
    return layer.map((one) => (Object.hasOwn(one, "length") ? Array.from(one as ArrayLike<unknown>) : one));
  });
}

export type Told = { readonly event: string; readonly ecommerce?: Record<string, unknown> } & Record<string, unknown>;

/** The commerce events in it. */
export async function eventsIn(page: Page): Promise<readonly Told[]> {
  const all = await dataLayer(page);
  return all.filter((one): one is Told => {
    const event = (one as Partial<Told>).event;
    return event !== undefined && event !== "gtm.js";
  });
}
