// The request for suggestions.
import { request } from "../../api/request";

export type Suggestions = {
  readonly queries: readonly { readonly text: string }[];
  readonly products: readonly {
    readonly href: string;
    readonly name: string;
    readonly maker: string | null;
    readonly price: string;
    readonly image: string | null;
  }[];
  readonly groups: readonly {
    readonly kind: string;
    readonly label: string;
    readonly hits: readonly { readonly href: string; readonly title: string; readonly image: string | null }[];
  }[];
  readonly total: number;
};

type SuggestData = { readonly url: "/api/suggest"; readonly query: { readonly q: string } };

export const suggest = (q: string, signal: AbortSignal): Promise<Suggestions> =>
  request<SuggestData, Suggestions>({ method: "GET", url: "/api/suggest", query: { q }, signal });
