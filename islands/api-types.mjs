// Writes the API's types from its OpenAPI document: `npm run api-types -- <openapi.json> [<out.ts>]`.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "@hey-api/openapi-ts";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const DEFAULT_OUT = path.join(HERE, "src/api/schema.gen.ts");

/**
 * The TypeScript types of an OpenAPI document, types only.
 * @param {string} documentPath
 * @returns {Promise<string>}
 */
export async function generateTypes(documentPath) {
  const out = await mkdtemp(path.join(tmpdir(), "vitrine-api-types-"));
  try {
    await createClient({
      input: path.resolve(documentPath),
      output: { path: out },
      plugins: ["@hey-api/typescript"],
      logs: { level: "silent", file: false },
    });
    return await readFile(path.join(out, "types.gen.ts"), "utf8");
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [documentPath, outPath = DEFAULT_OUT] = process.argv.slice(2);
  if (documentPath === undefined) {
    console.error("api-types: name the OpenAPI document, such as: npm run api-types -- src/api/openapi.json");
    process.exitCode = 2;
  } else {
    await writeFile(outPath, await generateTypes(documentPath));
    console.log(`api-types: ${path.relative(process.cwd(), outPath)}`);
  }
}
