// The components that islands share, on a page built by the generator, with its styles, header and policy.
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { build } from "esbuild";
import { intercept } from "./network";
import { ROOT } from "./process";

/** Path of the page that links every style sheet. */
const STYLEGUIDE = "/styleguide";
const SCRIPT = "/assets/parts.js";

let bundled: Promise<string> | null = null;

function bundle(): Promise<string> {
  bundled ??= build({
    entryPoints: [path.join(ROOT, "islands/e2e/support/parts-page.tsx")],
    bundle: true,
    write: false,
    format: "esm",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"', __DEVELOPMENT__: "false" },
  }).then(({ outputFiles: [output] }) => output?.text ?? "");
  return bundled;
}

/** Opens the styleguide with the components in place of its examples. */
export async function openParts(page: Page, styleguide: string): Promise<void> {
  const body = await bundle();
  await intercept(page, `**${SCRIPT}`, (route) => route.fulfill({ body, contentType: "text/javascript" }));
  await page.goto(`${styleguide}${STYLEGUIDE}`);
  await page.evaluate((script) => import(script), SCRIPT);
}

/** The computed colour of a design token (`tokens.css`). */
export async function colour(name: string): Promise<string> {
  const tokens = await readFile(path.join(ROOT, "templates/styles/tokens.css"), "utf8");
  const hex = new RegExp(`--color-${name}: #([0-9a-f]{6});`).exec(tokens)?.[1];
  if (hex === undefined) throw new Error(`tokens.css has no colour ${name}`);
  return `rgb(${[0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(", ")})`;
}
