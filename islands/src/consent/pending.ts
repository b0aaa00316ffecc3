// Commerce events of screens, which load nothing foreign: kept for the next page that does (rule 23).
//
// **Invariant:** written only after consent; a few events for a few days.
import type { CommerceEvent } from "../props.gen";

const KEY = "vitrine-events";
const MOST = 50;
const DAYS_MS = 3 * 24 * 60 * 60_000;

type Kept = { readonly at: number; readonly event: CommerceEvent };

export type Pending = {
  readonly keep: (event: CommerceEvent) => void;
  /** Returns them once, oldest first. */
  readonly take: () => CommerceEvent[];
  readonly clear: () => void;
};

/** `storage` throws if the browser has disabled storage; then they are lost. */
export function createPending(storage: () => Storage, now: () => number): Pending {
  const read = (): Kept[] => {
    try {
      const kept: unknown = JSON.parse(storage().getItem(KEY) ?? "[]");
      return Array.isArray(kept) ? (kept as Kept[]).filter(({ at }) => now() - at < DAYS_MS) : [];
    } catch {
      return [];
    }
  };
  const write = (kept: readonly Kept[]) => {
    try {
      if (kept.length === 0) storage().removeItem(KEY);
      else storage().setItem(KEY, JSON.stringify(kept));
    } catch {
      // Storage is disabled or full.
    }
  };
  return {
    keep: (event) => write([...read(), { at: now(), event }].slice(-MOST)),
    take: () => {
      const kept = read();
      write([]);
      return kept.map(({ event }) => event);
    },
    clear: () => write([]),
  };
}
