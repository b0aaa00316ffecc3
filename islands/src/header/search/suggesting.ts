// Requests suggestions while the visitor types (SEARCH-2).
//
// **Invariant:** the shown suggestions belong to the current text: late and out-of-order responses are dropped. A
// failure is silent: the form still works (SEARCH-10).

/** The delay after the last key, in milliseconds. */
export const PAUSE_MS = 160;
/** Shorter texts are not requested (R-SEARCH-01). */
export const SHORTEST = 2;

export type Suggesting = {
  /** Called with the current text of the field. */
  readonly typed: (text: string) => void;
  /** Aborts pending requests. */
  readonly stop: () => void;
};

/**
 * @param ask sends the request; its signal is aborted when the response is no longer needed
 * @param show receives the response for the current text, `null` if there is none
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
