// Generated from openapi.json by scripts/api-types.

import { type Input, request } from "./request";
import type { ConfirmNewsletterData, ConfirmNewsletterResponse } from "./schema.gen";

/** Confirms a subscription of the newsletter by the link of its mail. */
export const confirmNewsletter = (input: Input<ConfirmNewsletterData>): Promise<ConfirmNewsletterResponse> =>
  request<ConfirmNewsletterData, ConfirmNewsletterResponse>({ method: "POST", url: "/api/newsletter/confirm", ...input });
