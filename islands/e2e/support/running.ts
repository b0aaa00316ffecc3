// A complete shop: demo backends, a build and a server, each a process on a free loopback port; the caller stops them.
import { copyFile, cp, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { binary, configure, end, inFolder, output, ROOT, run, type Settings, start } from "./process";

/** The URLs of the demo backends, as `vitrine demo` prints them. */
export interface Backends {
  readonly shopware: string;
  readonly statamic: string;
  readonly images: string;
  readonly mail: string;
  readonly control: string;
  readonly access_key: string;
}

/** A served release. */
export interface Running {
  readonly url: string;
  /** The folder of the releases. */
  readonly dist: string;
}

/** A shop whose server rebuilds on events of the backends. */
export interface BuildingShop extends Running {
  /** The number of events that the server has accepted. */
  accepted(): Promise<number>;
  /**
   * Waits until more than `before` events were accepted, and all of them are built. Builds have a low priority: while
   * other tests use all cores one takes minutes, so only the test's own time limit ends the wait.
   */
  builtSince(before: number): Promise<void>;
}

/** The parts of `GET /api/builder` that tests read. */
interface BuilderReport {
  readonly accepted: number;
  readonly built: number;
  readonly state: string;
  readonly builds: readonly { readonly outcome: string; readonly error: string | null }[];
}

/** The time of every build, so that past events and closed vacancies do not depend on the date of the test run. */
export const NOW = "2026-11-24T11:00:00Z";

/** All visitors of the tests share one address, so its rate limit must not apply. */
export const RATES = 1_000_000;

type ShopSettings = Pick<
  Settings,
  "consumerLocales" | "changeEmail" | "rates" | "tiles" | "navigations" | "tagManager" | "guaranteeNotice"
> & {
  readonly backends: Backends;
  /** The time at which the server's clock starts; default: the machine's. */
  readonly now?: string;
};

/** Runs the demo backends while `use` runs; `data` is the folder of another shop than Lindhoven. */
export async function withBackends(use: (backends: Backends) => Promise<void>, data?: string): Promise<void> {
  const ports = ["--shopware-port", "0", "--statamic-port", "0", "--images-port", "0"];
  const shop = data === undefined ? [] : ["--shop", data];
  const demo = await start<Backends>(["demo", ...ports, ...shop], process.env);
  try {
    await use(demo.ready);
  } finally {
    await end(demo.child);
  }
}

/**
 * Builds and serves a shop of the demo that is only a site folder, while `use` runs: its program carries everything
 * else. `add` are further files of the folder; an island among them is bundled by the repository's esbuild.
 */
export function withSiteFolder(
  name: string,
  use: (url: string) => Promise<void>,
  add: Readonly<Record<string, string>> = {},
): Promise<void> {
  const data = path.join(ROOT, "generator/demo/shops", name);
  return withBackends(
    (backends) =>
      inFolder(async (folder) => {
        const program = path.join(folder, "vitrine");
        await copyFile(binary(), program);
        await run(["pack", "--into", program], {}, program);
        const site = path.join(folder, "site");
        // Without what a start of the shop by hand has left there.
        const filter = (file: string) => !["dist", ".vitrine"].includes(path.basename(file));
        await cp(path.join(data, "site"), site, { recursive: true, filter });
        const config = path.join(site, "vitrine.toml");
        const text = await readFile(config, "utf8");
        await writeFile(config, withAddresses(text, backends));
        for (const [file, text] of Object.entries(add)) {
          await mkdir(path.dirname(path.join(site, file)), { recursive: true });
          await writeFile(path.join(site, file), text);
        }
        const own = environment(backends.access_key);
        const env = { ...own, PATH: `${path.join(ROOT, "islands/node_modules/.bin")}:${own.PATH}` };
        await run(["--config", config, "build", "--now", NOW], env, program);
        await withServer(config, env, use, undefined, program);
      }),
    data,
  );
}

/** The configuration of a site folder with the addresses of running backends and a free port. */
function withAddresses(text: string, backends: Backends): string {
  const server = text
    .replace(/^listen = .*$/m, 'listen = "127.0.0.1:0"')
    .replace(/^hosts = \["127\.0\.0\.1:3000".*$/m, 'hosts = ["127.0.0.1:0"]')
    .replace(/^origins = .*$/m, 'origins = ["http://127.0.0.1:0"]');
  const running: Readonly<Record<string, string>> = {
    4010: backends.shopware,
    4011: backends.statamic,
    4012: backends.images,
  };
  // In one pass over whole ports: a free port may begin with the digits of another backend's.
  return server.replace(/http:\/\/127\.0\.0\.1:(\d+)/g, (address, port: string) => running[port] ?? address);
}

/** Builds a shop from these backends and serves it while `use` runs; `config` is its configuration. */
export function withShop(
  { backends, now, ...settings }: ShopSettings,
  use: (shop: Running, config: string) => Promise<void>,
): Promise<void> {
  return inFolder(async (folder) => {
    const { access_key, control: _, ...endpoints } = backends;
    const config = await configure(folder, { ...endpoints, ...settings });
    const env = environment(access_key);
    await run(["--config", config, "build", "--now", NOW], env);
    await withServer(config, env, (url) => use({ url, dist: path.join(folder, "dist") }, config), now);
  });
}

/** A user of the editors' desk. */
export interface DeskUser {
  readonly name: string;
  readonly role: "look" | "publish";
  readonly password: string;
}

/** Where people log in to the desk without a password of it, and which of their groups have which role. */
export interface DeskProvider {
  readonly issuer: string;
  readonly client: string;
  readonly name: string;
  readonly roles: { readonly publish: readonly string[]; readonly look: readonly string[] };
}

function providerLines({ issuer, client, name, roles }: DeskProvider): string {
  const list = (groups: readonly string[]) => JSON.stringify(groups);
  return [
    `issuer = "${issuer}"`,
    `client_id = "${client}"`,
    `name = "${name}"`,
    `roles = { publish = ${list(roles.publish)}, look = ${list(roles.look)} }`,
  ].join("\n");
}

/** The part of the configuration by which somebody may open the desk. */
async function deskSettings(
  door: DeskUser | DeskProvider | undefined,
): Promise<Pick<Settings, "desk" | "deskProvider">> {
  if (door === undefined) return {};
  return "issuer" in door ? { deskProvider: providerLines(door) } : { desk: await deskUsers(door) };
}

/** The value of `desk.users`, with the hash of the password. */
async function deskUsers({ name, role, password }: DeskUser): Promise<string> {
  const hash = await output(["desk", "password"], `${password}\n`);
  return `[{ name = "${name}", role = "${role}", password = "${hash.trim()}" }]`;
}

/** Like `withShop`, with a server that rebuilds on events of the backends, and a desk if somebody may open it. */
export function withBuildingShop(
  backends: Backends,
  use: (shop: BuildingShop) => Promise<void>,
  door?: DeskUser | DeskProvider,
): Promise<void> {
  return inFolder(async (folder) => {
    const { access_key, control: _, ...endpoints } = backends;
    const config = await configure(folder, { ...endpoints, ...(await deskSettings(door)) });
    const secret = "secret-of-a-journey-0123456789";
    const secrets = { VITRINE_CONTENT_HOOK_SECRET: secret, VITRINE_COMMERCE_HOOK_SECRET: secret };
    const env = { ...environment(access_key), ...secrets };
    await run(["--config", config, "build"], env);
    await withServer(config, env, async (url) => {
      const target = (door: string) => ({ url: `${url}/api/hooks/${door}`, secret });
      await control(backends, "hooks", { content: target("content"), commerce: target("commerce") });
      await use({
        url,
        dist: path.join(folder, "dist"),
        accepted: () => reportOf(url, secret).then((report) => report.accepted),
        builtSince: (before) => builtSince(before, () => reportOf(url, secret)),
      });
    });
  });
}

async function reportOf(url: string, secret: string): Promise<BuilderReport> {
  const answer = await fetch(`${url}/api/builder`, { headers: { authorization: `Bearer ${secret}` } });
  if (!answer.ok) throw new Error(`/api/builder answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as BuilderReport;
}

async function builtSince(before: number, read: () => Promise<BuilderReport>): Promise<void> {
  for (;;) {
    const report = await read();
    const [last] = report.builds;
    if (last?.outcome === "failed") throw new Error(`a build failed: ${last.error}`);
    if (report.accepted > before && report.built === report.accepted && report.state === "idle") return;
    await setTimeout(500);
  }
}

/** Builds the shop of a configuration with its styleguide from the last snapshot, and serves it while `use` runs. */
export function withStyleguide(
  config: string,
  { access_key }: Backends,
  use: (shop: Running) => Promise<void>,
): Promise<void> {
  return inFolder(async (folder) => {
    const dist = path.join(folder, "dist");
    const env = environment(access_key);
    await run(["--config", config, "build", "--offline", "--now", NOW, "--styleguide", dist], env);
    const own = path.join(folder, "vitrine.toml");
    const text = await readFile(config, "utf8");
    await writeFile(
      own,
      text.replace(/^dist = .*$/m, () => `dist = "${dist}"`),
    );
    await withServer(own, env, (url) => use({ url, dist }));
  });
}

/**
 * Creates a release of a configuration from the last snapshot and the bundle in `assets`; its server opens it in the background.
 */
export function releaseWith(config: string, { access_key }: Backends, assets: string): Promise<void> {
  return inFolder(async (folder) => {
    const own = path.join(folder, "vitrine.toml");
    const text = await readFile(config, "utf8");
    await writeFile(
      own,
      text.replace(/^assets = .*$/m, () => `assets = "${assets}"`),
    );
    await run(["--config", own, "build", "--offline", "--now", NOW], environment(access_key));
  });
}

/** Serves the releases of a configuration from a second process with empty caches, while `use` runs. */
export function withServerBeside(
  config: string,
  { access_key }: Backends,
  use: (url: string) => Promise<void>,
): Promise<void> {
  return withServer(config, environment(access_key), use);
}

async function withServer(
  config: string,
  env: NodeJS.ProcessEnv,
  use: (url: string) => Promise<void>,
  now?: string,
  program = binary(),
): Promise<void> {
  const clock = now === undefined ? [] : ["--now", now];
  const server = await start<{ url: string }>(["--config", config, "serve", ...clock], env, program);
  try {
    await use(server.ready.url);
  } finally {
    await end(server.child);
  }
}

function environment(accessKey: string): NodeJS.ProcessEnv {
  return { ...process.env, VITRINE_SHOPWARE_ACCESS_KEY: accessKey, VITRINE_FORMS_KEY: "e".repeat(64) };
}

/** Calls the demo's control API and returns the answer. */
export async function control(
  backends: Backends,
  route: string,
  body?: unknown,
  method: "GET" | "POST" | "DELETE" = "POST",
): Promise<Record<string, unknown>> {
  const init =
    body === undefined
      ? { method }
      : { method, body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const answer = await fetch(`${backends.control}/${route}`, init);
  if (!answer.ok) throw new Error(`/_demo/${route} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}
