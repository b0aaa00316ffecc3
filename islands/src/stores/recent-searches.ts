// Recent searches in this browser, newest first.
//
// **Invariant:** stored in this browser only and never sent; without storage there are none.

const KEY = "vitrine-searches";
const MOST = 5;
/** Longer queries are pasted texts that nobody searches for again. */
const LONGEST = 60;

export function recentSearches(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one): one is string => typeof one === "string").slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function rememberSearch(query: string): void {
  if (query.length > LONGEST) return;
  keep([query, ...without(query)]);
}

export function forgetSearch(query: string): void {
  keep(without(query));
}

export function forgetSearches(): void {
  keep([]);
}

function without(query: string): string[] {
  const same = query.toLocaleLowerCase();
  return recentSearches().filter((one) => one.toLocaleLowerCase() !== same);
}

function keep(searches: readonly string[]): void {
  try {
    if (searches.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(searches.slice(0, MOST)));
  } catch {
    // Storage is disabled or full.
  }
}
