// R-FORM-01: "Required fields show a red asterisk", in every form of the shop.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const STYLES = path.join(import.meta.dirname, "../../templates/styles");
const read = (file: string) => readFileSync(path.join(STYLES, file), "utf8");

type Colour = readonly [number, number, number];

function colour(text: string): Colour {
  const [, r = "", g = "", b = ""] = /^#(..)(..)(..)$/.exec(text) ?? [];
  return [Number.parseInt(r, 16), Number.parseInt(g, 16), Number.parseInt(b, 16)];
}

/** Relative luminance of WCAG 2.2. */
function luminance(channels: Colour): number {
  const [r = 0, g = 0, b = 0] = channels.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const token = (name: string) => colour(new RegExp(`--color-${name}: (#\\w{6});`).exec(read("tokens.css"))?.[1] ?? "");
const mark = token(
  /\.field__mark \{[^}]*[^-]color: var\(--color-([a-z]+)\);/.exec(read("components/field.css"))?.[1] ?? "",
);

it("is red and not brown: hardly any green or blue in it", () => {
  const [red, green, blue] = mark;
  expect(red).toBeGreaterThan(150);
  expect(Math.max(green, blue) / red).toBeLessThan(0.25);
});

it.each(["paper", "card"])("has the contrast of text on %s", (ground) => {
  expect(contrast(mark, token(ground))).toBeGreaterThanOrEqual(4.5);
});

it.each(["screens", "account"])("is on the sheet %s, which checkout, account and withdrawal have", (sheet) => {
  expect(read(`sheets/${sheet}.css`)).toContain('"../islands/field.css"');
});

it("is at required fields of the withdrawal, which works without a script", () => {
  const macro = readFileSync(path.join(STYLES, "../components/macros/fill.html"), "utf8");
  expect(macro).toMatch(/if required %\}<span class="field__mark" aria-hidden="true">\*<\/span>/);
});
