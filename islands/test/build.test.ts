// The bundle: the manifest's format, reproducible bytes, and the sizes of budgets.md.
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { build } from "../build.mjs";

const KB = 1024;
/** gzip, per file; `shared` is the code that islands share besides React. */
const BUDGET = {
  /** Every island has a row; budgets.md allows 6 for everything that a content page loads. */
  loader: 3.5 * KB,
  island: 5 * KB,
  shared: 5.5 * KB,
  react: 70 * KB,
  everyPage: 6 * KB,
  /** budgets.md allows 10: the rest is reserved for later features of product pages. */
  product: 9.5 * KB,
};

/** All scripts of a page whose main content is an island, including React. */
const PAGES: Readonly<Record<string, number>> = {
  /** Loaded eagerly on account screens, with everything it needs. */
  auth: 90 * KB,
  cart: 90 * KB,
  checkout: 105 * KB,
  "account-order": 90 * KB,
  "account-orders": 90 * KB,
  "account-overview": 90 * KB,
  "account-profile": 90 * KB,
  /** Has forms and belongs to the checkout, so it has the checkout's budget. */
  "order-outcome": 105 * KB,
  withdrawal: 90 * KB,
};

/** All scripts of the search screen before its filters are used, without React. */
const SEARCH = 35 * KB;

/** All scripts of a product page after its islands are used: budgets.md allows 95. */
const PRODUCT_USED = 85 * KB;

const folders = [0, 1].map(() => mkdtempSync(path.join(tmpdir(), "vitrine-islands-")));
const [first = "", second = ""] = folders;
const manifest = await build(first);
const again = await build(second);
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const read = (file: string) => readFileSync(path.join(first, file));
const gz = (file: string) => gzipSync(read(file), { level: 9 }).byteLength;
const sum = (files: string[]) => files.reduce((total, file) => total + gz(file), 0);
const isReact = (file: string) => path.basename(file).startsWith("react-");

describe("the manifest", () => {
  it("lists every file with its size and integrity, and nothing else is written", () => {
    const written = readdirSync(path.join(first, "assets")).map((file) => `assets/${file}`);
    expect(Object.keys(manifest.files)).toEqual(written.sort());
    for (const [file, { bytes, integrity }] of Object.entries(manifest.files)) {
      expect(bytes).toBe(read(file).byteLength);
      expect(integrity).toBe(`sha384-${createHash("sha384").update(read(file)).digest("base64")}`);
      expect(file).toMatch(/^assets\/[a-z][a-z0-9-]*-[A-Z0-9]{8}\.(js|css|woff2|svg|txt)$/);
    }
    expect(JSON.parse(readFileSync(path.join(first, "manifest.json"), "utf8"))).toEqual(manifest);
  });

  it("has a Brotli and a gzip variant of every file but the fonts, which decompress to it", () => {
    const written = readdirSync(path.join(first, "twins/assets")).map((file) => `assets/${file}`);
    expect(Object.keys(manifest.twins)).toEqual(written.sort());
    const compressed = Object.entries(manifest.files).filter(
      ([file, { bytes }]) => !file.endsWith(".woff2") && bytes >= 256,
    );
    expect(written.length).toBe(2 * compressed.length);
    for (const [file] of compressed) {
      const [br, zip] = [read(`twins/${file}.br`), read(`twins/${file}.gz`)];
      expect(brotliDecompressSync(br).equals(read(file)), file).toBe(true);
      expect(gunzipSync(zip).equals(read(file)), file).toBe(true);
      expect(br.byteLength).toBeLessThan(zip.byteLength + 1);
      expect(manifest.twins[`${file}.br`]?.bytes).toBe(br.byteLength);
      expect(manifest.twins[`${file}.gz`]?.bytes).toBe(zip.byteLength);
    }
  });

  it("has every island of src/islands, with its imports", () => {
    expect(Object.keys(manifest.islands)).toEqual(readdirSync(path.join(import.meta.dirname, "../src/islands")).sort());
    for (const { file, preload } of Object.values(manifest.islands)) {
      for (const needed of [file, ...preload]) expect(manifest.files).toHaveProperty(needed);
    }
  });

  it("R-UI-06 islands keep at most 50 icons in memory: none, because no script requests one", () => {
    const scripts = Object.keys(manifest.files).filter((file) => file.endsWith(".js"));
    expect(scripts.length).toBeGreaterThan(5);
    expect(scripts.filter((file) => read(file).includes("/icons/"))).toEqual([]);
  });

  it("has the licenses of the packages in it, whose comments the bundling removes", () => {
    const files = Object.keys(manifest.files).filter((file) => file.startsWith("assets/licenses-"));
    expect(files.length).toBe(1);
    const text = read(files[0] ?? "").toString();
    for (const words of [
      "react 19.3.1 (MIT)",
      "react-dom 19.3.1 (MIT)",
      "Copyright (c) Meta Platforms",
      "leaflet 1.9.4 (BSD-2-Clause)",
      "Redistributions in binary form must reproduce",
      "react-day-picker 10.0.2 (MIT)",
      "SIL OPEN FONT LICENSE",
    ]) {
      expect(text).toContain(words);
    }
  });

  it("names the version of the program", () => {
    const workspace = readFileSync(path.join(import.meta.dirname, "../../Cargo.toml"), "utf8");
    expect(workspace).toContain(`[workspace.package]\nversion = "${manifest.version}"`);
  });

  it("is byte-identical when it is built again", () => {
    expect(again).toEqual(manifest);
    const twins = Object.keys(manifest.twins).map((file) => `twins/${file}`);
    for (const file of ["manifest.json", ...Object.keys(manifest.files), ...twins]) {
      expect(readFileSync(path.join(second, file)).equals(read(file)), file).toBe(true);
    }
  });
});

describe("sizes", () => {
  it("the loader, including the header's script, is one file of at most 3.5 KB", () => {
    expect(manifest.loader.preload).toEqual([]);
    expect(gz(manifest.loader.file)).toBeLessThanOrEqual(BUDGET.loader);
  });

  const parts = Object.entries(manifest.islands).filter(([name]) => !(name in PAGES) && name !== "buy-box");
  it.each(parts)("island %s is at most 5 KB, and its share of ours too", (_, island) => {
    expect(gz(island.file)).toBeLessThanOrEqual(BUDGET.island);
    expect(sum(island.preload.filter((file) => !isReact(file)))).toBeLessThanOrEqual(BUDGET.shared);
  });

  it.each(Object.entries(PAGES))("the page of the island %s has scripts of at most %i bytes", (name, budget) => {
    const islands = ["cart-count", name].map((island) => manifest.islands[island]);
    const files = islands.flatMap((island) => [island?.file ?? "", ...(island?.preload ?? [])]);
    const scripts = [...new Set([manifest.loader.file, ...files])];
    expect(sum(scripts)).toBeLessThanOrEqual(budget);
    // With the document, two style sheets, two fonts, the API requests and one image, at most the 16 requests of
    // budgets.md.
    expect(scripts.length).toBeLessThanOrEqual(9);
  });

  it("the search screen loads at most 35 KB before a filter is used, without React, and few files", () => {
    const islands = ["cart-count", "search"].map((island) => manifest.islands[island]);
    const files = islands.flatMap((island) => [island?.file ?? "", ...(island?.preload ?? [])]);
    const eager = [...new Set([manifest.loader.file, ...files])];
    expect(eager.filter(isReact)).toEqual([]);
    expect(sum(eager)).toBeLessThanOrEqual(SEARCH);
    expect(eager.length).toBeLessThanOrEqual(6);
  });

  it("a product page after using its islands has at most 85 KB of scripts", () => {
    const islands = ["cart-count", "product", "buy-box"].map((island) => manifest.islands[island]);
    const files = islands.flatMap((island) => [island?.file ?? "", ...(island?.preload ?? [])]);
    expect(sum([...new Set([manifest.loader.file, ...files])])).toBeLessThanOrEqual(PRODUCT_USED);
  });

  it("React is one file of at most 70 KB, in its production build", () => {
    const files = Object.keys(manifest.files).filter(isReact);
    expect(files).toHaveLength(1);
    const [react = ""] = files;
    expect(gz(react)).toBeLessThanOrEqual(BUDGET.react);
    expect(read(react).toString()).not.toContain("Download the React DevTools");
  });

  it.each(Object.entries(manifest.sheets))("the styles of a page with the sheet %s are at most 14 KB", (_, sheet) => {
    expect(sum([manifest.styles.file, sheet.file])).toBeLessThanOrEqual(14 * KB);
  });

  it("the two fonts that every page preloads are at most 80 KB, the display font at most 50", () => {
    const bytes = (name: string) => manifest.fonts.filter((f) => f.includes(name)).map((f) => read(f).byteLength);
    expect(manifest.fonts).toHaveLength(2);
    expect(Math.max(...bytes("newsreader"))).toBeLessThanOrEqual(50 * KB);
    expect([...bytes("newsreader"), ...bytes("instrument")].reduce((a, b) => a + b)).toBeLessThanOrEqual(80 * KB);
  });

  it("every page loads at most 6 KB for loader and cart-count, without React", () => {
    const island = manifest.islands["cart-count"];
    const eager = [manifest.loader.file, island?.file ?? "", ...(island?.preload ?? [])];
    expect(eager.filter(isReact)).toEqual([]);
    expect(sum(eager)).toBeLessThanOrEqual(BUDGET.everyPage);
  });

  it("a product page loads at most 9.7 KB before interaction, without React", () => {
    const islands = ["cart-count", "product"].map((name) => manifest.islands[name]);
    const files = islands.flatMap((island) => [island?.file ?? "", ...(island?.preload ?? [])]);
    const eager = [...new Set([manifest.loader.file, ...files])];
    expect(eager.filter(isReact)).toEqual([]);
    expect(sum(eager)).toBeLessThanOrEqual(BUDGET.product);
  });
});
