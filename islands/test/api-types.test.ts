// The API's types are those of its OpenAPI document: run `npm run api-types -- src/api/openapi.json` when this fails.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { generateTypes } from "../api-types.mjs";

const API = path.join(import.meta.dirname, "../src/api");

it("schema.gen.ts is generated from openapi.json", async () => {
  const generated = await generateTypes(path.join(API, "openapi.json"));
  expect(readFileSync(path.join(API, "schema.gen.ts"), "utf8")).toBe(generated);
});
