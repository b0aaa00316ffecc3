// Login, registration, confirmation and logout: the API calls, and their effects in this browser (R-ACCT-01).
//
// **Invariant:** after each call, session, header and number of items are those of the response, in other tabs too.
import { confirmRegistration, logIn, logOut, register } from "../api/account.gen";
import type {
  ConfirmedResponse,
  LogInRequest,
  RegisteredResponse,
  RegisterRequest,
  SessionResponse,
} from "../api/schema.gen";
import { type ItemCount, itemCount } from "./item-count";
import { type SessionStore, sessionStore } from "./session";

export type Account = {
  /** Rejects with an `ApiError`, as the others do. */
  readonly logIn: (credentials: LogInRequest) => Promise<void>;
  readonly register: (registration: RegisterRequest) => Promise<RegisteredResponse["outcome"]>;
  readonly confirm: (link: { readonly hash: string; readonly em: string }) => Promise<ConfirmedResponse["outcome"]>;
  readonly logOut: (everywhere: boolean) => Promise<void>;
};

const ACCOUNT_API = { logIn, register, confirmRegistration, logOut };

export type AccountEnvironment = {
  readonly api: typeof ACCOUNT_API;
  readonly session: Pick<SessionStore, "take">;
  readonly count: Pick<ItemCount, "publish" | "refresh">;
};

export function createAccount({ api, session, count }: AccountEnvironment): Account {
  const follow = async (now: SessionResponse | null) => {
    await session.take(now);
    // The cart may be another one now: the customer's own, or none.
    if (now === null) count.refresh();
    else count.publish(now.item_count);
  };
  return {
    logIn: async (credentials) => follow((await api.logIn({ body: credentials })).session),
    register: async (registration) => {
      const { outcome, session: now } = await api.register({ body: registration });
      if (outcome === "logged-in") await follow(now);
      return outcome;
    },
    confirm: async (link) => {
      const { outcome, session: now } = await api.confirmRegistration({ body: link });
      if (outcome === "logged-in" || outcome === "guest") await follow(now);
      return outcome;
    },
    logOut: async (everywhere) => follow((await api.logOut({ body: { everywhere } })).session),
  };
}

/** The account calls of this page. */
export function account(): Account {
  return createAccount({ api: ACCOUNT_API, session: sessionStore(), count: itemCount() });
}
