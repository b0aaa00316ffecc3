// Finds the islands of a page, loads each on its condition, and passes on the events before it was loaded.
//
// **Invariant:** a click before an island is ready is stored and replayed exactly once; if an island cannot be loaded,
// its fallback stays unchanged.
// Without React: most visitors load nothing else.
import type { IslandContext, IslandModule } from "./island";

export type LoaderEnvironment = {
  readonly importers: Readonly<Record<string, () => Promise<IslandModule>>>;
  /** The delay before the one retry of a failed import. */
  readonly pause: () => Promise<void>;
  readonly now: () => number;
  readonly path: string;
  /** The storage of the time of the last reload; throws if storage is disabled. */
  readonly memory: () => Pick<Storage, "getItem" | "setItem">;
  readonly reload: () => void;
};

/** A path that was reloaded less than this many milliseconds ago is not reloaded again (R-UI-04). */
const RELOAD_PAUSE_MS = 10_000;

export function startIslands(scope: ParentNode, environment: LoaderEnvironment): void {
  for (const root of scope.querySelectorAll<HTMLElement>("[data-island]")) startIsland(root, environment);
}

function startIsland(root: HTMLElement, environment: LoaderEnvironment): void {
  let press: string | null = null;
  let started = false;
  let released = Promise.resolve();
  const hold = () => {
    released = untilReleased();
  };
  const wait: Wait = {
    released: () => released,
    end() {
      // The other listeners do nothing from here on.
      root.removeEventListener("click", keep);
      return press;
    },
  };
  const begin = () => {
    if (started) return;
    started = true;
    void bringIn(root, environment, wait);
  };
  const keep = (event: Event) => {
    // A click on text has the element around it as its target.
    const button = (event.target as Element).closest("button");
    if (!button) return;
    press = selectorOf(button);
    // The press is replayed: a form that is sent meanwhile would be sent twice.
    event.preventDefault();
    // Shows at once that the click was registered.
    root.setAttribute("aria-busy", "true");
    begin();
  };
  root.addEventListener("pointerdown", hold);
  root.addEventListener("click", keep);
  whenWanted(root, begin);
}

/** The handling of events on a fallback until its island is loaded. */
type Wait = {
  /**
   * Resolves when no pointer is down on the fallback: a control that is replaced between press and release gets no
   * click.
   */
  readonly released: () => Promise<void>;
  /** Stops it; returns the selector of the control that was clicked. */
  readonly end: () => string | null;
};

/** Resolves when the pointer has been released and its click has been dispatched. */
function untilReleased(): Promise<void> {
  return new Promise((resolve) => {
    // The click that follows is dispatched before the timer.
    const end = () => setTimeout(resolve);
    for (const event of ["pointerup", "pointercancel"]) addEventListener(event, end, { once: true });
  });
}

function whenWanted(root: HTMLElement, begin: () => void): void {
  switch (root.dataset.when) {
    // A form, which the address may say what it begins with.
    case location.search || "query":
    case "interaction":
      // `input` alone comes where the browser fills fields in.
      for (const event of ["pointerdown", "focusin", "input"]) root.addEventListener(event, begin);
      return;
    case "idle":
      whenLoaded(() => {
        if ("requestIdleCallback" in globalThis) requestIdleCallback(begin, { timeout: 2000 });
        else setTimeout(begin, 200);
      });
      return;
    default:
      begin();
  }
}

/** The page's own resources are loaded first. */
function whenLoaded(then: () => void): void {
  if (document.readyState === "complete") then();
  else addEventListener("load", then, { once: true });
}

async function bringIn(root: HTMLElement, environment: LoaderEnvironment, wait: Wait): Promise<void> {
  let data!: IslandData;
  let island: IslandModule | undefined;
  let failure: unknown;
  try {
    data = JSON.parse(root.querySelector('script[type$="/json"]')?.textContent ?? "{}");
    const { file } = data;
    // An island of the shop's own folder is in no registry: the page names its file.
    const importer: (() => Promise<IslandModule>) | "" | undefined =
      environment.importers[root.dataset.island as string] ?? (file && (() => import(/* @vite-ignore */ file)));
    if (importer) {
      island = await importer().catch(() => environment.pause().then(importer));
      await wait.released();
    }
  } catch (error) {
    failure = error;
    if (reloadedFor(environment)) return;
  }
  const inside = () => root.contains(document.activeElement);
  const focused = inside() ? selectorOf(document.activeElement) : null;
  const press = wait.end();
  root.removeAttribute("aria-busy");
  try {
    if (!island) throw failure;
    island.default(root, contextOf(root, data));
  } catch (error) {
    // The fallback stays as it is, and answers the press.
    root.dataset.islandError = "";
    // biome-ignore lint/suspicious/noConsole: the only report of this error; the page continues to work
    console.error(`island ${root.dataset.island} could not start`, error);
  }
  if (focused && !inside()) root.querySelector<HTMLElement>(focused)?.focus();
  if (press) root.querySelector<HTMLElement>(press)?.click();
}

/**
 * Reloads the page, because a missing chunk belongs to an older release; `false` if this path was reloaded for that
 * recently.
 */
function reloadedFor({ memory, now, path, reload }: LoaderEnvironment): boolean {
  const key = `vitrine-reload:${path}`;
  try {
    const storage = memory();
    if (now() - Number(storage.getItem(key)) < RELOAD_PAUSE_MS) return false;
    storage.setItem(key, String(now()));
  } catch {
    // Without storage the page could reload endlessly.
    return false;
  }
  reload();
  return true;
}

/** What the template wrote for an island. */
type IslandData = Partial<IslandContext> & { readonly file?: string };

function contextOf(root: HTMLElement, { props = {}, messages = {} }: IslandData): IslandContext {
  const values: Record<string, string> = {};
  for (const field of root.querySelectorAll<HTMLInputElement>("input[name],select[name],textarea[name]")) {
    values[field.name] = field.value;
  }
  return { props, messages, values };
}

/**
 * A selector that finds the control in the island by its tag and its `name` or data attributes, which are the same as
 * in the fallback.
 */
function selectorOf(element: Element | null): string | null {
  if (element === null) return null;
  const marks = [...element.attributes].filter(({ name }) => name === "name" || name.startsWith("data-"));
  return element.localName + marks.map(({ name, value }) => `[${name}=${JSON.stringify(value)}]`).join("");
}
