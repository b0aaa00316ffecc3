// The licenses of the packages in the bundle: bundling and minifying removes their comments, and each license asks for its
// text beside every copy.
//
// **Invariant:** the same packages give the same bytes; a package in the bundle without a license text is an error.
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** Packages whose files are in the bundle as cuts that `fonts.mjs` wrote, so that no import names them. */
const FONTS = ["@fontsource-variable/instrument-sans", "@fontsource-variable/newsreader"];

/** The package of a bundled file. @param {string} input as esbuild names it @returns {string | undefined} */
export function packageOf(input) {
  const [, below] = /(?:^|\/)node_modules\/(?!.*\/node_modules\/)(.+)$/.exec(input) ?? [];
  return below
    ?.split("/")
    .slice(0, below.startsWith("@") ? 2 : 1)
    .join("/");
}

/** @param {string} folder of the package @returns {Promise<string>} its license text */
export async function licenseText(folder) {
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice)(\.|$)/i.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), "utf8")));
  if (texts.length === 0)
    throw new Error(`${folder} has no file with its license: find the text, or do without the package`);
  return texts.map((text) => text.trim()).join("\n\n");
}

/**
 * @param {string[]} inputs files of the bundle, as esbuild names them
 * @param {string} modules `node_modules`
 */
export async function bundleNotices(inputs, modules) {
  const bundled = inputs.map(packageOf).filter((name) => name !== undefined);
  const parts = [...new Set([...bundled, ...FONTS])].sort().map(async (name) => {
    const folder = path.join(modules, name);
    /** @type {{ version: string, license: string }} */
    const { version, license } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
    return `${name} ${version} (${license})\n\n${await licenseText(folder)}\n`;
  });
  const rule = `\n${"-".repeat(78)}\n\n`;
  return ["Scripts and fonts of this site contain these packages.\n", ...(await Promise.all(parts))].join(rule);
}
