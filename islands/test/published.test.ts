// What islands of a shop's own folder import is what its published types say.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { ApiError } from "../src/api/request";
import { BEGINNING } from "../src/published/call";
import * as cart from "../src/published/cart";
import * as vitrine from "../src/published/vitrine";
import { mountReact } from "../src/ui/mount-react";
import { useStore } from "../src/ui/use-store";

// `tsc` compares the types: `npm run check`.
const asPublished = {
  vitrine: vitrine as Pick<
    typeof import("vitrine"),
    "call" | "createTranslate" | "formatMoney" | "isApiError" | "pageLocale"
  >,
  cart: cart as Pick<typeof import("vitrine/cart"), "cartStore">,
  react: { mountReact, useStore } as Pick<typeof import("vitrine/react"), "mountReact" | "useStore">,
};

it("the published modules have exactly the published functions", () => {
  expect(Object.keys(asPublished.vitrine).sort()).toEqual([
    "call",
    "createTranslate",
    "formatMoney",
    "isApiError",
    "pageLocale",
  ]);
  expect(Object.keys(asPublished.cart)).toEqual(["cartStore"]);
});

it("a call that may begin a session waits for those of other tabs", () => {
  const file = path.join(import.meta.dirname, "../src/api/openapi.json");
  const document = JSON.parse(readFileSync(file, "utf8")) as {
    paths: Record<string, Record<string, { "x-begins-session"?: boolean }>>;
  };
  const beginning = Object.entries(document.paths).flatMap(([url, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      operation["x-begins-session"] === true ? [`${method.toUpperCase()} ${url}`] : [],
    ),
  );
  expect([...BEGINNING].sort()).toEqual(beginning.sort());
});

it("errors of another copy of the class are recognised", () => {
  expect(vitrine.isApiError(new ApiError(404, []))).toBe(true);
  expect(vitrine.isApiError(new Error("x"))).toBe(false);
});
