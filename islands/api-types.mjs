// Generates the islands' types from the two documents of the Rust side: the API's types with a function for each
// request that pages make, and the types of islands' props. `npm run api-types`
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "@hey-api/openapi-ts";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const SRC = path.join(HERE, "src");
const METHODS = ["get", "post", "put", "patch", "delete"];

/**
 * Every generated file by its path below `src`.
 * @returns {Promise<Map<string, string>>}
 */
export async function generateAll() {
  const api = path.join(SRC, "api/openapi.json");
  const files = new Map([
    ["api/schema.gen.ts", await generateTypes(api)],
    ["props.gen.ts", await generateTypes(path.join(SRC, "props.json"))],
  ]);
  for (const [file, text] of generateCalls(JSON.parse(await readFile(api, "utf8")))) files.set(`api/${file}`, text);
  return files;
}

/**
 * The TypeScript types of an OpenAPI document, types only.
 * @param {string} documentPath
 * @returns {Promise<string>}
 */
async function generateTypes(documentPath) {
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

/**
 * One file of functions for each resource (`/api/<resource>/…`), so that a page only loads those that it uses.
 * Operations without the page's locale are omitted, because pages do not use them.
 * @param {any} document
 * @returns {Map<string, string>}
 */
export function generateCalls(document) {
  /** @type {Map<string, any[]>} */
  const resources = new Map();
  for (const [url, item] of Object.entries(document.paths)) {
    for (const method of METHODS.filter((name) => name in item)) {
      const operation = item[method];
      /** @type {{name: string, in: string}[]} */
      const parameters = operation.parameters ?? [];
      if (!parameters.some(({ name }) => name === "X-Vitrine-Locale")) continue;
      const places = ["path", "query"].filter((place) => parameters.some((parameter) => parameter.in === place));
      const call = {
        name: operation.operationId,
        summary: operation.summary,
        method: method.toUpperCase(),
        url,
        takesInput: places.length > 0 || operation.requestBody !== undefined,
        beginsSession: operation["x-begins-session"] === true,
      };
      const resource = url.split("/")[2] ?? "";
      resources.set(resource, [...(resources.get(resource) ?? []), call]);
    }
  }
  return new Map([...resources].map(([resource, calls]) => [`${resource}.gen.ts`, callsFile(calls)]));
}

/** @param {any[]} calls */
function callsFile(calls) {
  const types = calls.flatMap(({ name }) => [`${typeName(name)}Data`, `${typeName(name)}Response`]).sort();
  const input = calls.some(({ takesInput }) => takesInput) ? "type Input, " : "";
  const lines = ["// Generated from openapi.json by scripts/api-types.", ""];
  if (calls.some(({ beginsSession }) => beginsSession)) lines.push('import { beginning } from "./beginning";');
  lines.push(
    `import { ${input}request } from "./request";`,
    `import type { ${types.join(", ")} } from "./schema.gen";`,
  );
  for (const call of calls) lines.push("", `/** ${call.summary} */`, ...callFunction(call));
  return `${lines.join("\n")}\n`;
}

/** @param {any} call */
function callFunction({ name, method, url, takesInput, beginsSession }) {
  const type = typeName(name);
  const parameter = takesInput ? `input: Input<${type}Data>` : "";
  const fields = `method: "${method}", url: "${url}"${takesInput ? ", ...input" : ""}`;
  const sent = `request<${type}Data, ${type}Response>({ ${fields} })`;
  return [
    `export const ${name} = (${parameter}): Promise<${type}Response> =>`,
    `  ${beginsSession ? `beginning(() => ${sent})` : sent};`,
  ];
}

/** @param {string} name */
function typeName(name) {
  return `${name[0]?.toUpperCase()}${name.slice(1)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of await generateAll()) {
    await writeFile(path.join(SRC, file), text);
    console.log(`api-types: src/${file}`);
  }
}
