// Input that could not be sent because the customer was logged out: restored after the login (ORDER-7).
//
// **Invariants:** stored for this tab only and removed when it is read; shown only to the account that entered it;
// never a password.

const KEY = "vitrine-account-input";

export type Kept = {
  /** The customer number of the account. */
  readonly owner: string;
  /** The name of the form. */
  readonly form: string;
  readonly values: unknown;
};

export type KeptInput = {
  readonly keep: (kept: Kept) => void;
  /** Returns the input of this account and form once; otherwise `null`. */
  readonly take: (owner: string, form: string) => unknown;
};

/** `storage` throws if the browser has disabled storage; then nothing is kept. */
export function createKeptInput(storage: () => Storage): KeptInput {
  return {
    keep: (kept) => {
      try {
        storage().setItem(KEY, JSON.stringify(kept));
      } catch {
        // Storage is disabled or full: the form works, but its input is not kept.
      }
    },
    take: (owner, form) => {
      try {
        const kept = JSON.parse(storage().getItem(KEY) ?? "null") as Kept | null;
        if (kept?.owner === owner && kept.form !== form) return null;
        storage().removeItem(KEY);
        return kept?.owner === owner ? kept.values : null;
      } catch {
        return null;
      }
    },
  };
}
