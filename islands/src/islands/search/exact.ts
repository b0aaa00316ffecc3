// A query that is a product number redirects to the product, which shows a notice with a link to all results
// (SEARCH-14).
import type { ExactProduct } from "../../api/schema.gen";
import type { Translate } from "../../i18n";
import { keepFlashMessage } from "../../stores/flash-message";
import { ALL } from "./ask";
import type { SearchKey } from "./messages";

export function goToProduct({ href }: ExactProduct, query: string, t: Translate<SearchKey>): void {
  const all = `${location.pathname}?${new URLSearchParams({ q: query })}${ALL}`;
  keepFlashMessage(() => sessionStorage, {
    text: t("search.went_to", { query }),
    close: t("search.close"),
    link: { href: all, label: t("search.all_results") },
  });
  // Back returns to the page where the query was typed.
  location.replace(href);
}
