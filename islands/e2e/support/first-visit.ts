// What a first visit to a page costs, and its upper bounds (budgets.md).
import { gzipSync } from "node:zlib";
import type { Page, Request, Response } from "@playwright/test";
import type { BudgetOf } from "./page-kinds";

const KB = 1024;

/** Upper bounds; bytes in KB of gzip. */
export type Budget = {
  readonly html: number;
  readonly css: number;
  readonly eager: number;
  readonly used: number;
  readonly requests: number;
  readonly images: number;
};

export type Measured = { readonly [Bound in keyof Budget]: number };

/** A page to be measured. */
type Visit = {
  readonly path: string;
  /** Interacts with the islands of the page and waits until each is mounted. */
  readonly use?: (page: Page) => Promise<void>;
};

export const BUDGETS: Readonly<Record<BudgetOf, Budget>> = {
  editorial: { html: 20, css: 14, eager: 6, used: 90, requests: 18, images: 200 },
  list: { html: 26, css: 14, eager: 8, used: 95, requests: 20, images: 120 },
  stores: { html: 20, css: 14, eager: 8, used: 140, requests: 16, images: 80 },
  product: { html: 20, css: 14, eager: 10, used: 95, requests: 20, images: 160 },
  search: { html: 14, css: 14, eager: 35, used: 95, requests: 18, images: 120 },
  "404": { html: 14, css: 14, eager: 5, used: 5, requests: 10, images: 60 },
};

/** Opens the page with an empty cache and counts. */
export async function firstVisit(visit: Page, screen: Visit): Promise<Measured> {
  const requests: Request[] = [];
  const answers: Response[] = [];
  let loaded = false;
  const before: Response[] = [];
  await (await visit.context().newCDPSession(visit)).send("Network.setCacheDisabled", { cacheDisabled: true });
  visit.on("request", (request) => {
    // `load` does not wait for the calls of islands: whether one is sent before or after it depends on the machine.
    if (!loaded && request.resourceType() !== "fetch") requests.push(request);
  });
  visit.on("response", (answer) => {
    answers.push(answer);
    if (!loaded) before.push(answer);
  });
  // These two events come in order; `goto` returns later.
  visit.once("load", () => {
    loaded = true;
  });
  await visit.goto(screen.path, { waitUntil: "load" });
  const eager = await bytes(before, "script");
  const counted = {
    html: await bytes(before, "document"),
    css: await bytes(before, "stylesheet"),
    eager,
    requests: requests.length,
    images: await bytes(before, "image"),
  };
  await screen.use?.(visit);
  return { ...counted, used: await bytes(answers, "script") };
}

/** Total size of the responses of a kind in KB, text gzipped. */
async function bytes(answers: readonly Response[], kind: string): Promise<number> {
  let sum = 0;
  for (const answer of answers.filter((one) => one.request().resourceType() === kind)) {
    const body = await answer.body();
    const packed = kind === "image" && !/svg/.test(answer.headers()["content-type"] ?? "");
    sum += packed ? body.byteLength : gzipSync(body).byteLength;
  }
  return Math.round((sum / KB) * 10) / 10;
}
