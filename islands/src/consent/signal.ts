// What a page tells with `globalThis.vitrineSignals?.push(…)`. The layer's island makes commerce events of it after consent
// (`consent/events.ts`); without a tag manager nobody listens.
// Types only, so it adds no code to any island.

export type Signal =
  /** The API answered a request (`api/request.ts`); `url` is that of the OpenAPI document, without parameters. */
  | {
      readonly is: "answer";
      readonly call: { readonly url: string; readonly body?: unknown };
      readonly answer: unknown;
    }
  | { readonly is: "search"; readonly query: string; readonly results: number }
  | { readonly is: "form"; readonly form: string };

declare global {
  /** Exists on pages with a layer, once its island is mounted. */
  var vitrineSignals: Signal[] | { push: (signal: Signal) => unknown } | undefined;
}
