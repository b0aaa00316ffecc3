// Generated from openapi.json by scripts/api-types.

import { type Input, request } from "./request";
import type { WithdrawData, WithdrawResponse } from "./schema.gen";

/** Records a withdrawal from a contract, once for each key, and acknowledges its receipt. */
export const withdraw = (input: Input<WithdrawData>): Promise<WithdrawResponse> =>
  request<WithdrawData, WithdrawResponse>({ method: "POST", url: "/api/withdrawals", ...input });
