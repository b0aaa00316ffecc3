// The generated types match the Rust side's documents: run scripts/api-types when this fails.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { generateAll, generateCalls, generatePublished, PUBLISHED } from "../api-types.mjs";

const SRC = path.join(import.meta.dirname, "../src");

it("the generated files match the two documents, and there are no others", async () => {
  const generated = await generateAll();
  const there = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".gen.ts"));
  expect(there.sort()).toEqual([...generated.keys()].sort());
  for (const [file, text] of generated) expect(readFileSync(path.join(SRC, file), "utf8"), file).toBe(text);
  expect(readFileSync(path.join(SRC, PUBLISHED), "utf8")).toBe(await generatePublished(generated));
});

it("a function is named after its operation, takes its parameters, and waits if it begins a session", () => {
  const locale = { name: "X-Vitrine-Locale", in: "header" };
  const files = generateCalls({
    paths: {
      "/api/notes/{id}": {
        patch: {
          operationId: "changeNote",
          summary: "Changes a note.",
          parameters: [locale, { name: "id", in: "path" }],
        },
        get: { operationId: "getNote", summary: "Returns a note.", parameters: [locale], "x-begins-session": true },
      },
      "/api/metrics": { get: { operationId: "getMetrics", summary: "Not for pages." } },
    },
  });
  expect([...files.keys()]).toEqual(["notes.gen.ts"]);
  const text = files.get("notes.gen.ts");
  expect(text).toContain("export const changeNote = (input: Input<ChangeNoteData>): Promise<ChangeNoteResponse> =>");
  expect(text).toContain(
    'request<ChangeNoteData, ChangeNoteResponse>({ method: "PATCH", url: "/api/notes/{id}", ...input });',
  );
  expect(text).toContain(
    'beginning(() => request<GetNoteData, GetNoteResponse>({ method: "GET", url: "/api/notes/{id}" }));',
  );
});
