// Judges forms by the island's rules for the API's test (`generator/forms/tests/both_sides.rs`): reads a line
// `{spec, values, today}` for each form and writes a line `{faults, shown}` for each.
import path from "node:path";
import { text } from "node:stream/consumers";
import { build } from "esbuild";

const forms = path.join(import.meta.dirname, "../src/forms");
const contents = 'export { check } from "./check"; export { shown } from "./shown";';
const { outputFiles } = await build({
  stdin: { contents, resolveDir: forms, loader: "ts" },
  bundle: true,
  format: "esm",
  write: false,
});
const script = outputFiles[0]?.text ?? "";
/** @type {{ check: typeof import("../src/forms/check").check, shown: typeof import("../src/forms/shown").shown }} */
const { check, shown } = await import(`data:text/javascript;base64,${Buffer.from(script).toString("base64")}`);

const verdicts = (await text(process.stdin))
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => {
    const { spec, values, today } = JSON.parse(line);
    return JSON.stringify({ faults: check(spec, values, today), shown: [...shown(spec, values)] });
  });
process.stdout.write(`${verdicts.join("\n")}\n`);
