// The libraries in a released program and the packages in its islands, from the lock files.
//
// **Invariant:** exactly the crates of the program for one target, without those of tests and of the build, and the npm
// packages that are no development dependencies; sorted, with the hashes of the lock files.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");

/**
 * @typedef {{ name: string, version: string, license: string, folder: string, repository?: string, authors: string[], direct: boolean, sha256?: string, dependencies: string[] }} Crate
 * @typedef {{ name: string, version: string, license: string, folder: string, sha512: string }} NpmPackage
 */

/** @param {string[]} args */
function cargo(args) {
  return execFileSync("cargo", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 28 });
}

/** The version of the workspace. */
export function programVersion() {
  const [, version = ""] = /^\[workspace\.package\]\nversion = "([^"]+)"/m.exec(read("Cargo.toml")) ?? [];
  return version;
}

/** @param {string} file */
export function read(file) {
  return readFileSync(path.join(ROOT, file), "utf8");
}

/** The crates of the program by `name version`, without our own. @param {string} target @returns {Map<string, Crate>} */
export function crates(target) {
  const of = ["--locked", "--target", target, "--no-default-features", "-e", "normal", "--prefix", "none", "-f", "{p}"];
  const inProgram = new Set(
    cargo(["tree", "-p", "vitrine-cli", ...of])
      .split("\n")
      .map((line) => line.split(" ").slice(0, 2).join(" ").replace(" v", " ")),
  );
  const { packages, resolve } = JSON.parse(cargo(["metadata", "--locked", "--format-version", "1", "--filter-platform", target]));
  /** @type {Map<string, string>} */
  const keys = new Map(packages.map((/** @type {any} */ one) => [one.id, `${one.name} ${one.version}`]));
  const ours = packages.filter((/** @type {any} */ one) => one.source === null && inProgram.has(`${one.name} ${one.version}`));
  /** @type {Set<string>} what one of our crates names itself */
  const ofOurs = new Set(
    resolve.nodes
      .filter((/** @type {any} */ node) => ours.some((/** @type {any} */ one) => one.id === node.id))
      .flatMap((/** @type {any} */ node) => node.deps.filter(isNormal).map((/** @type {any} */ dep) => dep.pkg)),
  );
  const checksums = lockedChecksums();
  /** @type {[string, Crate][]} */
  const found = packages
    .filter((/** @type {any} */ one) => one.source !== null && inProgram.has(`${one.name} ${one.version}`))
    .map((/** @type {any} */ one) => {
      const node = resolve.nodes.find((/** @type {any} */ node) => node.id === one.id);
      const normal = (node?.deps ?? []).filter(isNormal);
      const dependencies = normal.map((/** @type {any} */ dep) => keys.get(dep.pkg)).filter((/** @type {string} */ key) => inProgram.has(key));
      const key = `${one.name} ${one.version}`;
      const crate = {
        name: one.name,
        version: one.version,
        license: (one.license ?? "").replaceAll("/", " OR ").replace(/ +/g, " "),
        folder: path.dirname(one.manifest_path),
        repository: one.repository ?? undefined,
        authors: one.authors,
        direct: ofOurs.has(one.id),
        sha256: checksums.get(key),
        dependencies: [...new Set(dependencies)].sort(),
      };
      return [key, crate];
    });
  return new Map(found.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Neither for tests nor for a build script. @param {any} dependency */
function isNormal(dependency) {
  return dependency.dep_kinds.some((/** @type {any} */ kind) => kind.kind === null);
}

/** The hashes of Cargo.lock by `name version`. */
function lockedChecksums() {
  const entries = read("Cargo.lock").matchAll(/name = "([^"]+)"\nversion = "([^"]+)"\nsource = [^\n]+\nchecksum = "([0-9a-f]{64})"/g);
  return new Map([...entries].map(([, name, version, hash]) => [`${name} ${version}`, hash]));
}

/** The packages that islands and styles are made of. @returns {NpmPackage[]} */
export function npmPackages() {
  const { packages } = JSON.parse(read("islands/package-lock.json"));
  return Object.entries(packages)
    .filter(([place, { dev }]) => place !== "" && !dev)
    .map(([place, { version, license, integrity }]) => ({
      name: place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length),
      version,
      license,
      folder: path.join(ROOT, "islands", place),
      sha512: Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex"),
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
