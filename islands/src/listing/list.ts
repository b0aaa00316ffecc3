// The state of a list with filters: the selection in the URL, the loaded pages, and the scroll position to restore.
//
// **Invariant:** a response that is older than the last choice is never shown; each choice is one history entry
// (FACET-2).
import { createStore, type ReadableStore } from "../stores/create-store";
import type { Answer } from "./answer";
import { type Grammar, isOwnList, type ListState, parseState, queryOf } from "./state";
import { cameBack } from "./tile";

export type ListData<Item, Page extends Answer<Item> = Answer<Item>> = {
  readonly state: ListState;
  /** The loaded pages of the last list. */
  readonly pages: readonly Page[];
  readonly status: "pending" | "failed" | "ready";
  /** The scroll position to set once this is rendered; `null` leaves it unchanged. */
  readonly scrollTo: number | null;
};

export type List<Item, Page extends Answer<Item> = Answer<Item>> = ReadableStore<ListData<Item, Page>> & {
  /** Applies a change with a new history entry. Without a page it shows the first one. */
  readonly choose: (change: Partial<ListState>) => void;
  readonly retry: () => void;
};

/** Requests one page of a list. */
export type Ask<Item, Page extends Answer<Item> = Answer<Item>> = (
  state: ListState,
  signal: AbortSignal,
) => Promise<Page>;

export type ListOptions<Item, Page extends Answer<Item>> = {
  readonly grammar: Grammar;
  readonly ask: Ask<Item, Page>;
  /** Whether the static page already shows the selected list, so that no request is needed; default: never. */
  readonly isShown?: (state: ListState) => boolean;
  /** The path for a selection; default: that of the page. */
  readonly pathOf?: (state: ListState) => string;
  /** Whether responses are kept for navigating back; default: yes. */
  readonly keepAnswers?: boolean;
  /** The first page of the list of the URL, if it is known already. */
  readonly known?: Page | undefined;
};

const STORAGE = "vitrine-list";
/** Maximum number of responses kept for navigating back. */
const KEPT = 24;

type Kept<Page> = {
  readonly answers: readonly (readonly [string, Page])[];
  readonly places: readonly (readonly [string, number])[];
};

export function createList<Item, Page extends Answer<Item> = Answer<Item>>(
  options: ListOptions<Item, Page>,
): List<Item, Page> {
  const { grammar, ask, isShown = () => false, pathOf = () => location.pathname, keepAnswers = true, known } = options;
  const kept = recall<Page>();
  const answers = new Map(kept.answers);
  /** Scroll positions by history entry. */
  const places = new Map(kept.places);
  const initial = parseState(location.search, grammar);
  const store = createStore<ListData<Item, Page>>({ state: initial, pages: [], status: "ready", scrollTo: null });
  let entry = entryOfHistory();
  let last = new AbortController();

  const keyOf = (state: ListState, page: number) =>
    location.host + pathOf(state) + queryOf({ ...state, page }, grammar);
  const load = async (state: ListState, page: number, signal: AbortSignal) => {
    const key = keyOf(state, page);
    const kept = answers.get(key);
    if (kept !== undefined) return kept;
    const answer = await ask({ ...state, page }, signal);
    answers.delete(key);
    answers.set(key, answer);
    return answer;
  };
  const show = (state: ListState, scrollTo: number | null) => {
    last.abort();
    last = new AbortController();
    const { signal } = last;
    if (isShown(state)) return store.set({ state, pages: [], status: "ready", scrollTo });
    const numbers = Array.from({ length: state.page }, (_, index) => index + 1);
    const pages = numbers.flatMap((page) => answers.get(keyOf(state, page)) ?? []);
    if (pages.length === numbers.length) return store.set({ state, pages, status: "ready", scrollTo });
    store.set({ ...store.get(), state, status: "pending", scrollTo: null });
    Promise.all(numbers.map((page) => load(state, page, signal))).then(
      (pages) => signal.aborted || store.set({ state, pages, status: "ready", scrollTo }),
      () => signal.aborted || store.set({ ...store.get(), state, status: "failed", scrollTo: null }),
    );
  };
  const keepPlace = () => places.set(entry, scrollY);

  addEventListener("popstate", () => {
    keepPlace();
    // A link to a fragment has no state yet: the browser scrolls there.
    const isKnown = markOfHistory() !== undefined;
    entry = entryOfHistory();
    show(parseState(location.search, grammar), isKnown ? (places.get(entry) ?? 0) : null);
  });
  addEventListener("pagehide", () => {
    keepPlace();
    remember({ answers: keepAnswers ? [...answers].slice(-KEPT) : [], places: [...places].slice(-KEPT) });
  });
  // The browser would scroll before the list has its former length.
  history.scrollRestoration = "manual";
  if (known !== undefined) answers.set(keyOf(initial, 1), known);
  const own = queryOf(initial, grammar);
  if (!isOwnList(initial) && own !== location.search) history.replaceState(history.state, "", pathOf(initial) + own);
  show(initial, cameBack() ? (places.get(entry) ?? null) : null);

  return {
    get: store.get,
    subscribe: store.subscribe,
    choose(change) {
      const state = { ...store.get().state, page: 1, ...change };
      keepPlace();
      history.pushState({ entry: newEntry() }, "", pathOf(state) + queryOf(state, grammar));
      entry = entryOfHistory();
      show(state, null);
    },
    retry: () => show(store.get().state, null),
  };
}

function markOfHistory(): string | undefined {
  return ((history.state ?? {}) as { entry?: string }).entry;
}

/** The key of the current history entry; created if missing. */
function entryOfHistory(): string {
  const entry = markOfHistory();
  if (entry !== undefined) return entry;
  const made = newEntry();
  history.replaceState({ ...history.state, entry: made }, "");
  return made;
}

function newEntry(): string {
  return `${Date.now()}-${Math.random()}`;
}

function recall<Page>(): Kept<Page> {
  try {
    if (cameBack()) return JSON.parse(sessionStorage.getItem(STORAGE) ?? "") as Kept<Page>;
  } catch {
    // Without storage the list is requested again.
  }
  return { answers: [], places: [] };
}

function remember<Page>(kept: Kept<Page>): void {
  try {
    sessionStorage.setItem(STORAGE, JSON.stringify(kept));
  } catch {
    // As above.
  }
}
