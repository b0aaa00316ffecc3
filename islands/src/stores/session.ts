// The session of this page: who the visitor is, whether they may order, and whether they buy for a business.
//
// **Invariant:** a customer counts as logged in only if the API says so (R-ACCT-06).

import type { SessionResponse, Visitor } from "../api/schema.gen";
import { getSession } from "../api/session.gen";
import { createStore, type ReadableStore } from "./create-store";
import { keepWritten } from "./customer-hint";
import { handToHeader } from "./ended-notice";

/** The visitor; the number of items is known only if the session itself was read. */
export type Session = Visitor & Partial<Pick<SessionResponse, "item_count">>;

export type SessionState = {
  readonly status: "unknown" | "loading" | "ready" | "failed";
  readonly session: Session | null;
};

export type SessionStore = ReadableStore<SessionState> & {
  /** Reads the session once. Never rejects: if it cannot be read, the visitor counts as a guest. */
  readonly load: () => Promise<void>;
  /** Sets the session from the response of another request, which supersedes an earlier one. Never rejects either. */
  readonly loadWith: (answer: Promise<Visitor | null>) => Promise<void>;
  /** Reads again if it was read before. */
  readonly refresh: () => void;
  /** Sets the session of a login, registration or logout response, and notifies other tabs; without one it is read. */
  readonly take: (session: SessionResponse | null) => Promise<void>;
};

export type SessionApi = { readonly getSession: typeof getSession };

export type SessionEnvironment = {
  /** Called with every session that was read, or that a change has written. */
  readonly known?: (session: Session, written: boolean) => void;
  readonly channel?: Pick<BroadcastChannel, "postMessage" | "addEventListener"> | null;
};

export function createSessionStore(api: SessionApi, { known, channel }: SessionEnvironment = {}): SessionStore {
  const store = createStore<SessionState>({ status: "unknown", session: null });
  let asked: Promise<void> | null = null;
  /** Counts the sessions that were set, so that a read that started earlier does not replace them. */
  let taken = 0;
  const accept = (session: Session, written: boolean) => {
    known?.(session, written);
    store.set({ status: "ready", session });
  };
  async function ask(answer: Promise<Session | null> = api.getSession()): Promise<void> {
    const before = taken;
    store.set({ ...store.get(), status: "loading" });
    const session = await answer.catch(() => null);
    if (before !== taken) return;
    if (session !== null) return accept(session, false);
    store.set({ status: "failed", session: null });
    asked = null;
  }
  const load = () => {
    asked ??= ask();
    return asked;
  };
  const refresh = () => {
    if (asked === null) return;
    asked = null;
    void load();
  };
  channel?.addEventListener("message", refresh);
  return {
    get: store.get,
    subscribe: store.subscribe,
    load,
    loadWith: (answer) => {
      taken += 1;
      asked = ask(answer);
      return asked;
    },
    refresh,
    take: async (session) => {
      taken += 1;
      asked = session === null ? ask() : Promise.resolve();
      if (session !== null) accept(session, true);
      await asked;
      channel?.postMessage("changed");
    },
  };
}

let shared: SessionStore | undefined;

/** The session that all islands of this page share. */
export function sessionStore(): SessionStore {
  if (shared === undefined) {
    const session = createSessionStore(
      { getSession },
      {
        known: ({ customer, notice }, written) => {
          const loggedIn = customer?.logged_in === true;
          if (written || !loggedIn) keepWritten(() => localStorage, loggedIn ? Date.now() : null);
          document.dispatchEvent(new Event("vitrine-customer"));
          handToHeader(notice);
        },
        channel: "BroadcastChannel" in globalThis ? new BroadcastChannel("vitrine-session") : null,
      },
    );
    // The visitor may have logged in or out since the page entered the back/forward cache (G-13).
    addEventListener("pageshow", (event) => {
      if (event.persisted) session.refresh();
    });
    shared = session;
  }
  return shared;
}
