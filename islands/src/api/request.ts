// All requests to the API: same origin, JSON, the page's locale, a deadline, and every failure as an `ApiError`.
import type { ErrorResponse } from "./schema.gen";

export type ErrorDetail = Pick<ErrorResponse["errors"][number], "code" | "title" | "detail"> &
  Partial<Pick<ErrorResponse["errors"][number], "source">>;

/** The deadline of a response, in milliseconds. */
export const TIMEOUT_MS = 10_000;

type ResponseParts = { readonly body?: unknown; readonly retryAfter?: number | undefined };

/** A failed request. `status` is 0 if the API was not reached or did not respond in time; then there are no details. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly errors: readonly ErrorDetail[];
  /**
   * The JSON of the response, for requests whose errors contain more than codes (`placeOrder`); undefined if there is
   * none.
   */
  readonly body: unknown;
  /** Seconds after which a retry may succeed; undefined if the response does not say. */
  readonly retryAfter: number | undefined;

  constructor(status: number, errors: readonly ErrorDetail[], options?: ErrorOptions & ResponseParts) {
    super(errors[0]?.title ?? `the API: ${status}`, options);
    this.status = status;
    this.errors = errors;
    this.body = options?.body;
    this.retryAfter = options?.retryAfter;
  }

  /** Whether one of the errors has this code. */
  is(code: string): boolean {
    return this.errors.some((error) => error.code === code);
  }

  /** Whether the shop is in maintenance (R-SESS-03). */
  get maintenance(): boolean {
    return this.is("MAINTENANCE_MODE");
  }

  /** Whether the API refused the request; after any other failure it may still have been carried out. */
  get refused(): boolean {
    return this.status >= 400 && this.status < 500;
  }

  /**
   * The texts for the visitor, in the page's language and without duplicates (titles are English); `fallback` if the
   * response has none.
   */
  details(fallback: string): string[] {
    const texts = this.errors.map(({ detail }) => detail).filter((text) => text !== "");
    return texts.length === 0 ? [fallback] : [...new Set(texts)];
  }
}

/** A request of the OpenAPI document, as described by its generated `…Data` type. */
export type CallData = {
  readonly url: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
};
type Method = "GET" | "POST" | "PATCH" | "DELETE";
type Part<Data, Key extends string> =
  Data extends Record<Key, infer Value>
    ? Value extends undefined
      ? object
      : Record<Key, Value>
    : Data extends { readonly [Name in Key]?: infer Value }
      ? { readonly [Name in Key]?: Exclude<Value, undefined> }
      : object;
/** The parameters that the caller provides: path, query and body, if the request has them. */
export type Input<Data extends CallData> = Part<Data, "path"> &
  Part<Data, "query"> &
  Part<Data, "body"> & {
    readonly signal?: AbortSignal;
    /** A deadline of the response other than the default, in milliseconds. */
    readonly timeout?: number;
  };
export type Call<Data extends CallData> = { readonly url: Data["url"]; readonly method: Method } & Input<Data>;

/** Sends a request and returns the JSON of the response, with the type from the OpenAPI document. */
export async function request<Data extends CallData, Answer>(call: Call<Data>): Promise<Answer> {
  const {
    method,
    url,
    path = {},
    query,
    body,
    signal,
    timeout = TIMEOUT_MS,
  }: Call<CallData> & Partial<CallData> = call;
  const filled = url.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ""));
  const address = query === undefined ? filled : `${filled}?${parametersOf(query)}`;
  const abort = new AbortController();
  const stop = () => abort.abort();
  const deadline = setTimeout(stop, timeout);
  signal?.addEventListener("abort", stop);
  let response: Response;
  let text: string;
  try {
    response = await fetch(address, {
      method,
      headers: headersFor(method),
      body: body === undefined ? null : JSON.stringify(body),
      credentials: "same-origin",
      // With `keepalive` a write is completed even if the visitor leaves the page.
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
  if (!response.ok) {
    const retryAfter = Number(response.headers.get("Retry-After")) || undefined;
    throw new ApiError(response.status, errorsOf(text), { body: parse(text), retryAfter });
  }
  const answer = parse(text);
  if (answer === undefined) throw new ApiError(0, []);
  window.vitrineSignals?.push({ is: "answer", call, answer });
  return answer as Answer;
}

/** One query parameter per value. */
function parametersOf(query: Readonly<Record<string, string | readonly string[]>>): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, values] of Object.entries(query))
    for (const value of [values].flat()) parameters.append(name, value);
  return parameters;
}

function headersFor(method: Method): Record<string, string> {
  const headers: Record<string, string> = {
    Accept: "application/json",
    "X-Vitrine-Locale": document.documentElement.dataset.locale ?? "nl",
  };
  if (method !== "GET") {
    headers["X-Vitrine"] = "1";
    headers["Content-Type"] = "application/json";
    // Blocking cookies also blocks storage (`navigator.cookieEnabled` is true in Chromium nevertheless). The API
    // refuses requests that need a session, and says what to do.
    try {
      void localStorage;
    } catch {
      headers["X-Vitrine-Cookies"] = "blocked";
    }
  }
  return headers;
}

function errorsOf(text: string): readonly ErrorDetail[] {
  const errors = (parse(text) as Partial<ErrorResponse> | null | undefined)?.errors;
  return Array.isArray(errors) ? errors : [];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
