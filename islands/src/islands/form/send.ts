// Sends a form and says what became of it (contract "forms-api").
//
// **Invariant:** without an answer it is sent once more with the same key, which sends a form once however often it comes;
// what is not known is said to be unknown.

export type FieldFault = { readonly field: string | undefined; readonly text: string };

export type Outcome =
  | { readonly is: "sent" | "kept"; readonly reference: string }
  | { readonly is: "refused"; readonly faults: readonly FieldFault[] }
  /** Nothing that answers here takes forms: a CDN alone, or a form that is gone. */
  | { readonly is: "nowhere" }
  | { readonly is: "unknown" }
  | { readonly is: "offline" };

/** In milliseconds; with files the visitor's connection needs its time. */
const TIMEOUT_MS = { words: 15_000, files: 120_000 };

type Told = { readonly detail?: unknown; readonly source?: { readonly pointer?: unknown } };

export async function send(action: string, body: FormData): Promise<Outcome> {
  const answer = (await ask(action, body)) ?? (await ask(action, body));
  if (answer === undefined) return { is: navigator.onLine ? "unknown" : "offline" };
  return outcomeOf(answer.status, await answer.json().catch(() => undefined));
}

async function ask(action: string, body: FormData): Promise<Response | undefined> {
  const hasFiles = [...body.values()].some((value) => typeof value !== "string" && value.size > 0);
  try {
    return await fetch(action, {
      method: "POST",
      body,
      headers: {
        Accept: "application/json",
        "X-Vitrine": "1",
        "X-Vitrine-Locale": document.documentElement.dataset.locale ?? "nl",
      },
      credentials: "same-origin",
      signal: AbortSignal.timeout(hasFiles ? TIMEOUT_MS.files : TIMEOUT_MS.words),
    });
  } catch {
    return undefined;
  }
}

function outcomeOf(status: number, body: unknown): Outcome {
  const { outcome, reference, errors } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (status === 200 && (outcome === "sent" || outcome === "kept")) {
    return { is: outcome, reference: String(reference ?? "") };
  }
  // The API says in words what is wrong; what has no such words is not the API.
  if (status !== 404 && Array.isArray(errors) && errors.length > 0) {
    return { is: "refused", faults: (errors as Told[]).map(faultOf) };
  }
  return { is: status >= 500 && status !== 501 ? "unknown" : "nowhere" };
}

function faultOf({ detail, source }: Told): FieldFault {
  const pointer = source?.pointer;
  return { field: typeof pointer === "string" ? pointer.slice(1) : undefined, text: String(detail ?? "") };
}
