// Bundles the islands, their styles and fonts into `build/` and describes them in `manifest.json` (contract "assets").
//
// **Invariant:** the same sources give the same bytes: no clock, no absolute path, no order of discovery in any output.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build as bundle } from "esbuild";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const STYLES = path.join(HERE, "..", "templates", "styles", "index.css");
const SHEETS = path.join(HERE, "..", "templates", "styles", "sheets");
// Script names are stable words before the hash; the word of a lazy chunk says nothing, so it is always `chunk`.
const NAMES = {
  entryNames: "assets/[name]-[hash]",
  chunkNames: "assets/chunk-[hash]",
  assetNames: "assets/[name]-[hash]",
};

/** @typedef {{ file: string, integrity: string, preload: string[] }} Asset */
/** @typedef {{ loader: Asset, styles: Asset, sheets: Record<string, Asset>, fonts: string[], islands: Record<string, Asset>, files: Record<string, { integrity: string, bytes: number }>, twins: Record<string, { bytes: number }> }} Manifest */

/** The islands are the folders of `src/islands`, in order of name. */
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

/** What both script passes share. */
const SCRIPTS = /** @type {const} */ ({
  ...NAMES,
  absWorkingDir: HERE,
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  metafile: true,
  write: false,
  legalComments: "none",
  charset: "utf8",
  logLevel: "warning",
  define: { "process.env.NODE_ENV": '"production"', __DEVELOPMENT__: "false" },
});

/** What islands may use of React: the API of version 18, so that the runtime behind it can be changed. */
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

/**
 * React as one ES module of its own. It changes only with its version, and what esbuild adds to carry CommonJS stays in it:
 * split with the rest, that helper would be one more request of every page.
 * @param {string} outDir
 */
async function bundleReact(outDir) {
  const lines = Object.entries(REACT_API).map(([module, names]) => `export { ${names.join(", ")} } from "${module}";`);
  return bundle({
    ...SCRIPTS,
    stdin: { contents: lines.join("\n"), resolveDir: HERE, sourcefile: "react.js" },
    entryNames: "assets/react-[hash]",
    outdir: outDir,
  });
}

/** Nothing else notices a name that the React file does not export, until a browser does.
 * @param {string} reactFile @param {import("esbuild").OutputFile[]} outputs
 */
function checkReactImports(reactFile, outputs) {
  const exported = Object.values(REACT_API).flat();
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

/** Scripts that run without React and are fetched with pages that may need nothing else. */
const EAGER = ["loader", "cart-count", "not-found", "product"];
/** Bytes below which a chunk is not worth a request of its own. */
const SMALL_CHUNK = 2000;

/**
 * esbuild makes a chunk for each set of entries that share something. The small ones are put to others, by a second pass over what the first one made:
 * a file of it that imports another one is fetched by the same pages, which makes them one chunk.
 * @param {string[]} islands @param {string} reactFile name beside the chunks @param {string} outDir
 */
async function bundleScripts(islands, reactFile, outDir) {
  const plugins = [besideReact(reactFile)];
  const sources = [
    { in: "src/loader.ts", out: "loader" },
    ...islands.map((name) => ({ in: islandEntry(name), out: name })),
  ];
  const split = await bundle({ ...SCRIPTS, entryPoints: sources, outdir: outDir, splitting: true, plugins });
  const files = new Map(split.outputFiles.map(({ path: file, text }) => [path.basename(file), text]));
  for (const [small, large] of smallChunks(split.metafile)) {
    files.set(large, `import"./${small}";${files.get(large)}`);
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
    // All of it is used; what only is imported by its side would be thrown away.
    treeShaking: false,
    plugins: [...plugins, fromMemory(files)],
  });
  /** @type {Record<string, string>} the entry of the second pass by its name */
  const entryOf = Object.fromEntries(entries.map((entry) => [entry.out, `${BUILT}:${entry.in.slice(2)}`]));
  return { ...scripts, entryOf };
}

const BUILT = "built";

/** @param {string} reactFile @returns {import("esbuild").Plugin} */
function besideReact(reactFile) {
  return {
    name: "react-is-built-already",
    setup({ onResolve }) {
      onResolve({ filter: /^react(-dom)?(\/|$)/ }, ({ path: module }) =>
        Object.hasOwn(REACT_API, module)
          ? { path: `./${reactFile}`, external: true, sideEffects: false }
          : { errors: [{ text: `${module} is not in REACT_API of build.mjs: add it there` }] },
      );
    },
  };
}

/** Files by their names, one beside the other. @param {Map<string, string>} files @returns {import("esbuild").Plugin} */
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
 * Each small chunk with the one that it is put to: fetched by all pages that fetch the small one, and by no page without React that does not.
 * @param {import("esbuild").Metafile} metafile @returns {[small: string, large: string][]}
 */
function smallChunks({ outputs }) {
  // One that has an entry point is fetched when it is needed, by itself.
  const chunks = Object.keys(outputs).filter((output) => outputs[output]?.entryPoint === undefined);
  const entries = Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint !== undefined);
  const users = (/** @type {string} */ chunk) =>
    entries
      .filter(([output]) => staticImports({ inputs: {}, outputs }, output).includes(chunk))
      .map(([output]) => output);
  const known = chunks.map((chunk) => ({ chunk, users: users(chunk), bytes: outputs[chunk]?.bytes ?? 0 }));
  const isEager = (/** @type {string} */ output) => EAGER.some((name) => path.basename(output).startsWith(`${name}-`));
  const names = (/** @type {string[]} */ list) => list.filter(isEager).join();
  return known
    .filter(({ bytes }) => bytes < SMALL_CHUNK)
    .flatMap((small) => {
      const [large] = known
        .filter(
          (other) => other.users.length > small.users.length && small.users.every((one) => other.users.includes(one)),
        )
        .filter((other) => names(other.users) === names(small.users))
        .sort((one, other) => one.users.length - other.users.length || (one.chunk < other.chunk ? -1 : 1));
      return large === undefined
        ? []
        : [/** @type {[string, string]} */ ([small.chunk, large.chunk].map((one) => path.basename(one)))];
    });
}

/** The style sheets that a page has beside the common one, in order of name. */
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
    // The drawings of style sheets are smaller than the request for each would be.
    loader: { ".woff2": "file", ".svg": "dataurl" },
  });
}

/** @param {Uint8Array} bytes */
function integrityOf(bytes) {
  return `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
}

/**
 * Every file that `output` imports statically, itself not included, nearest first.
 * @param {import("esbuild").Metafile} metafile @param {string} output as the metafile names it
 */
function staticImports(metafile, output) {
  /** @type {string[]} */
  const found = [];
  const queue = [output];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const { kind, path: imported, external } of metafile.outputs[next]?.imports ?? []) {
      if (kind !== "import-statement") continue;
      // React lies beside the chunk that imports it, in a metafile of its own.
      const file = external ? path.posix.join(path.posix.dirname(next), imported) : imported;
      if (found.includes(file)) continue;
      found.push(file);
      queue.push(file);
    }
  }
  return found;
}

/** What compressing makes no smaller, or by too little to be worth a second form. */
const COMPRESSED_ALREADY = /\.woff2$/;
const WORTH_COMPRESSING = 256;

/**
 * The compressed forms of files, by their names: as small as they get, since they are made once and sent often.
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
 * Builds into `outDir`, replacing what lies there, and answers the manifest.
 * @param {string} outDir absolute
 * @param {{ twins?: boolean }} [how] `twins: false` makes no compressed forms, which takes most of the time
 * @returns {Promise<Manifest>}
 */
export async function build(outDir, { twins: wantsTwins = true } = {}) {
  const relative = (/** @type {string} */ output) =>
    path.relative(outDir, path.resolve(HERE, output)).split(path.sep).join("/");
  const [islands, sheets] = await Promise.all([islandNames(), sheetNames()]);
  const [react, styles] = await Promise.all([bundleReact(outDir), bundleStyles(sheets, outDir)]);
  const [reactFile] = react.outputFiles.map((file) => path.basename(file.path));
  if (reactFile === undefined) throw new Error("esbuild wrote no file for React");
  const scripts = await bundleScripts(islands, reactFile, outDir);
  checkReactImports(reactFile, scripts.outputFiles);
  /** @type {Map<string, Uint8Array>} */
  const contents = new Map();
  for (const output of [...react.outputFiles, ...scripts.outputFiles, ...styles.outputFiles]) {
    contents.set(relative(output.path), output.contents);
  }

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
  const styleAsset = (/** @type {string} */ source) =>
    asset(styles.metafile, path.relative(HERE, source).split(path.sep).join("/"));
  const files = [...contents.keys()].sort();
  const twins = wantsTwins ? await compressedTwins(contents) : new Map();
  /** @type {Manifest} */
  const manifest = {
    loader: asset(scripts.metafile, scripts.entryOf.loader ?? ""),
    styles: styleAsset(STYLES),
    sheets: Object.fromEntries(sheets.map((name) => [name, styleAsset(sheetEntry(name))])),
    // What a page may preload: the Latin cuts. The others are fetched when a text needs them.
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
  // Last, so that a manifest never names a file that is not there yet.
  await writeFile(path.join(outDir, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const manifest = await build(path.join(HERE, "build"));
  console.log(`islands: ${Object.keys(manifest.files).length} files, ${Object.keys(manifest.islands).join(", ")}`);
}
