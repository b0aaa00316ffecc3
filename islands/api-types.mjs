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

/** The types for islands of a shop's own folder, which `vitrine theme types` writes. */
export const PUBLISHED = "published/vitrine.d.ts";

/**
 * The published types: those of the API with its calls, those of props, and what is written by hand.
 * @param {Map<string, string>} generated
 */
export async function generatePublished(generated) {
  const document = JSON.parse(await readFile(path.join(SRC, "api/openapi.json"), "utf8"));
  const rows = callsOf(document).map(
    ({ name, method, url }) => `  "${method} ${url}": [${typeName(name)}Data, ${typeName(name)}Response];`,
  );
  const module = (/** @type {string} */ name, /** @type {string[]} */ ...parts) =>
    `declare module "${name}" {\n${parts.map(withoutHead).join("\n")}}\n`;
  const byHand = await readFile(path.join(SRC, "published/published.d.ts"), "utf8");
  const calls = `/** What \`call\` sends: the data and the response of each. */\nexport type Calls = {\n${rows.join("\n")}\n};\n`;
  return [
    "// Written by `vitrine theme types`: types of what islands of this folder import. Write it anew after an upgrade.\n",
    module("vitrine/api", generated.get("api/schema.gen.ts") ?? "", calls),
    module("vitrine/props", generated.get("props.gen.ts") ?? ""),
    withoutHead(byHand),
  ].join("\n");
}

/** @param {string} text without the comment of its first lines */
function withoutHead(text) {
  return text.replace(/^(\/\/ .*\n)+\n*/, "");
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
  for (const call of callsOf(document)) {
    const resource = call.url.split("/")[2] ?? "";
    resources.set(resource, [...(resources.get(resource) ?? []), call]);
  }
  return new Map([...resources].map(([resource, calls]) => [`${resource}.gen.ts`, callsFile(calls)]));
}

/**
 * The operations that pages use.
 * @param {any} document
 */
function callsOf(document) {
  const found = [];
  for (const [url, item] of Object.entries(document.paths)) {
    for (const method of METHODS.filter((name) => name in item)) {
      const operation = item[method];
      /** @type {{name: string, in: string}[]} */
      const parameters = operation.parameters ?? [];
      if (!parameters.some(({ name }) => name === "X-Vitrine-Locale")) continue;
      const places = ["path", "query"].filter((place) => parameters.some((parameter) => parameter.in === place));
      found.push({
        name: operation.operationId,
        summary: operation.summary,
        method: method.toUpperCase(),
        url,
        takesInput: places.length > 0 || operation.requestBody !== undefined,
        beginsSession: operation["x-begins-session"] === true,
      });
    }
  }
  return found;
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
  const generated = await generateAll();
  generated.set(PUBLISHED, await generatePublished(generated));
  for (const [file, text] of generated) {
    await writeFile(path.join(SRC, file), text);
    console.log(`api-types: src/${file}`);
  }
}
