// Starts the binary's processes, each on a free loopback port and with its own configuration; the caller stops them.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The root of the repository. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");

/** Configuration values that differ from the project's own. */
export interface Settings {
  readonly shopware?: string;
  readonly statamic?: string;
  readonly images?: string;
  readonly mail?: string;
  readonly consumerLocales?: readonly string[];
  /** Whether customers can change their e-mail address. */
  readonly changeEmail?: boolean;
  /** Requests per minute and address. */
  readonly rates?: number;
  /** The value of `stores.tiles`; without it the map shows outlines. */
  readonly tiles?: string;
  /** The value of `[statamic.navigations]`; navigations that are not listed are replaced by the category tree. */
  readonly navigations?: string;
  /** The origin of a tag manager's script; with it the shop has the id GTM-JOURNEY1. */
  readonly tagManager?: string;
  /** The folder with the notice on the legal guarantee. */
  readonly guaranteeNotice?: string;
  /** A folder with `templates`, `locales` and `islands` to use instead of the repository's. */
  readonly sources?: string;
  /** The value of `desk.users`; without it there is no desk. */
  readonly desk?: string;
  /** The lines of `desk.provider`. */
  readonly deskProvider?: string;
}

/** The program under test. */
export function binary(): string {
  const found = process.env.VITRINE_BIN;
  if (found === undefined) throw new Error("VITRINE_BIN is not set: run the journeys with scripts/test journeys");
  return found;
}

/** Starts a process and waits for its first line of JSON on stdout. */
export async function start<T>(
  args: string[],
  env: NodeJS.ProcessEnv,
  program = binary(),
): Promise<{ child: ChildProcess; ready: T }> {
  const child = spawn(program, args, { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => {
    complaint = `${complaint}${chunk.toString()}`.slice(-4000);
  });
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) return { child, ready: JSON.parse(line) as T };
  throw new Error(`vitrine ${args.join(" ")} ended before it was ready: ${complaint}`);
}

export async function run(args: string[], env: NodeJS.ProcessEnv, program = binary()): Promise<void> {
  const child = spawn(program, args, { cwd: ROOT, env, stdio: ["ignore", "ignore", "pipe"] });
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const code = await new Promise<number | null>((done) => {
    child.on("close", done);
  });
  if (code !== 0) throw new Error(`vitrine ${args.join(" ")} ended with ${code}: ${complaint}`);
}

/** What the program prints on stdout for this input. */
export async function output(args: string[], input: string): Promise<string> {
  const child = spawn(binary(), args, { cwd: ROOT, stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(input);
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const code = await new Promise<number | null>((done) => {
    child.on("close", done);
  });
  if (code !== 0) throw new Error(`vitrine ${args.join(" ")} ended with ${code}`);
  return printed;
}

export async function end(child: ChildProcess): Promise<void> {
  const gone = new Promise((done) => child.once("close", done));
  if (child.exitCode === null && child.kill("SIGTERM")) await gone;
}

/** Runs a function with a temporary folder. */
export async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "vitrine-journey-"));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes a copy of the project's configuration with other values and its own folders; returns its path. */
export async function configure(folder: string, settings: Settings): Promise<string> {
  const {
    shopware,
    statamic,
    images,
    mail,
    consumerLocales,
    changeEmail,
    rates,
    tiles,
    navigations,
    tagManager,
    guaranteeNotice,
    desk,
    deskProvider,
    sources = ROOT,
  } = settings;
  const values: [RegExp, string | 0 | undefined][] = [
    [/^endpoint = "http:\/\/127\.0\.0\.1:4010\/store-api"$/m, shopware && `endpoint = "${shopware}/store-api"`],
    [/^endpoint = "http:\/\/127\.0\.0\.1:4011"$/m, statamic && `endpoint = "${statamic}"`],
    [/^hosts = \["http:\/\/127\.0\.0\.1:4012"\]$/m, images && `hosts = ["${images}"]`],
    [/^port = 4013$/m, mail && `port = ${mail.split(":").pop()}`],
    [/^consumer_locales = .*$/m, consumerLocales && `consumer_locales = ${JSON.stringify(consumerLocales)}`],
    [/^change_email = .*$/m, changeEmail ? "change_email = true" : undefined],
    [/^reads = .*$/m, rates && `reads = ${rates}`],
    [/^cart_writes = .*$/m, rates && `cart_writes = ${rates}`],
    [/^checkout_writes = .*$/m, rates && `checkout_writes = ${rates}`],
    [/^orders = .*$/m, rates && `orders = ${rates}`],
    [/^order_lookups = .*$/m, rates && `order_lookups = ${rates}`],
    [/^withdrawals = .*$/m, rates && `withdrawals = ${rates}`],
    [/^accounts = .*$/m, rates && `accounts = ${rates}`],
    [/^# \[stores\.tiles\]$/m, tiles && `[stores.tiles]\ntemplate = "${tiles}"\nattribution = "© Kaartenmakers"`],
    [/^navigations = .*$/m, navigations && `navigations = ${navigations}`],
    [/^# id = .*$/m, tagManager && 'id = "GTM-JOURNEY1"'],
    [/^# guarantee_notice = .*$/m, guaranteeNotice && `guarantee_notice = "${guaranteeNotice}"`],
    [/^users = .*$/m, desk && `users = ${desk}`],
    [/^# \[desk\.provider\]$/m, deskProvider && `[desk.provider]\n${deskProvider}`],
    [/^script_host = .*$/m, tagManager && `script_host = "${tagManager}"`],
    [/^dist = .*$/m, `dist = "${folder}/dist"`],
    [/^state_dir = .*$/m, `state_dir = "${folder}/state"`],
    [/^templates = .*$/m, `templates = "${sources}/templates"`],
    [/^locales = .*$/m, `locales = "${sources}/locales"`],
    [/^assets = .*$/m, `assets = "${sources}/islands/build"`],
    [/^listen = .*$/m, 'listen = "127.0.0.1:0"'],
    [/^hosts = \["127\.0\.0\.1:3000".*$/m, 'hosts = ["127.0.0.1:0"]'],
    [/^origins = .*$/m, 'origins = ["http://127.0.0.1:0"]'],
  ];
  let text = await readFile(path.join(ROOT, "vitrine.toml"), "utf8");
  for (const [pattern, value] of values) {
    if (!pattern.test(text)) throw new Error(`vitrine.toml has no line like ${pattern}`);
    if (value) text = text.replace(pattern, () => value);
  }
  const file = path.join(folder, "vitrine.toml");
  await writeFile(file, text);
  return file;
}
