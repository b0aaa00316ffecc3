// The types of what islands of a shop's own folder import, but for those of the API and of props, which are generated.

declare module "vitrine" {
  import type { Calls, ErrorResponse } from "vitrine/api";

  /** A text, or its forms by CLDR plural category; the parameter `count` selects the form. */
  export type Message = string | { readonly [category: string]: string };
  export type Messages = { readonly [key: string]: Message };
  export type Parameters = Readonly<Record<string, string | number>>;

  /** What an island gets when it is mounted. */
  export type IslandContext<Props = unknown> = {
    /** What the template wrote with `island_data`. */
    readonly props: Props;
    /** The texts of `locales/<code>/islands/<name>.json`. */
    readonly messages: Messages;
    /** Input in the fallback's named fields before the island was mounted. */
    readonly values: Readonly<Record<string, string>>;
  };

  /** The default export of an island. It puts its own content in place of the fallback before it returns. */
  export type Mount<Props = unknown> = (root: HTMLElement, context: IslandContext<Props>) => void;

  /** Returns the text of a key, with each `{name}` replaced by the parameter of that name. */
  export type Translate<Keys extends string = string> = (key: Keys, parameters?: Parameters) => string;
  export function createTranslate<Keys extends string>(messages: Messages, locale: string): Translate<Keys>;

  /** The locale of the page, such as `nl-NL`. */
  export function pageLocale(): string;

  /** An amount in minor units in the locale's format: `€ 1.299,00`. */
  export function formatMoney(amount: { readonly minor: number; readonly currency: string }, locale: string): string;

  /** A failed call. `status` is 0 if the API was not reached or did not respond in time. */
  export interface ApiError extends Error {
    readonly name: "ApiError";
    readonly status: number;
    readonly errors: readonly (Pick<ErrorResponse["errors"][number], "code" | "title" | "detail"> &
      Partial<Pick<ErrorResponse["errors"][number], "source">>)[];
    /** The JSON of the response; undefined if there is none. */
    readonly body: unknown;
    /** Seconds after which another try may succeed; undefined if the response does not say. */
    readonly retryAfter: number | undefined;
    /** Whether one of the errors has this code. */
    is(code: string): boolean;
    readonly maintenance: boolean;
    /** Whether the API refused the call; after any other failure it may still have been carried out. */
    readonly refused: boolean;
    /** The texts for the visitor, in the page's language; `fallback` if the response has none. */
    details(fallback: string): string[];
  }
  export function isApiError(error: unknown): error is ApiError;

  type Part<Data, Key extends string> =
    Data extends Record<Key, infer Value>
      ? Value extends undefined
        ? object
        : Record<Key, Value>
      : Data extends { readonly [Name in Key]?: infer Value }
        ? { readonly [Name in Key]?: Exclude<Value, undefined> }
        : object;
  /** Path, query and body of a call, if it has them. */
  export type Input<Name extends keyof Calls> = Part<Calls[Name][0], "path"> &
    Part<Calls[Name][0], "query"> &
    Part<Calls[Name][0], "body"> & {
      readonly signal?: AbortSignal;
      /** A deadline of the response other than 10 seconds, in milliseconds. */
      readonly timeout?: number;
    };

  /** Sends a call to the shop's API, such as `GET /api/cart`. Rejects with an `ApiError`. */
  export function call<Name extends keyof Calls>(
    name: Name,
    ...input: object extends Input<Name> ? [Input<Name>?] : [Input<Name>]
  ): Promise<Calls[Name][1]>;

  /** What a page tells a tag manager, after consent, with `globalThis.vitrineSignals?.push(…)`. */
  export type Signal =
    | {
        readonly is: "answer";
        readonly call: { readonly url: string; readonly body?: unknown };
        readonly answer: unknown;
      }
    | { readonly is: "search"; readonly query: string; readonly results: number }
    | { readonly is: "form"; readonly form: string };

  global {
    /** Exists on pages with a tag manager, once its island is mounted. */
    var vitrineSignals: Signal[] | { push: (signal: Signal) => unknown } | undefined;
    interface DocumentEventMap {
      /** Whether a customer is logged in may have changed. */
      "vitrine-customer": Event;
    }
  }
}

declare module "vitrine/react" {
  import type { ReactNode } from "react";
  import type { ReadableStore } from "vitrine/cart";

  /** Puts a React tree in place of an island's fallback, and the fallback back if the tree throws. */
  export function mountReact(root: HTMLElement, tree: ReactNode): void;
  /** Reads a store in a component. */
  export function useStore<Value>(store: ReadableStore<Value>): Value;
}

declare module "vitrine/cart" {
  import type { ApiError } from "vitrine";
  import type { CartResponse, LineItem } from "vitrine/api";

  export type ReadableStore<Value> = {
    readonly get: () => Value;
    /** Calls `listener` after each change; returns a function that unsubscribes it. */
    readonly subscribe: (listener: () => void) => () => void;
  };
  export type CartState = {
    readonly status: "unknown" | "loading" | "ready" | "saving" | "failed";
    /** The last response of the API; the only source of prices and totals. */
    readonly cart: CartResponse | null;
    /** Why the cart could not be read, while `status` is `failed`. */
    readonly failure: ApiError | null;
  };
  export type CartStore = ReadableStore<CartState> & {
    /** Reads the cart. Never rejects: see `failure`. */
    readonly load: () => Promise<void>;
    /** Adds a product by its id. Rejects with an `ApiError`. */
    readonly add: (productId: string, quantity: number) => Promise<CartResponse>;
    /** Sends the quantity after a delay, if it then differs from the confirmed one. */
    readonly setQuantity: (item: LineItem | undefined, quantity: number) => void;
    /** Removes a line. Rejects with an `ApiError`. */
    readonly remove: (item: LineItem | undefined) => Promise<void>;
  };
  /** The cart that all islands of this page share. It loads React, so import it when it is needed: `await import("vitrine/cart")`. */
  export function cartStore(): CartStore;
}
