// Bundles for `vitrine dev`: each line on stdin requests a bundle, each line of JSON on stdout reports its result.
//
// **Invariant:** builds of releases do not use this; the script that reloads pages (`src/dev.ts`) is in no manifest.
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build as bundle } from "esbuild";
import { build } from "./build.mjs";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const [into] = process.argv.slice(2);
if (into === undefined) throw new Error("usage: node bundle-on-demand.mjs <folder to build into>");

/** @param {string} outDir absolute */
async function bundleAll(outDir) {
  await build(outDir, { twins: false });
  await bundle({
    absWorkingDir: HERE,
    entryPoints: ["src/dev.ts"],
    outfile: path.join(outDir, "dev.js"),
    bundle: true,
    format: "iife",
    target: "es2022",
    logLevel: "warning",
  });
}

for await (const _ of createInterface({ input: process.stdin })) {
  const answer = await bundleAll(into).then(
    () => ({}),
    (/** @type {Error} */ error) => ({ error: error.message }),
  );
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
