// `scripts/bench page`: measures the largest contentful paint (LCP) and the total blocking time (TBT) of a page in
// Chromium: slow 4G, a four times slower CPU, an empty cache, 390 px. Prints median and range; there are no limits,
// because times depend on the machine.
import { chromium } from "@playwright/test";

// As the browser's own developer tools define "Slow 4G"; the delay is per request.
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
const CPU_SLOWDOWN = 4;
// A page is idle after this many milliseconds without activity.
const REST_MS = 2_000;
const BUDGET = { lcp: 1_800, content: 50, product: 150 };

const [url, roundsText, ...pages] = process.argv.slice(2);
const rounds = Number(roundsText);
if (url === undefined || !(rounds > 0) || pages.length === 0) {
  throw new Error("usage: node page.mjs <url of a running shop> <rounds> <name=path> …");
}

/** Collects the page's own performance entries; runs before the page's scripts. */
function watch() {
  const seen = { lcp: 0, fcp: 0, tasks: /** @type {[number, number][]} */ ([]) };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcp = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === "first-contentful-paint") seen.fcp = entry.startTime;
  }).observe({ type: "paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.tasks.push([startTime, duration]);
  }).observe({ type: "longtask", buffered: true });
}

/** @param {import("@playwright/test").Browser} browser @param {string} path */
async function visit(browser, path) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.emulateNetworkConditions", SLOW_4G);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.addInitScript(watch);
  const answer = await page.goto(new URL(path, url).href, { waitUntil: "networkidle", timeout: 120_000 });
  // An error page is fast, but is not the page to measure.
  if (answer?.status() !== 200) {
    throw new Error(`${path} was to be measured and answers ${answer?.status()}: name a page of this shop`);
  }
  await page.waitForTimeout(REST_MS);
  const seen = await page.evaluate(() => /** @type {any} */ (globalThis).seen);
  await context.close();
  const blocked = seen.tasks.filter((/** @type {number[]} */ [start = 0]) => start >= seen.fcp);
  const tbt = blocked.reduce((/** @type {number} */ sum, /** @type {number[]} */ [, took = 0]) => sum + took - 50, 0);
  return { lcp: seen.lcp, fcp: seen.fcp, tbt };
}

/** @param {number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
});
console.log(`slow 4G, processor / ${CPU_SLOWDOWN}, 390 px, empty cache, median of ${rounds} (least to most), ms`);
for (const page of pages) {
  const [name = "", path = "/"] = page.split("=");
  /** @type {Awaited<ReturnType<typeof visit>>[]} */
  const runs = [];
  for (let round = 0; round < rounds; round += 1) runs.push(await visit(browser, path));
  const shown = /** @type {const} */ (["fcp", "lcp", "tbt"]).map((what) => {
    const values = runs.map((run) => run[what]);
    const [least, most] = [Math.min(...values), Math.max(...values)].map(Math.round);
    return `${what.toUpperCase()} ${Math.round(median(values))} (${least} to ${most})`;
  });
  const tbt = name === "product" ? BUDGET.product : BUDGET.content;
  console.log(`${name.padEnd(10)} ${shown.join("  ")}  budget: LCP ${BUDGET.lcp}, TBT ${tbt}`);
}
await browser.close();
