// Generated from openapi.json by scripts/api-types.

import { beginning } from "./beginning";
import { request } from "./request";
import type { GetSessionData, GetSessionResponse } from "./schema.gen";

/** Returns who the visitor is and whether they may order on pages of this locale. */
export const getSession = (): Promise<GetSessionResponse> =>
  beginning(() => request<GetSessionData, GetSessionResponse>({ method: "GET", url: "/api/session" }));
