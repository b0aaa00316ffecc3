// Prints the SBOM of a released program as CycloneDX 1.5: `node scripts/releasing/sbom.mjs TARGET [COMMIT SECONDS]`.
//
// **Invariant:** the same lock files, commit and time give the same bytes; every component has the hash of its lock file.
import { createHash } from "node:crypto";
import { crates, npmPackages, programVersion } from "./packages.mjs";

const [target, commit = "", seconds = "0"] = process.argv.slice(2);
if (target === undefined) throw new Error("usage: node scripts/releasing/sbom.mjs x86_64-unknown-linux-gnu [COMMIT SECONDS]");
const version = programVersion();
const program = `pkg:generic/vitrine@${version}`;

/** A UUID of version 5's form, from what the document describes. @param {string} text */
function uuid(text) {
  const hash = createHash("sha1").update(text).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.subarray(0, 16).toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** @param {string} license an SPDX expression */
const licenses = (license) => [{ expression: license }];

const rust = crates(target);
const cargoRef = (/** @type {string} */ key) => `pkg:cargo/${key.replace(" ", "@")}`;
const npmRef = (/** @type {string} */ name, /** @type {string} */ of) => `pkg:npm/${name.replace("@", "%40")}@${of}`;
const npm = npmPackages();

const direct = [...rust].filter(([, crate]) => crate.direct).map(([key]) => cargoRef(key));

const components = [
  ...[...rust].map(([key, crate]) => ({
    type: "library",
    "bom-ref": cargoRef(key),
    name: crate.name,
    version: crate.version,
    ...(crate.sha256 === undefined ? {} : { hashes: [{ alg: "SHA-256", content: crate.sha256 }] }),
    licenses: licenses(crate.license),
    purl: cargoRef(key),
    ...(crate.repository === undefined ? {} : { externalReferences: [{ type: "vcs", url: crate.repository }] }),
  })),
  ...npm.map(({ name, version: of, license, sha512 }) => ({
    type: "library",
    "bom-ref": npmRef(name, of),
    name,
    version: of,
    hashes: [{ alg: "SHA-512", content: sha512 }],
    licenses: licenses(license),
    purl: npmRef(name, of),
  })),
];

const document = {
  $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  serialNumber: `urn:uuid:${uuid(JSON.stringify([version, target, commit, components]))}`,
  version: 1,
  metadata: {
    timestamp: new Date(Number(seconds) * 1000).toISOString(),
    lifecycles: [{ phase: "build" }],
    tools: { components: [{ type: "application", name: "scripts/releasing/sbom.mjs", version }] },
    component: {
      type: "application",
      "bom-ref": program,
      name: "vitrine",
      version,
      licenses: licenses("MIT OR Apache-2.0"),
      purl: program,
      properties: [
        { name: "vitrine:target", value: target },
        { name: "vitrine:commit", value: commit },
      ],
    },
  },
  components,
  dependencies: [
    { ref: program, dependsOn: [...direct, ...npm.map((one) => npmRef(one.name, one.version))] },
    ...[...rust].map(([key, crate]) => ({ ref: cargoRef(key), dependsOn: crate.dependencies.map(cargoRef) })),
    ...npm.map(({ name, version: of }) => ({ ref: npmRef(name, of), dependsOn: [] })),
  ],
};
process.stdout.write(`${JSON.stringify(document, null, 1)}\n`);
