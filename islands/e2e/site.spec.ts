// The site as a whole: every page is served, translations link to each other, and moved paths redirect.
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { APIRequestContext, Page } from "@playwright/test";
import { product } from "./support/catalogue";
import { expect, test } from "./support/shop";
import { home, LOCALES, type Locale, TAGS, text } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");
const SAMPLE = 20;

/** The configured texts of the 404 page. */
const PAGE_404 = JSON.parse(
  readFileSync(
    path.resolve(
      path.dirname(fileURLToPath(import.meta.url)),
      "../../generator/demo/shops/lindhoven/content/globals/page_404.json",
    ),
    "utf8",
  ),
) as Record<(typeof TAGS)[Locale], { readonly title: string }>;

/** The paths in the sitemaps, grouped by locale. */
async function sitemapPaths(request: APIRequestContext): Promise<string[]> {
  const paths: string[] = [];
  for (const address of locations(await (await request.get("/sitemap.xml")).text())) {
    const sitemap = await request.get(new URL(address).pathname);
    expect(sitemap.status(), address).toBe(200);
    paths.push(...locations(await sitemap.text()).map((page) => new URL(page).pathname));
  }
  return paths;
}

function locations(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address ?? "");
}

/** Local paths that a page links to, without query and fragment. */
function links(html: string): string[] {
  const hrefs = [...html.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)].map(([, href]) => href ?? "");
  return hrefs.filter((href) => href.startsWith("/")).map((href) => href.replace(/[?#].*$/, ""));
}

/** The headers that `_headers` sets for a pattern. */
function toldToCdn(text: string, pattern: string): [string, string][] {
  const rules = text.split(/^(?=\/)/m).find((rule) => rule.startsWith(`${pattern}\n`));
  return (rules ?? "").split("\n").flatMap((line) => {
    const [, name, value] = /^ {2}([\w-]+): (.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name.toLowerCase(), value ?? ""] as [string, string]];
  });
}

/** The `Cache-Control` values of all rules of `_headers` that match a path; `*` matches anything below. */
function cachedBy(text: string, asked: string): string[] {
  const patterns = [...text.matchAll(/^\/.*$/gm)].map(([pattern]) => pattern);
  const matching = patterns.filter((pattern) =>
    pattern.endsWith("*") ? asked.startsWith(pattern.slice(0, -1)) : asked === pattern,
  );
  return matching.flatMap((pattern) => Object.fromEntries(toldToCdn(text, pattern))["cache-control"] ?? []);
}

test("a page, an error page and an asset have the same headers from the API's server and in the CDN's configuration", async ({
  request,
  shop,
}) => {
  const told = readFileSync(path.join(shop.dist, "current/site/_headers"), "utf8");
  const ofPages = toldToCdn(told, "/*");
  expect(ofPages.map(([name]) => name)).toEqual(expect.arrayContaining(["content-security-policy", "link"]));
  for (const page of ["/", home("de"), RAVEL.path("nl"), "/en/nowhere"]) {
    const sent = (await request.get(page)).headers();
    for (const [name, value] of ofPages) expect(sent[name], `${name} of ${page}`).toBe(value);
  }
  for (const page of ["/", home("en"), home("de"), RAVEL.path("nl"), RAVEL.path("de"), "/service", "/404"]) {
    // Hosts combine the values of all matching rules, so only one rule may set a header.
    const rules = cachedBy(told, page);
    expect(rules, page).toEqual(["public, max-age=0, s-maxage=60, stale-while-revalidate=60, stale-if-error=86400"]);
    expect((await request.get(page)).headers()["cache-control"], page).toBe(rules[0]);
  }
  expect(cachedBy(told, "/assets/x.js")).toEqual(["public, max-age=31536000, immutable"]);
  expect(cachedBy(told, "/icons/x.svg")).toEqual(["public, max-age=604800"]);
  const styles = /<\/assets\/[^>]+>/.exec(Object.fromEntries(ofPages).link ?? "")?.[0].slice(1, -1) ?? "";
  const sent = (await request.get(styles)).headers();
  for (const [name, value] of toldToCdn(told, "/assets/*")) expect(sent[name], `${name} of ${styles}`).toBe(value);
});

test("R-ROUTE-01 R-ROUTE-08 every page of the sitemaps and every link on them is served", async ({ request, shop }) => {
  const pages = await sitemapPaths(request);
  for (const locale of LOCALES) expect(pages).toContain(home(locale));
  const known = new Set(pages);
  const linked = new Set<string>();
  const broken: string[] = [];
  // Playwright's own requests are recorded as steps of the test: thousands of them take half a minute.
  const ask = (address: string) => fetch(new URL(address, shop.url), { redirect: "manual" });
  for (const page of pages) {
    const answer = await ask(page);
    if (answer.status !== 200) broken.push(`${page}: ${answer.status}`);
    for (const href of links(await answer.text())) linked.add(href);
  }
  for (const href of linked) {
    if (href.length > 1 && href.endsWith("/")) broken.push(`${href} ends with a slash`);
    if (known.has(href)) continue;
    const answer = await ask(href);
    await answer.arrayBuffer();
    if (answer.status !== 200) broken.push(`${href}, linked: ${answer.status}`);
  }
  expect(broken).toEqual([]);
});

test(`${SAMPLE} pages load without an error in the console or a request that fails`, async ({ page, request }) => {
  const pages = await sitemapPaths(request);
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
  page.on("response", (answer) => {
    if (answer.status() >= 400) faults.push(`${page.url()}: ${answer.status()} ${answer.url()}`);
  });
  for (let index = 0; index < SAMPLE; index += 1) {
    const sampled = pages[Math.floor((index * pages.length) / SAMPLE)] ?? "/";
    await page.goto(sampled, { waitUntil: "load" });
  }
  expect(faults).toEqual([]);
});

/** `hreflang` and path of each alternate of a page. */
async function alternates(page: Page): Promise<Record<string, string>> {
  const named = await page
    .locator("link[rel=alternate][hreflang]")
    .evaluateAll((all) => all.map((link) => [link.getAttribute("hreflang"), link.getAttribute("href")]));
  return Object.fromEntries(named.map(([language, address]) => [language, new URL(address ?? "").pathname]));
}

test("R-HEAD-10 a canonical URL keeps only the whitelisted query parameters", async ({ page }) => {
  const canonical = page.locator("link[rel=canonical]");
  await page.goto(`${RAVEL.path("en")}?utm_source=letter&q=oak%20chair`);
  await expect(canonical).toHaveAttribute("href", new RegExp(`${RAVEL.path("en")}\\?q=oak\\+chair$`));
  await page.goto(`${RAVEL.path("en")}?utm_source=letter`);
  await expect(page.locator("[data-header][data-ready]")).toBeAttached();
  await expect(canonical).toHaveAttribute("href", new RegExp(`${RAVEL.path("en")}$`));
});

for (const [what, pathOf] of [
  ["home", home],
  ["a product", RAVEL.path],
] as const) {
  test(`R-HEAD-10 the alternates of ${what} are reciprocal`, async ({ page }) => {
    const expected: Record<string, string> = { "x-default": pathOf("nl") };
    for (const locale of LOCALES) expected[TAGS[locale]] = pathOf(locale);
    for (const locale of LOCALES) {
      await page.goto(pathOf(locale));
      expect(await alternates(page)).toEqual(expected);
      await expect(page.locator("html")).toHaveAttribute("lang", TAGS[locale]);
      const canonical = await page.locator("link[rel=canonical]").getAttribute("href");
      expect(new URL(canonical ?? "").pathname).toBe(pathOf(locale));
    }
  });
}

for (const locale of LOCALES) {
  test(`R-HEAD-11 ${locale}: a path without a page is a 404, in the path's language`, async ({ page }) => {
    const answer = await page.goto(`${home(locale) === "/" ? "" : home(locale)}/er/is/hier/niets`);
    expect(answer?.status()).toBe(404);
    await expect(page.locator("html")).toHaveAttribute("lang", TAGS[locale]);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(PAGE_404[TAGS[locale]].title);
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
    const asked = new URL(page.url()).pathname;
    await expect(page.getByText(text(locale, "errors.not_found", { path: asked }), { exact: true })).toBeVisible();
    const main = page.getByRole("main");
    await expect(main.getByRole("link", { name: text(locale, "content.not_found_home") })).toHaveAttribute(
      "href",
      home(locale),
    );
    // Tiles: other links besides the one to the home page.
    expect(await main.getByRole("link").count()).toBeGreaterThan(1);
  });
}

/** Serves a release like a plain CDN: pages by path, and the locale's 404 page for everything else. */
async function withBareCdn(site: string, use: (url: string) => Promise<void>): Promise<void> {
  const types: Readonly<Record<string, string>> = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
  };
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? "/", "http://cdn").pathname;
    const file = [asked, `${asked}.html`]
      .map((name) => path.join(site, name))
      .find((name) => statSync(name, { throwIfNoEntry: false })?.isFile());
    const found = file ?? path.join(site, asked.startsWith("/en/") ? "en/404.html" : "404.html");
    response.writeHead(file === undefined ? 404 : 200, { "content-type": types[path.extname(found)] ?? "text/html" });
    response.end(readFileSync(found));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

test("R-ROUTE-10 on a plain CDN, which has one file for all missing paths, the page shows the path itself", async ({
  page,
  shop,
}) => {
  await withBareCdn(path.join(shop.dist, "current/site"), async (cdn) => {
    const answer = await page.goto(`${cdn}/en/%3Cimg%20src=x%3E?q=1`);
    expect(answer?.status()).toBe(404);
    const told = text("en", "errors.not_found", { path: "/en/<img src=x>" });
    await expect(page.getByText(told, { exact: true })).toBeVisible();
    await expect(page.getByRole("main").locator("img[src=x]")).toHaveCount(0);
  });
});

test("R-ROUTE-08 a trailing slash or .html redirects to the canonical form, with the query", async ({ request }) => {
  for (const [asked, kept] of [
    ["/winkelwagen/?q=1&b=%C3%BC", "/winkelwagen?q=1&b=%C3%BC"],
    ["/winkelwagen.html?q=1", "/winkelwagen?q=1"],
    ["/de/?q=1", "/de?q=1"],
    [`${RAVEL.path("en")}.html`, RAVEL.path("en")],
    ["/index.html", "/"],
  ] as const) {
    const answer = await request.get(asked, { maxRedirects: 0 });
    expect([asked, answer.status(), answer.headers().location]).toEqual([asked, 301, kept]);
  }
});

test("R-ROUTE-09 the CMS's redirects work, each with its own status", async ({ page, request }) => {
  for (const [from, status, to] of [
    ["/klantenservice", 301, "/service"],
    ["/proefzitten", 302, "/contact"],
    ["/buiten", 410, undefined],
    ["/de/ueber-uns/impressum", 301, "/de/impressum"],
  ] as const) {
    const answer = await request.get(from, { maxRedirects: 0 });
    expect([from, answer.status(), answer.headers().location]).toEqual([from, status, to]);
  }
  await page.goto("/klantenservice");
  await expect(page).toHaveURL("/service");
  // A page that is gone shows a message, not a blank window.
  await page.goto("/buiten");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("R-ROUTE-06 a family's path leads to a variant that can be ordered", async ({ request }) => {
  const family = RAVEL.path("nl").replace(/--.*/, "");
  const answer = await request.get(family, { maxRedirects: 0 });
  expect(answer.status()).toBe(302);
  expect(answer.headers().location).toMatch(new RegExp(`^${family}--`));
});
