// The API for islands of a shop's own folder: each call by its method and address.
import { beginning } from "../api/beginning";
import { type ApiError, type Call, type CallData, request } from "../api/request";

/** The calls that may create a session: `x-begins-session` of the API's document. */
export const BEGINNING: readonly string[] = ["POST /api/cart/line-items", "GET /api/session"];

/** Sends a call, such as `GET /api/cart`, and returns the JSON of the response; rejects with an `ApiError`. */
export function call(name: string, input: object = {}): Promise<unknown> {
  const [method, url] = name.split(" ");
  const send = () => request<CallData, unknown>({ ...input, method, url } as Call<CallData>);
  return BEGINNING.includes(name) ? beginning(send) : send();
}

/** Whether a call failed: the cart's errors are of another copy of the class. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === "ApiError";
}
