// A whole shop for a worker: demo backends, a build, a server, each a real process on a free port of loopback, ended with the worker.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { test as base, expect } from "@playwright/test";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");

/** Where the demo's backends listen, as `vitrine demo` prints it. */
interface Backends {
  readonly shopware: string;
  readonly statamic: string;
  readonly images: string;
  readonly control: string;
  readonly access_key: string;
}

/** A running shop. */
export interface Shop {
  readonly url: string;
  readonly dist: string;
  readonly backends: Backends;
  /** A call of the demo's control door (`generator/demo`, module `control`). */
  control(route: string, body?: unknown, method?: "POST" | "DELETE"): Promise<Record<string, unknown>>;
  /** Builds again; the server goes over to the new release by itself. */
  build(): Promise<void>;
  /** Builds a release with the styleguide beside the live one; answers the folder of its pages. */
  styleguide(): Promise<string>;
}

/** What a test file may choose for its shop. */
export interface ShopOptions {
  readonly consumerLocales: readonly string[];
}

function binary(): string {
  const found = process.env.VITRINE_BIN;
  if (found === undefined) throw new Error("VITRINE_BIN is not set: run the journeys with scripts/test journeys");
  return found;
}

/** Starts a process and waits for its first line of JSON on stdout. */
async function start<T>(args: string[], env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; ready: T }> {
  const child = spawn(binary(), args, { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => {
    complaint = `${complaint}${chunk.toString()}`.slice(-4000);
  });
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) return { child, ready: JSON.parse(line) as T };
  throw new Error(`vitrine ${args.join(" ")} ended before it was ready: ${complaint}`);
}

async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(binary(), args, { cwd: ROOT, env, stdio: ["ignore", "ignore", "pipe"] });
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const code = await new Promise<number | null>((done) => {
    child.on("close", done);
  });
  if (code !== 0) throw new Error(`vitrine ${args.join(" ")} ended with ${code}: ${complaint}`);
}

async function end(child: ChildProcess): Promise<void> {
  const gone = new Promise((done) => child.once("close", done));
  if (child.exitCode === null && child.kill("SIGTERM")) await gone;
}

/** The project's own configuration with the addresses of this shop. */
async function configure(folder: string, backends: Backends, options: ShopOptions): Promise<string> {
  const example = await readFile(path.join(ROOT, "vitrine.toml"), "utf8");
  const values: [RegExp, string][] = [
    [/^endpoint = "http:\/\/127\.0\.0\.1:4010\/store-api"$/m, `endpoint = "${backends.shopware}/store-api"`],
    [/^endpoint = "http:\/\/127\.0\.0\.1:4011"$/m, `endpoint = "${backends.statamic}"`],
    [/^hosts = \["http:\/\/127\.0\.0\.1:4012"\]$/m, `hosts = ["${backends.images}"]`],
    [/^consumer_locales = .*$/m, `consumer_locales = ${JSON.stringify(options.consumerLocales)}`],
    [/^dist = .*$/m, `dist = "${folder}/dist"`],
    [/^state_dir = .*$/m, `state_dir = "${folder}/state"`],
    [/^templates = .*$/m, `templates = "${ROOT}/templates"`],
    [/^locales = .*$/m, `locales = "${ROOT}/locales"`],
    [/^assets = .*$/m, `assets = "${ROOT}/islands/build"`],
    [/^listen = .*$/m, 'listen = "127.0.0.1:0"'],
    [/^hosts = \["127\.0\.0\.1:3000".*$/m, 'hosts = ["127.0.0.1:0"]'],
    [/^origins = .*$/m, 'origins = ["http://127.0.0.1:0"]'],
  ];
  let text = example;
  for (const [pattern, value] of values) {
    if (!pattern.test(text)) throw new Error(`vitrine.toml has no line like ${pattern}`);
    text = text.replace(pattern, () => value);
  }
  const file = path.join(folder, "vitrine.toml");
  await writeFile(file, text);
  return file;
}

/** Runs a shop for as long as `use` takes. */
export async function withShop(options: ShopOptions, use: (shop: Shop) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "vitrine-journey-"));
  const demo = await start<Backends>(
    ["demo", "--shopware-port", "0", "--statamic-port", "0", "--images-port", "0"],
    process.env,
  );
  try {
    const backends = demo.ready;
    const env = { ...process.env, VITRINE_SHOPWARE_ACCESS_KEY: backends.access_key };
    const config = await configure(folder, backends, options);
    const build = () => run(["--config", config, "build"], env);
    await build();
    const server = await start<{ url: string }>(["--config", config, "serve"], env);
    try {
      await use({
        url: server.ready.url,
        dist: path.join(folder, "dist"),
        backends,
        build,
        async styleguide() {
          const dist = path.join(folder, "styleguide");
          await run(["--config", config, "build", "--offline", "--styleguide", dist], env);
          return path.join(dist, "current", "site");
        },
        async control(route, body, method = "POST") {
          const init =
            body === undefined
              ? { method }
              : { method, body: JSON.stringify(body), headers: { "content-type": "application/json" } };
          const answer = await fetch(`${backends.control}/${route}`, init);
          if (!answer.ok) throw new Error(`/_demo/${route} answered ${answer.status}: ${await answer.text()}`);
          return (await answer.json()) as Record<string, unknown>;
        },
      });
    } finally {
      await end(server.child);
    }
  } finally {
    await end(demo.child);
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Playwright's `test` with a shop a worker; `test.use({ shopOptions: … })` chooses another one.
 * A test fails when a page of it throws, breaks its own security policy, or complains in its console.
 */
export const test = base.extend<{ complaints: string[] }, { shopOptions: ShopOptions; shop: Shop }>({
  shopOptions: [{ consumerLocales: ["nl"] }, { option: true, scope: "worker" }],
  shop: [
    async ({ shopOptions }, use) => {
      await withShop(shopOptions, use);
    },
    { scope: "worker", timeout: 60_000 },
  ],
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      context.on("weberror", (error) => complaints.push(error.error().message));
      context.on("console", (message) => {
        // That an answer was 404 or 500 is what some tests are about.
        if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
          complaints.push(message.text());
        }
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
  baseURL: async ({ shop }, use) => {
    await use(shop.url);
  },
});

export { expect };
