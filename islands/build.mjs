// Bundles the islands, their styles and fonts into `build/` and describes them in `manifest.json` (contract "assets").
//
// **Invariant:** the same sources give the same bytes: no output depends on the clock, absolute paths or the order of
// discovery.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build as bundle } from "esbuild";
import { bundleNotices } from "./notices.mjs";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const STYLES = path.join(HERE, "..", "templates", "styles", "index.css");
const SHEETS = path.join(HERE, "..", "templates", "styles", "sheets");
// Script names are a fixed word and a hash; for lazy chunks the word is always `chunk`.
const NAMES = {
  entryNames: "assets/[name]-[hash]",
  chunkNames: "assets/chunk-[hash]",
  assetNames: "assets/[name]-[hash]",
};

/** @typedef {{ file: string, integrity: string, preload: string[] }} Asset */
/** @typedef {{ file: string, preload: string[], exports: string[] }} Published */
/** @typedef {{ version: string, loader: Asset, modules: Record<string, Published>, styles: Asset, sheets: Record<string, Asset>, fonts: string[], islands: Record<string, Asset>, files: Record<string, { integrity: string, bytes: number }>, twins: Record<string, { bytes: number }> }} Manifest */

/** The names of the islands (folders of `src/islands`), sorted. */
async function islandNames() {
  const entries = await readdir(path.join(HERE, "src/islands"), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** @param {string} name */
function islandEntry(name) {
  const folder = path.join("src/islands", name);
  const file = ["index.tsx", "index.ts"].find((index) => existsSync(path.join(HERE, folder, index)));
  if (file === undefined)
    throw new Error(`src/islands/${name} has no index.tsx or index.ts: add its entry or remove the folder`);
  return path.join(folder, file);
}

/** Options that both script passes share. */
const SCRIPTS = /** @type {const} */ ({
  ...NAMES,
  absWorkingDir: HERE,
  bundle: true,
  format: "esm",
  jsx: "automatic",
  target: "es2022",
  minify: true,
  metafile: true,
  write: false,
  legalComments: "none",
  charset: "utf8",
  logLevel: "warning",
  define: { "process.env.NODE_ENV": '"production"', __DEVELOPMENT__: "false" },
});

/** The parts of React that islands may import: the API of version 18, so that the runtime can be replaced. */
const REACT_API = {
  react: [
    "Component",
    "Fragment",
    "createContext",
    "createElement",
    "forwardRef",
    "memo",
    "useCallback",
    "useContext",
    "useDeferredValue",
    "useEffect",
    "useId",
    "useLayoutEffect",
    "useMemo",
    "useReducer",
    "useRef",
    "useState",
    "useSyncExternalStore",
    "useTransition",
  ],
  "react/jsx-runtime": ["jsx", "jsxs"],
  "react-dom": ["createPortal", "flushSync"],
  "react-dom/client": ["createRoot"],
};

/** Our modules that every React tree needs, with their exports. They are bundled with React. */
const WITH_REACT = {
  "src/ui/mount-react": ["mountReact"],
  "src/ui/use-on-demand": ["useOnDemand"],
  "src/ui/use-store": ["useStore"],
};

/** What islands of a shop's own folder import as "vitrine": a bundle of its own, because it keeps no state. */
const PUBLISHED = "src/published/vitrine.ts";
/** What they import as "vitrine/cart", which has to be the cart of the other islands: its entry, and the name of that. */
const PUBLISHED_CART = { in: "src/published/cart.ts", out: "vitrine-cart" };

/**
 * React as a separate ES module. It changes only with its version, and contains esbuild's CommonJS helper: if React
 * were split with the rest, that helper would be one more request on every page.
 * @param {string} outDir
 */
async function bundleReact(outDir) {
  const ours = Object.fromEntries(Object.entries(WITH_REACT).map(([module, names]) => [`./${module}`, names]));
  const lines = Object.entries({ ...REACT_API, ...ours }).map(
    ([module, names]) => `export { ${names.join(", ")} } from "${module}";`,
  );
  return bundle({
    ...SCRIPTS,
    stdin: { contents: lines.join("\n"), resolveDir: HERE, sourcefile: "react.js" },
    entryNames: "assets/react-[hash]",
    outdir: outDir,
  });
}

/** @param {string} outDir */
async function bundlePublished(outDir) {
  return bundle({ ...SCRIPTS, entryPoints: [{ in: PUBLISHED, out: "vitrine" }], outdir: outDir });
}

/**
 * The month of the calendar as a module of its own: esbuild's helper for the namespaces in it would else be a request of
 * every page.
 * @param {string} reactFile @param {string} outDir
 */
async function bundleDayPicker(reactFile, outDir) {
  return bundle({
    ...SCRIPTS,
    stdin: { contents: 'export { DayPicker } from "react-day-picker";', resolveDir: HERE, sourcefile: "day-picker.js" },
    entryNames: "assets/day-picker-[hash]",
    outdir: outDir,
    plugins: [reactWithDefault(reactFile), besideReact(reactFile)],
  });
}

/**
 * React with a default export, which the calendar imports: in the file of React it would be bytes of every page.
 * @param {string} reactFile
 * @returns {import("esbuild").Plugin}
 */
function reactWithDefault(reactFile) {
  const file = JSON.stringify(`./${reactFile}`);
  return {
    name: "react-with-default",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^react$/ }, () => ({ path: "react", namespace: "with-default" }));
      onResolve({ filter: /^\.\//, namespace: "with-default" }, ({ path: module }) => ({
        path: module,
        external: true,
      }));
      onLoad({ filter: /.*/, namespace: "with-default" }, () => ({
        contents: `import * as React from ${file}; export * from ${file}; export default React;`,
        loader: "js",
      }));
    },
  };
}

/** @param {string} file @returns {import("esbuild").Plugin} */
function besideDayPicker(file) {
  return {
    name: "day-picker-is-built-already",
    setup({ onResolve }) {
      onResolve({ filter: /^react-day-picker$/ }, () => ({ path: `./${file}`, external: true, sideEffects: false }));
    },
  };
}

/**
 * Fails on an import that the React file does not export, which otherwise only a browser would detect.
 * @param {string} reactFile @param {import("esbuild").OutputFile[]} outputs
 */
function checkReactImports(reactFile, outputs) {
  const exported = [REACT_API, WITH_REACT].flatMap((modules) => Object.values(modules).flat());
  for (const { path: file, text } of outputs) {
    for (const [, list = ""] of text.matchAll(new RegExp(`import\\{([^}]*)\\}from"\\./${reactFile}"`, "g"))) {
      const unknown = list.split(",").find((name) => !exported.includes(name.split(" ")[0] ?? ""));
      if (unknown === undefined) continue;
      throw new Error(
        `${path.basename(file)} uses ${unknown} of React, which is not in REACT_API of build.mjs: do without it or add it there`,
      );
    }
  }
}

const ACCOUNT = ["account-order", "account-orders", "account-overview", "account-profile"];
const FORMS = [...ACCOUNT, "auth", "checkout", "order-outcome", "withdrawal"];
const SCREENS = [...FORMS, "cart"];
const REACT = [...SCREENS, "buy-box"];
const SHOP = [...REACT, "product", "search"];
const PLACES = ["open-now", "store-locator"];
const ISLANDS = [...SHOP, ...PLACES, "cart-count", "consent", "form", "not-found", "samples"];
/**
 * Islands that share a chunk. Narrow families come before wide ones: a module goes to the first family that covers all
 * its importers. Each chunk is one more request on the pages of its family, and each module in it is loaded in vain by
 * members that do not use it.
 */
const FAMILIES = [
  PLACES,
  ["search"],
  ["listing"],
  ["form"],
  ["samples"],
  ["consent"],
  ["order-outcome"],
  ["auth", "checkout"],
  ["buy-box", "cart"],
  ACCOUNT,
  FORMS,
  REACT,
  SHOP,
  ISLANDS,
];

/**
 * esbuild makes a chunk for each set of entries that share code, far more than a page should request. A second pass
 * over the output of the first has one for each family: its members import all chunks of the family, so that these
 * have the same users, and esbuild makes one of them.
 * @param {string[]} islands @param {string} reactFile name beside the chunks @param {string} dayPickerFile the same
 * @param {string} outDir
 */
async function bundleScripts(islands, reactFile, dayPickerFile, outDir) {
  const unknown = islands.find((name) => !FAMILIES.flat().includes(name));
  if (unknown !== undefined) throw new Error(`src/islands/${unknown} is in none of the FAMILIES of build.mjs: add it`);
  const plugins = [besideReact(reactFile), besideDayPicker(dayPickerFile), leafletWithoutHtml()];
  const sources = [
    { in: "src/loader.ts", out: "loader" },
    ...islands.map((name) => ({ in: islandEntry(name), out: name })),
    PUBLISHED_CART,
  ];
  const split = await bundle({
    ...SCRIPTS,
    entryPoints: sources,
    outdir: outDir,
    splitting: true,
    plugins: [...plugins, ownCopies()],
  });
  const files = new Map(split.outputFiles.map(({ path: file, text }) => [path.basename(file), text]));
  for (const [entry, chunk] of familyImports(split.metafile)) {
    files.set(entry, `import"./${chunk}";${files.get(entry)}`);
  }
  const entries = Object.entries(split.metafile.outputs).flatMap(([output, { entryPoint }]) => {
    const source = sources.find((one) => one.in === entryPoint);
    return source === undefined ? [] : [{ in: `./${path.basename(output)}`, out: source.out }];
  });
  const scripts = await bundle({
    ...SCRIPTS,
    entryPoints: entries,
    outdir: outDir,
    splitting: true,
    // Everything is used; tree shaking would drop modules that are imported only for their side effects.
    treeShaking: false,
    plugins: [...plugins, fromMemory(files)],
  });
  /** @type {Record<string, string>} the entry of the second pass by its name */
  const entryOf = Object.fromEntries(entries.map((entry) => [entry.out, `${BUILT}:${entry.in.slice(2)}`]));
  return { ...scripts, entryOf, sources: Object.keys(split.metafile.inputs) };
}

const BUILT = "built";

/** @param {string} reactFile @returns {import("esbuild").Plugin} */
function besideReact(reactFile) {
  return {
    name: "react-is-built-already",
    setup({ onResolve }) {
      const ours = Object.keys(WITH_REACT).map((module) => path.join(HERE, module));
      onResolve({ filter: /^\.{1,2}\// }, ({ path: module, resolveDir }) =>
        ours.includes(path.join(resolveDir, module))
          ? { path: `./${reactFile}`, external: true, sideEffects: false }
          : undefined,
      );
      onResolve({ filter: /^react(-dom)?(\/|$)/ }, ({ path: module }) =>
        Object.hasOwn(REACT_API, module)
          ? { path: `./${reactFile}`, external: true, sideEffects: false }
          : { errors: [{ text: `${module} is not in REACT_API of build.mjs: add it there` }] },
      );
    },
  };
}

/**
 * Leaflet as ES modules. Its feature test with `innerHTML` would throw on pages with Trusted Types, which the store map
 * is on; its other uses of HTML are not called there.
 * @returns {import("esbuild").Plugin}
 */
function leafletWithoutHtml() {
  const file = path.join(HERE, "node_modules/leaflet/dist/leaflet-src.esm.js");
  const look = "div.innerHTML = '<svg/>';";
  return {
    name: "leaflet-without-html",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^leaflet$/ }, () => ({ path: file }));
      onLoad({ filter: /leaflet-src\.esm\.js$/ }, async () => {
        const source = await readFile(file, "utf8");
        if (!source.includes(look))
          throw new Error(`leaflet has no ${look} any more: see leafletWithoutHtml in build.mjs`);
        return { contents: source.replace(look, "div.appendChild(svgCreate('svg'));"), loader: "js" };
      });
    },
  };
}

/**
 * Modules of which each importer gets its own copy, because their family would be too wide. If the start of a list and
 * the search screen shared them, a list page would exceed its request budget; if cart and account shared them, every
 * form would load them in vain (budgets.md).
 */
const OWN_COPIES = [
  // A form is touched on pages of every kind, few of which have these.
  ...["clock", "fetch-sheet", "open-now/state", "stores/customer-hint", "stores/seen"].map((module) => ({
    importer: /islands\/form\/\w+\.ts$/,
    module: `src/${module}.ts`,
  })),
  // The layer is on every page of a shop with a tag manager.
  { importer: /islands\/consent\/\w+\.ts$/, module: "src/fetch-sheet.ts" },
  { importer: /start-listing\.ts$/, module: "src/listing/tile.ts" },
  // What the search screen has before its filters: a list, and the header, would load more for them.
  ...["listing/released", "listing/tile", "listing/state", "header/search/element", "energy-arrow"].map((module) => ({
    importer: /islands\/search\/(index|heading|served)\.ts$/,
    module: `src/${module}.ts`,
  })),
  { importer: /stores\/session-care\.ts$/, module: "src/api/session.gen.ts" },
  { importer: /stores\/session\.ts$/, module: "src/stores/customer-hint.ts" },
  { importer: /islands\/cart\/\w+\.tsx?$/, module: "src/api/checkout.gen.ts" },
  { importer: /islands\/cart\/\w+\.tsx?$/, module: "src/stores/toasts.ts" },
  { importer: /islands\/cart\/\w+\.tsx?$/, module: "src/ui/toasts.tsx" },
  // Loaded on demand for a light source: list pages have it in their own scripts.
  { importer: /islands\/(cart|checkout)\/\w+\.tsx?$/, module: "src/ui/energy.tsx" },
];

/** @returns {import("esbuild").Plugin} */
function ownCopies() {
  return {
    name: "own-copies",
    setup({ onResolve }) {
      onResolve({ filter: /^\.{1,2}\// }, ({ path: module, importer, resolveDir }) => {
        const wanted = path.relative(HERE, path.join(resolveDir, module));
        const own = OWN_COPIES.find((one) => one.importer.test(importer) && one.module.startsWith(`${wanted}.ts`));
        // One copy of each rule: importers of different families would else share it.
        return own && { path: path.join(HERE, own.module), suffix: `?own-${OWN_COPIES.indexOf(own)}` };
      });
    },
  };
}

/** Resolves files from memory by their names. @param {Map<string, string>} files @returns {import("esbuild").Plugin} */
function fromMemory(files) {
  return {
    name: "built-before",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\// }, ({ path: file }) =>
        files.has(file.slice(2)) ? { path: file.slice(2), namespace: BUILT } : { path: file, external: true },
      );
      onLoad({ filter: /.*/, namespace: BUILT }, ({ path: file }) => ({
        contents: files.get(file) ?? "",
        loader: "js",
      }));
    },
  };
}

/**
 * The chunks that each entry imports in addition to its own imports: the other chunks of its families. A part that is
 * loaded on demand loads a whole family too.
 * @param {import("esbuild").Metafile} metafile
 * @returns {[entry: string, chunk: string][]}
 */
function familyImports({ outputs }) {
  const needs = (/** @type {string} */ output) =>
    staticImports({ inputs: {}, outputs }, output).filter((one) => one in outputs);
  const entries = Object.keys(outputs).filter((output) => outputs[output]?.entryPoint !== undefined);
  const users = (/** @type {string} */ chunk) => entries.filter((entry) => needs(entry).includes(chunk));
  /** @type {Map<string, string[]>} */
  const familyOf = new Map();
  // Imported chunks come first: every member of the family loads them too.
  const chunks = Object.keys(outputs)
    .filter((output) => !entries.includes(output))
    .sort((one, other) => needs(one).length - needs(other).length || (one < other ? -1 : 1));
  for (const chunk of chunks) {
    const islands = users(chunk)
      .map(islandOf)
      // What is published takes the chunks as the islands have them.
      .filter((name) => name !== "chunk" && name !== PUBLISHED_CART.out);
    const family = FAMILIES.find(
      (members) =>
        islands.length > 0 &&
        islands.every((name) => members.includes(name)) &&
        needs(chunk).every((need) => members.every((name) => familyOf.get(need)?.includes(name))),
    );
    if (family !== undefined) familyOf.set(chunk, family);
  }
  return entries.flatMap((entry) => {
    const loaded = new Set(chunks.filter((chunk) => familyOf.get(chunk)?.includes(islandOf(entry))));
    for (const chunk of needs(entry).filter((one) => chunks.includes(one))) loaded.add(chunk);
    // A `for` loop over a set also visits items added during the loop.
    for (const chunk of loaded) {
      const family = familyOf.get(chunk);
      const same = chunks.filter((one) => family !== undefined && familyOf.get(one) === family);
      for (const needed of [...same, ...needs(chunk)]) loaded.add(needed);
    }
    return [...loaded].map((chunk) => /** @type {[string, string]} */ ([path.basename(entry), path.basename(chunk)]));
  });
}

/** The island of an entry's output, `chunk` for a part that is loaded on demand. @param {string} output */
function islandOf(output) {
  return path.basename(output).replace(/-[A-Z0-9]{8}\.js$/, "");
}

/**
 * The script of previews, which only `vitrine serve` puts into pages: a script of its own that runs before the modules.
 * @param {string} outDir
 */
async function bundlePreview(outDir) {
  return bundle({
    ...SCRIPTS,
    entryPoints: [{ in: "src/preview.ts", out: "preview" }],
    format: "iife",
    outdir: outDir,
  });
}

/** The names of the style sheets besides the common one, sorted. */
async function sheetNames() {
  const files = await readdir(SHEETS);
  return files
    .filter((file) => file.endsWith(".css"))
    .map((file) => path.basename(file, ".css"))
    .sort();
}

/** @param {string} name */
function sheetEntry(name) {
  return path.join(SHEETS, `${name}.css`);
}

/** @param {string[]} sheets @param {string} outDir */
async function bundleStyles(sheets, outDir) {
  return bundle({
    ...NAMES,
    absWorkingDir: HERE,
    entryPoints: [{ in: STYLES, out: "styles" }, ...sheets.map((name) => ({ in: sheetEntry(name), out: name }))],
    outdir: outDir,
    bundle: true,
    target: ["es2022", "chrome111", "firefox113", "safari16.4"],
    minify: true,
    metafile: true,
    write: false,
    legalComments: "none",
    charset: "utf8",
    logLevel: "warning",
    plugins: [wholeFolder()],
    // Inlined icons are smaller than a request per icon would be.
    loader: { ".woff2": "file", ".svg": "dataurl" },
  });
}

/**
 * `@import url("../blocks/*.css")` imports every style sheet of a folder, by name.
 * @returns {import("esbuild").Plugin}
 */
function wholeFolder() {
  const namespace = "folder";
  return {
    name: "whole-folder",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /\/\*\.css$/ }, ({ path: files, resolveDir }) => ({
        path: path.join(resolveDir, path.dirname(files)),
        namespace,
      }));
      onLoad({ filter: /.*/, namespace }, async ({ path: folder }) => {
        const sheets = (await readdir(folder)).filter((file) => file.endsWith(".css")).sort();
        const contents = sheets.map((file) => `@import url("./${file}");`).join("\n");
        return { contents, loader: "css", resolveDir: folder };
      });
    },
  };
}

/** The version of the program, which refuses the assets of another one. */
async function programVersion() {
  const text = await readFile(path.join(HERE, "..", "Cargo.toml"), "utf8");
  const [, version] = /^\[workspace\.package\]\nversion = "([^"]+)"/m.exec(text) ?? [];
  if (version === undefined)
    throw new Error("Cargo.toml has no version below [workspace.package]: write it first there");
  return version;
}

/** A hash as esbuild writes it into names. @param {Uint8Array} bytes */
function nameHash(bytes) {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 8).toUpperCase();
}

/** @param {Uint8Array} bytes */
function integrityOf(bytes) {
  return `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
}

/** The parts of React that islands of a shop's own folder may import, by the names in their sources. */
const PUBLISHED_REACT = { ...REACT_API, "vitrine/react": ["mountReact", "useStore"] };

/**
 * Every file that `output` imports statically, except itself, nearest first.
 * @param {import("esbuild").Metafile} metafile @param {string} output as the metafile names it
 */
function staticImports(metafile, output) {
  /** @type {string[]} */
  const found = [];
  const queue = [output];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const { kind, path: imported, external } of metafile.outputs[next]?.imports ?? []) {
      if (kind !== "import-statement") continue;
      // React is next to the chunk that imports it, in its own metafile.
      const file = external ? path.posix.join(path.posix.dirname(next), imported) : imported;
      if (found.includes(file)) continue;
      found.push(file);
      queue.push(file);
    }
  }
  return found;
}

/** Files that do not get smaller by compression. */
const COMPRESSED_ALREADY = /\.woff2$/;
const WORTH_COMPRESSING = 256;

/**
 * The compressed versions of files by name, with maximum compression, because they are made once and sent often.
 * @param {Map<string, Uint8Array>} contents
 */
async function compressedTwins(contents) {
  const brotli = (/** @type {Uint8Array} */ bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength } });
  const zlib = (/** @type {Uint8Array} */ bytes) => promisify(gzip)(bytes, { level: 9 });
  /** @type {[string, Uint8Array][]} */
  const twins = await Promise.all(
    [...contents]
      .filter(([file, bytes]) => !COMPRESSED_ALREADY.test(file) && bytes.byteLength >= WORTH_COMPRESSING)
      .flatMap(([file, bytes]) => [
        brotli(bytes).then((twin) => /** @type {[string, Uint8Array]} */ ([`${file}.br`, twin])),
        zlib(bytes).then((twin) => /** @type {[string, Uint8Array]} */ ([`${file}.gz`, twin])),
      ]),
  );
  return new Map(twins.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * Builds into `outDir`, replacing its contents, and returns the manifest.
 * @param {string} outDir absolute
 * @param {{ twins?: boolean }} [how] `twins: false` makes no compressed versions, which take most of the time
 * @returns {Promise<Manifest>}
 */
export async function build(outDir, { twins: wantsTwins = true } = {}) {
  const relative = (/** @type {string} */ output) =>
    path.relative(outDir, path.resolve(HERE, output)).split(path.sep).join("/");
  const [islands, sheets] = await Promise.all([islandNames(), sheetNames()]);
  const [react, styles] = await Promise.all([bundleReact(outDir), bundleStyles(sheets, outDir)]);
  const [reactFile] = react.outputFiles.map((file) => path.basename(file.path));
  if (reactFile === undefined) throw new Error("esbuild wrote no file for React");
  const dayPicker = await bundleDayPicker(reactFile, outDir);
  const [dayPickerFile = ""] = dayPicker.outputFiles.map((file) => path.basename(file.path));
  const scripts = await bundleScripts(islands, reactFile, dayPickerFile, outDir);
  const preview = await bundlePreview(outDir);
  const own = await bundlePublished(outDir);
  checkReactImports(reactFile, [...dayPicker.outputFiles, ...scripts.outputFiles]);
  /** @type {Map<string, Uint8Array>} */
  const contents = new Map();
  for (const output of [react, dayPicker, scripts, preview, own, styles].flatMap((built) => built.outputFiles)) {
    contents.set(relative(output.path), output.contents);
  }

  const sources = [
    ...scripts.sources,
    ...[react, dayPicker, preview, own].flatMap((built) => Object.keys(built.metafile.inputs)),
  ];
  const notices = Buffer.from(await bundleNotices(sources, path.join(HERE, "node_modules")));
  contents.set(`assets/licenses-${nameHash(notices)}.txt`, notices);

  /** @param {import("esbuild").Metafile} metafile @param {string} entry @returns {Asset} */
  const asset = (metafile, entry) => {
    const [output] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry) ?? [];
    const bytes = output === undefined ? undefined : contents.get(relative(output));
    if (output === undefined || bytes === undefined) throw new Error(`esbuild wrote nothing for ${entry}`);
    return {
      file: relative(output),
      integrity: integrityOf(bytes),
      preload: staticImports(metafile, output).map(relative),
    };
  };
  const published = (/** @type {import("esbuild").Metafile} */ metafile, /** @type {string} */ entry) => {
    const { file, preload } = asset(metafile, entry);
    const output = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint === entry);
    return { file, preload, exports: (output?.exports ?? []).sort() };
  };
  const ofReact = { file: relative(react.outputFiles[0]?.path ?? ""), preload: [] };
  const styleAsset = (/** @type {string} */ source) =>
    asset(styles.metafile, path.relative(HERE, source).split(path.sep).join("/"));
  const files = [...contents.keys()].sort();
  const twins = wantsTwins ? await compressedTwins(contents) : new Map();
  /** @type {Manifest} */
  const manifest = {
    version: await programVersion(),
    loader: asset(scripts.metafile, scripts.entryOf.loader ?? ""),
    modules: {
      ...Object.fromEntries(Object.entries(PUBLISHED_REACT).map(([name, exports]) => [name, { ...ofReact, exports }])),
      vitrine: published(own.metafile, PUBLISHED),
      "vitrine/cart": published(scripts.metafile, scripts.entryOf[PUBLISHED_CART.out] ?? ""),
    },
    styles: styleAsset(STYLES),
    sheets: Object.fromEntries(sheets.map((name) => [name, styleAsset(sheetEntry(name))])),
    // Fonts that a page may preload: those with Latin characters. The others are loaded when a text needs them.
    fonts: files.filter((file) => file.endsWith(".woff2") && !file.includes("-ext-")),
    islands: Object.fromEntries(islands.map((name) => [name, asset(scripts.metafile, scripts.entryOf[name] ?? "")])),
    files: Object.fromEntries(
      files.map((file) => {
        const bytes = contents.get(file) ?? new Uint8Array();
        return [file, { integrity: integrityOf(bytes), bytes: bytes.byteLength }];
      }),
    ),
    twins: Object.fromEntries([...twins].map(([file, bytes]) => [file, { bytes: bytes.byteLength }])),
  };
  for (const [file, bytes] of twins) contents.set(`twins/${file}`, bytes);
  await writeBuild(outDir, contents, manifest);
  return manifest;
}

/** @param {string} outDir @param {Map<string, Uint8Array>} contents @param {Manifest} manifest */
async function writeBuild(outDir, contents, manifest) {
  await rm(outDir, { recursive: true, force: true });
  await mkdir(path.join(outDir, "assets"), { recursive: true });
  await mkdir(path.join(outDir, "twins/assets"), { recursive: true });
  await Promise.all([...contents].map(([file, bytes]) => writeFile(path.join(outDir, file), bytes)));
  // Written last, so that the manifest never names a missing file.
  await writeFile(path.join(outDir, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const manifest = await build(path.join(HERE, "build"));
  console.log(`islands: ${Object.keys(manifest.files).length} files, ${Object.keys(manifest.islands).join(", ")}`);
}
