// Who is here.
import { beginning } from "./beginning";
import { request } from "./request";
import type { GetSessionData, SessionResponse } from "./schema.gen";

export type SessionApi = { readonly getSession: () => Promise<SessionResponse> };

export const sessionApi: SessionApi = {
  getSession: () => beginning(() => request<GetSessionData, SessionResponse>({ method: "GET", url: "/api/session" })),
};
