// What a page needs to know of the session: whether the visitor may order, and whether they buy for a business.

import type { SessionResponse } from "../api/schema.gen";
import { getSession } from "../api/session.gen";
import { createStore, type ReadableStore } from "./create-store";

export type SessionState = {
  readonly status: "unknown" | "loading" | "ready" | "failed";
  readonly session: SessionResponse | null;
};

export type SessionStore = ReadableStore<SessionState> & {
  /** Reads the session once. Never rejects: if it cannot be read, the visitor counts as a guest. */
  readonly load: () => Promise<void>;
  /** Reads again if it was read before. */
  readonly refresh: () => void;
};

export type SessionApi = { readonly getSession: typeof getSession };

export function createSessionStore(api: SessionApi): SessionStore {
  const store = createStore<SessionState>({ status: "unknown", session: null });
  let asked: Promise<void> | null = null;
  async function ask(): Promise<void> {
    store.set({ ...store.get(), status: "loading" });
    try {
      store.set({ status: "ready", session: await api.getSession() });
    } catch {
      store.set({ status: "failed", session: null });
      asked = null;
    }
  }
  const load = () => {
    asked ??= ask();
    return asked;
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    load,
    refresh: () => {
      if (asked === null) return;
      asked = null;
      void load();
    },
  };
}

let shared: SessionStore | undefined;

/** The session that all islands of this page share. */
export function sessionStore(): SessionStore {
  if (shared === undefined) {
    const session = createSessionStore({ getSession });
    // The visitor may have logged in or out since the page entered the back/forward cache (G-13).
    addEventListener("pageshow", (event) => {
      if (event.persisted) session.refresh();
    });
    shared = session;
  }
  return shared;
}
