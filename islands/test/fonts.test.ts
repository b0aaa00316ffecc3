// The shipped fonts: subset from the installed packages with the settings of fonts.mjs.
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { CUTS, FONTS, recipe, sha256 } from "../fonts.mjs";

const record = JSON.parse(readFileSync(path.join(FONTS, "fonts.json"), "utf8"));
const css = readFileSync(path.join(FONTS, "..", "fonts.css"), "utf8");

describe.each(CUTS)("$file", (cut) => {
  it("is what `npm run fonts` makes of the installed package", async () => {
    const bytes = readFileSync(path.join(FONTS, `${cut.file}.woff2`));
    expect(record[cut.file]).toEqual({ recipe: await recipe(cut), sha256: sha256(bytes), bytes: bytes.byteLength });
    expect(css).toContain(`./fonts/${cut.file}.woff2`);
  });
});

it("every character of the interface is in one of the font files", () => {
  const characters = new Set(CUTS.flatMap((cut) => [...cut.characters]));
  const locales = path.join(FONTS, "../../../locales");
  for (const code of ["nl", "en", "de"]) {
    for (const name of ["common", "content", "product", "errors"]) {
      const texts: Record<string, string> = JSON.parse(readFileSync(path.join(locales, code, `${name}.json`), "utf8"));
      const missing = Object.values(texts).flatMap((text) =>
        [...JSON.stringify(text)].filter((c) => !characters.has(c)),
      );
      expect(missing, `${code}/${name}.json`).toEqual([]);
    }
  }
});
