// The number of results by kind, with links to their sections (SEARCH-12).
import type { MouseEvent } from "react";
import type { SearchHits } from "../../api/schema.gen";
import type { Translate } from "../../i18n";
import { headingOf } from "./Content";
import type { SearchKey } from "./messages";

type KindsProps = {
  /** `null` if there is no section of products. */
  readonly products: number | null;
  readonly content: readonly SearchHits[];
  readonly t: Translate<SearchKey>;
};

export const PRODUCTS = "products";

/** Renders nothing if all results are of one kind. */
export function Kinds({ products, content, t }: KindsProps) {
  const kinds = [
    ...(products !== null ? [{ kind: PRODUCTS, label: t("search.products"), total: products }] : []),
    ...content,
  ];
  if (kinds.length < 2) return null;
  return (
    <nav className="list-kinds" aria-label={t("search.found_kinds")}>
      <ul className="list-kinds__list">
        {kinds.map(({ kind, label, total }) => (
          <li key={kind}>
            <a className="list-kinds__link" href={`#${headingOf(kind)}`} onClick={goTo}>
              {label} <span className="list-count">{total}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Without a history entry: the URL stays that of the search. */
function goTo(event: MouseEvent<HTMLAnchorElement>): void {
  const heading = document.getElementById(event.currentTarget.hash.slice(1));
  if (heading === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  heading.focus({ preventScroll: true });
  heading.scrollIntoView();
}
