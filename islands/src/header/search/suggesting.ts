// Asks for suggestions while somebody types (SEARCH-2).
//
// **Invariant:** what is shown belongs to what stands in the field: an answer that comes late, or out of order, is
// dropped. A failure is silent: the form still works (SEARCH-10).

/** The pause after the last key, in milliseconds. */
export const PAUSE_MS = 160;
/** Shorter texts are not asked for (R-SEARCH-01). */
export const SHORTEST = 2;

export type Suggesting = {
  /** What stands in the field now. */
  readonly typed: (text: string) => void;
  /** Drops what is on its way. */
  readonly stop: () => void;
};

/**
 * @param ask the request; its signal is aborted when its answer is not wanted any more
 * @param show gets the answer for what was typed last, `null` if there is none
 */
export function startSuggesting<Answer>(
  ask: (query: string, signal: AbortSignal) => Promise<Answer>,
  show: (answer: Answer | null, query: string) => void,
): Suggesting {
  const known = new Map<string, Answer>();
  let abort = new AbortController();
  let timer = 0;
  let last = "";
  const stop = () => {
    clearTimeout(timer);
    abort.abort();
  };
  const fetchFor = async (query: string) => {
    abort = new AbortController();
    const { signal } = abort;
    try {
      const answer = await ask(query, signal);
      known.set(query, answer);
      if (!signal.aborted) show(answer, query);
    } catch {
      if (!signal.aborted) show(null, query);
    }
  };
  const typed = (text: string) => {
    const query = text.trim().replace(/\s+/g, " ");
    if (query === last) return;
    last = query;
    stop();
    const answer = known.get(query);
    if (query.length < SHORTEST) show(null, query);
    else if (answer !== undefined) show(answer, query);
    else timer = window.setTimeout(fetchFor, PAUSE_MS, query);
  };
  return {
    typed,
    stop() {
      stop();
      last = "";
    },
  };
}
