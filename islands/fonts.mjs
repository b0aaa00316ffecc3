// Subsets the two typefaces to the characters, weights and sizes that the site uses, and writes the files that the
// style sheet names.
//
// **Invariant:** the same packages give the same bytes; `fonts.json` lists the sources of each file, and a test
// compares it with the packages and the files.
// Run it (`npm run fonts`) when a typeface, its version or these settings change; builds use the files as they are.
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const PACKAGES = path.join(HERE, "node_modules", "@fontsource-variable");
export const FONTS = path.join(HERE, "..", "templates", "styles", "fonts");

/** @param {number} first @param {number} last */
const range = (first, last) => String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));

// Dutch, English and German, characters of Western names, and symbols of prices and measures.
const LATIN = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ıŒœŸ–—‘’‚“”„•…‹›€™−×′″→←↑↓\u2009\u202f`;
// Characters of Eastern and Northern European names; loaded only by a page that contains one.
const LATIN_EXT = `${range(0x100, 0x17f)}ȘșȚțẞ`;
const FEATURES = ["kern", "liga", "calt", "ccmp", "locl", "mark", "mkmk", "lnum", "tnum", "case", "frac"];

// The display typeface has one weight and all sizes from card titles to heroes; the text typeface has two weights.
const DISPLAY = { wght: 330, opsz: { min: 16, max: 72 } };
const TEXT = { wght: { min: 400, max: 500 } };

/** @typedef {{ file: string, source: string, characters: string, axes: Record<string, number | { min: number, max: number }> }} Cut */
/** @type {Cut[]} */
export const CUTS = [
  {
    file: "newsreader-latin",
    source: "newsreader/files/newsreader-latin-opsz-normal.woff2",
    characters: LATIN,
    axes: DISPLAY,
  },
  {
    file: "newsreader-latin-ext",
    source: "newsreader/files/newsreader-latin-ext-opsz-normal.woff2",
    characters: LATIN_EXT,
    axes: DISPLAY,
  },
  {
    file: "instrument-sans-latin",
    source: "instrument-sans/files/instrument-sans-latin-wght-normal.woff2",
    characters: LATIN,
    axes: TEXT,
  },
  {
    file: "instrument-sans-latin-ext",
    source: "instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2",
    characters: LATIN_EXT,
    axes: TEXT,
  },
];

/** @param {string | Uint8Array} content */
export const sha256 = (content) => createHash("sha256").update(content).digest("hex");

/** The settings and sources of a file, as one line to compare. @param {Cut} cut */
export async function recipe(cut) {
  const source = await readFile(path.join(PACKAGES, cut.source));
  return sha256(JSON.stringify([sha256(source), cut.characters, cut.axes, FEATURES]));
}

async function main() {
  // @ts-expect-error: the package has no types.
  const { default: subset } = await import("subset-font");
  await mkdir(FONTS, { recursive: true });
  /** @type {Record<string, { recipe: string, sha256: string, bytes: number }>} */
  const record = {};
  for (const cut of CUTS) {
    const source = await readFile(path.join(PACKAGES, cut.source));
    const bytes = await subset(source, cut.characters, {
      targetFormat: "woff2",
      variationAxes: cut.axes,
      keepFeatures: FEATURES,
      noHinting: true,
      // Copyright, licence and its URL stay in the file (OFL 1.1).
      preserveNameIds: [0, 13, 14],
    });
    await writeFile(path.join(FONTS, `${cut.file}.woff2`), bytes);
    record[cut.file] = { recipe: await recipe(cut), sha256: sha256(bytes), bytes: bytes.byteLength };
    console.log(`${cut.file}: ${source.byteLength} -> ${bytes.byteLength} bytes`);
  }
  for (const face of ["newsreader", "instrument-sans"]) {
    await writeFile(path.join(FONTS, `${face}-LICENSE.txt`), await readFile(path.join(PACKAGES, face, "LICENSE")));
  }
  await writeFile(path.join(FONTS, "fonts.json"), `${JSON.stringify(record, null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
