// Matching content pages, in sections by kind, each with its count (SEARCH-12).
import type { SearchHits } from "../../api/schema.gen";
import type { Translate } from "../../i18n";
import type { SearchKey } from "./messages";
import { headingOf } from "./sections";

type ContentProps = { readonly content: readonly SearchHits[]; readonly t: Translate<SearchKey> };

export function Content({ content, t }: ContentProps) {
  return content.map(({ kind, label, total, hits }) => (
    <section className="search__group" key={kind} aria-labelledby={headingOf(kind)}>
      <h2 className="search__heading" id={headingOf(kind)} tabIndex={-1}>
        {label} <span className="list-count">{total}</span>
      </h2>
      <ul className="search__hits">
        {hits.map(({ href, title }) => (
          <li className="search__hit" key={href}>
            <a className="search__hit-link" href={href}>
              {title}
            </a>
          </li>
        ))}
      </ul>
      {total > hits.length && <p className="search__note">{t("search.first_of", { shown: hits.length, total })}</p>}
    </section>
  ));
}
