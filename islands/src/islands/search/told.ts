// What follows from a response, besides showing it: the query is remembered and told, and a product number leads to its
// product.
//
// **Invariant:** a response is told once, however often it is shown.
import type { SearchResponse } from "../../api/schema.gen";
import type { Translate } from "../../i18n";
import { ALL, tidy } from "./ask";
import { countOf, type Shown } from "./heading";
import type { SearchKey } from "./messages";

export function tellOf(t: Translate<SearchKey>): (shown: Shown) => void {
  let last: SearchResponse | undefined;
  return ({ state, first }) => {
    if (first === undefined || first === last) return;
    last = first;
    const query = tidy(state.query);
    if (query === "") return;
    globalThis.vitrineSignals?.push({ is: "search", query, results: countOf(first) });
    // Shared with the header's search, which must not load the modules of this screen.
    import("../../stores/recent-searches").then((it) => it.rememberSearch(query)).catch(() => {});
    const { exact } = first;
    if (exact === null || location.hash === ALL || Object.keys(state.chosen).length > 0) return;
    import("./exact").then(({ goToProduct }) => goToProduct(exact, query, t)).catch(() => {});
  };
}
