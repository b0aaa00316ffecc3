// The number of results by kind, with links to their sections (SEARCH-12).
import type { SearchHits } from "../../api/schema.gen";
import type { Translate } from "../../i18n";
import type { SearchKey } from "./messages";
import { goToSection, headingOf, PRODUCTS } from "./sections";

type KindsProps = {
  /** `null` if there is no section of products. */
  readonly products: number | null;
  readonly content: readonly SearchHits[];
  readonly t: Translate<SearchKey>;
};

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
            <a
              className="list-kinds__link"
              href={`#${headingOf(kind)}`}
              onClick={({ nativeEvent, currentTarget }) => goToSection(nativeEvent, currentTarget)}
            >
              {label} <span className="list-count">{total}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
