// `npm ci` installs exactly the locked files: every package has a name, version and hash, on every platform (rule 25).
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

type Package = { readonly version?: string; readonly integrity?: string; readonly link?: boolean };
type Dependencies = Readonly<Record<string, string>>;
type Described = { readonly dependencies: Dependencies; readonly devDependencies: Dependencies };

const read = (file: string): unknown => JSON.parse(readFileSync(path.join(import.meta.dirname, "..", file), "utf8"));
const described = read("package.json") as Described;
const { lockfileVersion, packages } = read("package-lock.json") as {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, Package>>;
};
const locked = Object.entries(packages).filter(([place]) => place !== "");

it("the lock file has the sha512 of every package, including those of other platforms", () => {
  expect(lockfileVersion).toBe(3);
  expect(locked.length).toBeGreaterThan(200);
  const without = locked.filter(([, { integrity = "" }]) => !isSha512(integrity)).map(([place]) => place);
  expect(without).toEqual([]);
});

it("every dependency is resolved to the locked version", () => {
  for (const [name, version] of Object.entries({ ...described.dependencies, ...described.devDependencies })) {
    expect([name, packages[`node_modules/${name}`]?.version]).toEqual([name, version]);
  }
});

/** One hash of 64 bytes; the weaker sha1 of old packages is not accepted. */
function isSha512(integrity: string): boolean {
  return /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity);
}
