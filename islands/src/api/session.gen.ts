// Generated from openapi.json by scripts/api-types.

import { beginning } from "./beginning";
import { type Input, request } from "./request";
import type { ChangeSessionData, ChangeSessionResponse, GetSessionData, GetSessionResponse } from "./schema.gen";

/** Returns who the visitor is and whether they may order on pages of this locale. */
export const getSession = (): Promise<GetSessionResponse> =>
  beginning(() => request<GetSessionData, GetSessionResponse>({ method: "GET", url: "/api/session" }));

/** Brings the session in line with the page's language, and returns it; a visitor without a session gets none. */
export const changeSession = (input: Input<ChangeSessionData>): Promise<ChangeSessionResponse> =>
  request<ChangeSessionData, ChangeSessionResponse>({ method: "PATCH", url: "/api/session", ...input });
