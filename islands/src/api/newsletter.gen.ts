// Generated from openapi.json by scripts/api-types.

import { type Input, request } from "./request";
import type { ConfirmNewsletterData, ConfirmNewsletterResponse, UnsubscribeNewsletterData, UnsubscribeNewsletterResponse } from "./schema.gen";

/** Confirms a subscription of the newsletter by the link of its mail. */
export const confirmNewsletter = (input: Input<ConfirmNewsletterData>): Promise<ConfirmNewsletterResponse> =>
  request<ConfirmNewsletterData, ConfirmNewsletterResponse>({ method: "POST", url: "/api/newsletter/confirm", ...input });

/** Ends the subscription of an e-mail address; the response is the same for every address. */
export const unsubscribeNewsletter = (input: Input<UnsubscribeNewsletterData>): Promise<UnsubscribeNewsletterResponse> =>
  request<UnsubscribeNewsletterData, UnsubscribeNewsletterResponse>({ method: "POST", url: "/api/newsletter/unsubscribe", ...input });
