// Enforced Trusted Types: no kind of page turns text into HTML or script, and none of the shop's code tries to (rule
// 23).
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { product } from "./support/catalogue";
import { expect, test } from "./support/shop";
import { Storefront } from "./support/storefront";
import { inTabs } from "./support/tabs";
import { route, text } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");

/** A page of each kind in the release, rotating through Dutch, English and German. */
function pageOfEachKind(dist: string): { kind: string; path: string }[] {
  const manifest = JSON.parse(readFileSync(path.join(dist, "current/release.json"), "utf8")) as {
    pages: { path: string; kind: string }[];
  };
  const kinds = [...new Set(manifest.pages.map(({ kind }) => kind))].sort();
  return kinds.flatMap((kind, index) => {
    const all = manifest.pages.filter((page) => page.kind === kind);
    const prefix = ["/", "/en/", "/de/"][index % 3] ?? "/";
    return all.find((page) => page.path.startsWith(prefix)) ?? all[0] ?? [];
  });
}

/** Records the CSP directives that the visitor's pages violate, from now on. */
async function violations(page: Page): Promise<readonly string[]> {
  const told: string[] = [];
  await page.context().exposeFunction("toldViolation", (line: string) => told.push(line));
  await page.context().addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ violatedDirective, sourceFile, sample }) => {
      (globalThis as unknown as { toldViolation: (line: string) => void }).toldViolation(
        `${location.pathname}: ${violatedDirective} ${sourceFile} ${sample}`,
      );
    });
  });
  return told;
}

test("rule 23: no kind of page violates the policy, from its first script to the last island", async ({
  page,
  shop,
}) => {
  const told = await violations(page);
  const pages = pageOfEachKind(shop.dist);
  expect(pages.length).toBeGreaterThan(10);
  const paths = pages.map(({ path: at }) => at);
  await inTabs(page, paths, async (tab, at) => {
    const answer = await tab.goto(at);
    const policy = answer?.headers()["content-security-policy"] ?? "";
    expect(policy, at).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
    // Account pages redirect to the login first.
    await tab.waitForLoadState("networkidle");
    await tab.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await tab.waitForLoadState("networkidle");
  });
  expect(told).toEqual([]);
});

test("rule 23: buying, the cart and its panels cause no violations", async ({ page }) => {
  const told = await violations(page);
  const shop = new Storefront(page, "nl");
  await shop.add(RAVEL);
  await shop.openCart();
  await shop.button("cart.increase", RAVEL.name("nl")).click();
  await shop.expectCount(2);
  await shop.button("cart.remove_item", RAVEL.name("nl")).click();
  await expect(page.getByText(text("nl", "cart.empty_title"))).toBeVisible();
  expect(told).toEqual([]);
});

test("rule 23: passing text to the page as HTML or script throws", async ({ page, complaints }) => {
  for (const at of ["/", RAVEL.path("nl"), route("nl", "bor.shopping-cart")]) {
    await page.goto(at);
    const thrown = await page.evaluate(() => {
      const image = "<img src=x onerror='globalThis.broken = true'>";
      const attempts: Record<string, () => unknown> = {
        innerHTML: () => {
          document.body.innerHTML = image;
        },
        insertAdjacentHTML: () => document.body.insertAdjacentHTML("beforeend", image),
        write: () => document.write(image),
        fragment: () => document.createRange().createContextualFragment(image),
        parse: () => new DOMParser().parseFromString(image, "text/html"),
        "script.src": () => {
          document.createElement("script").src = "/assets/x.js";
        },
        "script.text": () => {
          document.createElement("script").text = "globalThis.broken = true";
        },
        policy: () =>
          (
            globalThis as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => void } }
          ).trustedTypes.createPolicy("default", { createHTML: (html: string) => html }),
      };
      return Object.entries(attempts).map(([name, attempt]) => {
        try {
          attempt();
          return `${name}: nothing`;
        } catch (error) {
          return `${name}: ${error instanceof Error ? error.name : "?"}`;
        }
      });
    });
    expect(thrown, at).toEqual([
      "innerHTML: TypeError",
      "insertAdjacentHTML: TypeError",
      "write: TypeError",
      "fragment: TypeError",
      "parse: TypeError",
      "script.src: TypeError",
      "script.text: TypeError",
      "policy: TypeError",
    ]);
    expect(await page.evaluate(() => "broken" in globalThis)).toBe(false);
  }
  // The browser reports what it blocked, as this test intends.
  const others = complaints.filter((line) => !/Trusted ?Types?|TrustedHTML|TrustedScript/i.test(line));
  expect(others).toEqual([]);
  complaints.length = 0;
});
