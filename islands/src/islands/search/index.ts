// The search screen. Results that the page was served with stay; filters are loaded on their first use (`live.tsx`).
//
// **Invariant:** without React; a press before the filters are there is kept, and works without them if they cannot be
// loaded.
import type { SearchResponse } from "../../api/schema.gen";
import { createTranslate, pageLocale } from "../../i18n";
import type { IslandContext } from "../../island";
import { untilReleased } from "../../listing/released";
import { type ListState, parseState, queryOf } from "../../listing/state";
import { cameBack, focusTile, rememberTile } from "../../listing/tile";
import { askFor, GRAMMAR, isNothingAsked } from "./ask";
import { startHeading, startSuggestions } from "./heading";
import type { SearchKey } from "./messages";
import type { SearchList } from "./Results";
import type { Screen } from "./screen";
import { goToSection } from "./sections";
import { completeBar, completePictures, completeResults } from "./served";
import { tellOf } from "./told";

/** A use of the screen: a change of the list, or what is to be opened in its bar. */
type Press = Partial<ListState> | { readonly opened: string };

const FILTERS = "filters";

export default function mount(root: HTMLElement, { messages }: IslandContext): void {
  const found = root.querySelector<HTMLElement>(".search__found");
  if (found === null) return;
  const t = createTranslate<SearchKey>(messages, pageLocale());
  let use: (press: Press) => void = () => {};
  const heading = startHeading({
    root,
    t,
    onSearch: (query) => use({ query, chosen: {}, sort: null, page: 1 }),
    onTyping: () => void import("./live").catch(() => {}),
  });
  root.addEventListener("click", rememberTile);
  use = start({ found, heading, start: startSuggestions(root), tell: tellOf(t), t });
}

/** Returns what is done on a use of the screen. */
function start(screen: Screen): (press: Press) => void {
  const { found, t } = screen;
  const state = parseState(location.search, GRAMMAR);
  const nothing = isNothingAsked(state);
  const isServed = found.dataset.answered !== undefined;
  // Further pages are shown below the first one, and a list that was left is restored as it was.
  const stays = isServed && state.page === 1 && !(cameBack() && history.scrollRestoration === "manual");
  let answer: Promise<SearchResponse | undefined> | undefined;
  const known = () => {
    if (!stays) return undefined;
    answer ??= complete(screen, state);
    return answer;
  };
  const { use, begin } = onDemand(screen, state, known);
  const sort = isServed ? sortBefore(found) : undefined;
  if (isServed) completeBar(found, state, t);
  if (sort !== undefined && sort !== state.sort) use({ sort });
  whenLoaded(isServed, () => {
    if (!nothing && !stays) return begin();
    if (!nothing) void known();
    focusTile(found);
  });
  return use;
}

/** A sort order that was chosen before this script ran; after Back the browser restores the last one itself. */
function sortBefore(found: HTMLElement): string | undefined {
  const value = found.querySelector("select")?.value;
  return cameBack() || value === GRAMMAR.sorts[0] ? undefined : value;
}

/** Completes the served results with the response that they were made of; `undefined` if there is none. */
async function complete({ found, heading, tell, t }: Screen, state: ListState): Promise<SearchResponse | undefined> {
  try {
    const first = await askFor(state, new AbortController().signal);
    const shown = { state, first };
    heading.show(shown);
    tell(shown);
    completeResults(found, first, t);
    return first;
  } catch {
    completePictures(found);
    return undefined;
  }
}

/** A page that was served with its results is complete before anything else is requested. */
function whenLoaded(isServed: boolean, then: () => void): void {
  if (!isServed || document.readyState === "complete") then();
  else addEventListener("load", then, { once: true });
}

/** Loads the filters on the first use; until then the page's own elements are used. */
function onDemand(screen: Screen, state: ListState, answer: () => Promise<SearchResponse | undefined> | undefined) {
  const { found } = screen;
  const listening = new AbortController();
  let list: SearchList | undefined;
  let begun = false;
  let press: Press | undefined;
  let released = Promise.resolve();
  const use = (next: Press) => {
    if (list !== undefined && !("opened" in next)) return list.choose(next);
    press = next;
    found.ariaBusy = "true";
    begin();
  };
  const opened = () => {
    const pressed = press !== undefined && "opened" in press ? press.opened : null;
    return pressed ?? found.querySelector<HTMLElement>("details[data-facet][open]")?.dataset.facet ?? null;
  };
  const begin = () => {
    if (begun) return;
    begun = true;
    bringIn().catch((error: unknown) => {
      begun = false;
      found.ariaBusy = null;
      without(screen, error, press, state);
    });
  };
  const bringIn = async () => {
    const { takeOver } = await import("./live");
    const known = await answer();
    const open = once(opened);
    list = await takeOver(screen, { known, released: () => released, opened: open });
    listening.abort();
    if (press !== undefined && !("opened" in press)) list.choose(press);
  };
  found.addEventListener("pointerdown", () => {
    released = untilReleased();
  });
  listen(found, { use, begin, state, signal: listening.signal });
  return { use, begin };
}

type Listening = {
  readonly use: (press: Press) => void;
  readonly begin: () => void;
  readonly state: ListState;
  readonly signal: AbortSignal;
};

/** Listens to the page's own elements. */
function listen(found: HTMLElement, { use, begin, state, signal }: Listening): void {
  const click = (event: MouseEvent) => {
    const target = event.target as Element;
    const link = target.closest<HTMLAnchorElement>(".list-kinds a");
    if (link !== null) return goToSection(event, link);
    if (target.closest("[data-filters]")) return use({ opened: FILTERS });
    if (!target.closest("[data-more]") || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    use({ page: state.page + 1 });
  };
  const change = ({ target }: Event) => {
    if (!(target instanceof HTMLSelectElement)) return;
    use({ sort: target.value === GRAMMAR.sorts[0] ? null : target.value });
  };
  found.addEventListener("click", click, { signal });
  found.addEventListener("change", change, { signal });
  const bar = found.querySelector(".list-bar");
  for (const event of ["pointerenter", "pointerdown", "focusin"]) bar?.addEventListener(event, begin, { signal });
}

/** The filters could not be loaded: the page that a press leads to is requested instead. */
function without({ found, heading, t }: Screen, error: unknown, press: Press | undefined, state: ListState): void {
  found.dataset.islandError = "";
  // biome-ignore lint/suspicious/noConsole: the only report of this error; the served results stay
  console.error("the filters of the search could not start", error);
  if (press === undefined) return;
  if ("opened" in press) {
    heading.say(t(navigator.onLine ? "search.failed" : "search.offline"));
    return;
  }
  const go = () => location.assign(location.pathname + queryOf({ ...state, page: 1, ...press }, GRAMMAR));
  if (!navigator.onLine) {
    heading.say(t("search.offline"));
    addEventListener("online", go, { once: true });
  } else go();
}

/** Its value the first time, then `null`. */
function once<Value>(read: () => Value | null): () => Value | null {
  let isRead = false;
  return () => {
    if (isRead) return null;
    isRead = true;
    return read();
  };
}
