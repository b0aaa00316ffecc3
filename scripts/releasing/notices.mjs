// Prints the notices of what a released program contains: `node scripts/releasing/notices.mjs TARGET`.
//
// **Invariant:** the same lock files give the same bytes. A package without a license text has that of a sister of the same
// repository, or the text of MIT with the authors that its manifest names, if that is its license; otherwise it is an error.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { crates, programVersion, read, ROOT } from "./packages.mjs";

const RULE = `\n${"=".repeat(78)}\n`;
const LICENSE_FILE = /^(licen[cs]es?|copying|notice|copyright|unlicense|patents)([-._].*)?$/i;
const NO_TEXT = /\.(rs|toml|json|html|c|h|in|py|sh)$/i;
/** Deeper folders have the licenses of what a crate contains of others, as C sources. */
const DEPTH = 5;

/** @param {string} folder @param {number} depth @returns {string[]} */
function licenseFiles(folder, depth = 0) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      const skip = depth === DEPTH || /^(tests?|benches|examples|fuzz|target)$/.test(entry.name);
      return skip ? [] : licenseFiles(file, depth + 1);
    }
    const inLicenses = /\/licen[cs]es$/i.test(folder);
    return (LICENSE_FILE.test(entry.name) || inLicenses) && !NO_TEXT.test(entry.name) ? [file] : [];
  });
}

/** @param {import("./packages.mjs").Crate} crate */
function texts(crate) {
  return licenseFiles(crate.folder).map((file) => readFileSync(file, "utf8").replaceAll("\r\n", "\n").replace(/[ \t]+$/gm, "").trim());
}

/** @param {Map<string, import("./packages.mjs").Crate>} all @returns {Map<string, string[]>} texts of each crate */
function textsOf(all) {
  const own = new Map([...all].map(([key, crate]) => [key, texts(crate)]));
  /** @type {string[]} */
  const without = [];
  for (const [key, crate] of all) {
    if (own.get(key)?.length) continue;
    const sister = [...all].find(
      ([other, { repository, license }]) =>
        own.get(other)?.length && repository !== undefined && repository === crate.repository && license === crate.license,
    );
    if (sister !== undefined) own.set(key, own.get(sister[0]) ?? []);
    else if (/\bMIT\b/.test(crate.license) && crate.authors.length > 0) own.set(key, [mitOf(crate)]);
    else without.push(`${key} (${crate.license}, ${crate.repository})`);
  }
  if (without.length > 0)
    throw new Error(`no license text is known of ${without.join("; ")}: do without the crate, or ask its authors to package one`);
  return own;
}

/** The text of MIT, of which only the holders differ. @param {import("./packages.mjs").Crate} crate */
function mitOf({ authors }) {
  const [, words = ""] = /(Permission is hereby granted[^]*)/.exec(read("LICENSE-MIT")) ?? [];
  return `(The package has no license file. Its manifest names MIT and these authors.)\n\nMIT License\n\nCopyright (c) ${authors.join(", ")}\n\n${words.trim()}`;
}

/** Texts with the crates that have them: most are the same. @param {Map<string, string[]>} own */
function grouped(own) {
  /** @type {Map<string, { text: string, of: string[] }>} */
  const groups = new Map();
  for (const [key, list] of own) {
    for (const text of new Set(list)) {
      const same = text.replace(/\s+/g, " ");
      const group = groups.get(same) ?? { text, of: [] };
      if (!group.of.includes(key)) group.of.push(key);
      groups.set(same, group);
    }
  }
  return [...groups.values()];
}

/** The standard library is in the program too. */
function standardLibrary() {
  const sysroot = execFileSync("rustc", ["--print", "sysroot"], { encoding: "utf8" }).trim();
  const version = execFileSync("rustc", ["--version"], { encoding: "utf8" }).split(" ")[1];
  const folder = path.join(sysroot, "share/doc/cargo");
  const [mit, apache] = ["LICENSE-MIT", "LICENSE-APACHE"].map((file) => readFileSync(path.join(folder, file), "utf8").trim());
  return `Rust's standard library ${version} (MIT OR Apache-2.0), by The Rust Project Developers\n\n${mit}\n\n${apache}`;
}

/** The packages in the built islands, with their texts. */
function islands() {
  const folder = path.join(ROOT, "islands/build/assets");
  const file = readdirSync(folder).find((name) => name.startsWith("licenses-"));
  if (file === undefined) throw new Error("islands/build has no notices: build it with `npm run build` in islands/");
  return readFileSync(path.join(folder, file), "utf8").trim();
}

const [target] = process.argv.slice(2);
if (target === undefined) throw new Error("usage: node scripts/releasing/notices.mjs x86_64-unknown-linux-gnu");
const all = crates(target);
const list = [...all].map(([key, { license }]) => `  ${key} (${license}), https://crates.io/crates/${key.replace(" ", "/")}`);
const parts = grouped(textsOf(all)).map(({ text, of }) => `${of.join(", ")}\n\n${text}`);
const head = `Vitrine ${programVersion()} contains the following works of others. The source of each is at the address beside it.\n\n${list.join("\n")}\n  Rust's standard library, https://github.com/rust-lang/rust`;
process.stdout.write(`${[head, standardLibrary(), ...parts, islands()].join(`\n${RULE}\n`)}\n`);
