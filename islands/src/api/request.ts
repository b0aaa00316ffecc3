// The one way to the API: same origin, JSON, the page's locale, a deadline, and every failure as an `ApiError`.
import type { ErrorResponse } from "./schema.gen";

export type ErrorDetail = Pick<ErrorResponse["errors"][number], "code" | "title" | "detail"> &
  Partial<Pick<ErrorResponse["errors"][number], "source">>;

/** Longer than this nobody waits for an answer. */
export const TIMEOUT_MS = 10_000;

/** Why a call has no answer. `status` is 0 when the API was not reached or did not answer in time; then there are no details either. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly errors: readonly ErrorDetail[];
  /** The whole JSON of the answer, for calls whose failures say more than codes (`placeOrder`); undefined where there is none. */
  readonly body: unknown;

  constructor(status: number, errors: readonly ErrorDetail[], options?: ErrorOptions & { readonly body?: unknown }) {
    super(errors[0]?.title ?? (status === 0 ? "the API did not answer" : `the API answered ${status}`), options);
    this.status = status;
    this.errors = errors;
    this.body = options?.body;
  }

  /** Whether this is one of its reasons. */
  is(code: string): boolean {
    return this.errors.some((error) => error.code === code);
  }

  /** The shop is closed for maintenance (R-SESS-03). */
  get maintenance(): boolean {
    return this.status === 503 && this.is("MAINTENANCE_MODE");
  }

  /** The API said no for a reason of its own; anything else may have happened behind a broken line. */
  get refused(): boolean {
    return this.status >= 400 && this.status < 500;
  }

  /** What to tell the visitor, in the page's language and without repetition (titles are English); `fallback` where the API said nothing. */
  details(fallback: string): string[] {
    const told = this.errors.map(({ detail }) => detail).filter((text) => text !== "");
    return told.length === 0 ? [fallback] : [...new Set(told)];
  }
}

/** One call of the OpenAPI document, as its generated `…Data` type describes it. */
export type CallData = {
  readonly url: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};
type Method = "GET" | "POST" | "PATCH" | "DELETE";
type Part<Data, Key extends string> =
  Data extends Record<Key, infer Value> ? (Value extends undefined ? object : Record<Key, Value>) : object;
/** What a caller gives besides method and URL: of path, query and body those that the call has. */
export type Input<Data extends CallData> = Part<Data, "path"> &
  Part<Data, "query"> &
  Part<Data, "body"> & { readonly signal?: AbortSignal };
export type Call<Data extends CallData> = { readonly url: Data["url"]; readonly method: Method } & Input<Data>;

/** Asks the API and answers its JSON, of the type the OpenAPI document promises. */
export async function request<Data extends CallData, Answer>(call: Call<Data>): Promise<Answer> {
  const { method, url, path = {}, query, body, signal }: Call<CallData> & Partial<CallData> = call;
  const filled = url.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ""));
  const address = query === undefined ? filled : `${filled}?${new URLSearchParams(query)}`;
  const abort = new AbortController();
  const stop = () => abort.abort();
  const deadline = setTimeout(stop, TIMEOUT_MS);
  signal?.addEventListener("abort", stop);
  let response: Response;
  let text: string;
  try {
    response = await fetch(address, {
      method,
      headers: headersFor(method),
      body: body === undefined ? null : JSON.stringify(body),
      credentials: "same-origin",
      // A write that was sent when the visitor left the page is still carried out.
      keepalive: method !== "GET",
      signal: abort.signal,
    });
    text = await response.text();
  } catch (cause) {
    throw new ApiError(0, [], { cause });
  } finally {
    clearTimeout(deadline);
    signal?.removeEventListener("abort", stop);
  }
  if (!response.ok) throw new ApiError(response.status, errorsOf(text), { body: parse(text) });
  const answer = parse(text);
  if (answer === undefined) throw new ApiError(0, []);
  return answer as Answer;
}

function headersFor(method: Method): Record<string, string> {
  const headers: Record<string, string> = {
    Accept: "application/json",
    "X-Vitrine-Locale": document.documentElement.dataset.locale ?? "nl",
  };
  if (method !== "GET") {
    headers["X-Vitrine"] = "1";
    headers["Content-Type"] = "application/json";
  }
  return headers;
}

function errorsOf(text: string): readonly ErrorDetail[] {
  const { errors } = (parse(text) ?? {}) as Partial<ErrorResponse>;
  return Array.isArray(errors) ? errors : [];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
