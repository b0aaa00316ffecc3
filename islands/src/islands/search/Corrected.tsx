// Says which query was searched for instead of a misspelt one.
import type { Translate } from "../../i18n";
import type { SearchKey } from "./messages";

type CorrectedProps = {
  readonly query: string;
  readonly onSearch: (query: string) => void;
  readonly t: Translate<SearchKey>;
};

export function Corrected({ query, onSearch, t }: CorrectedProps) {
  return (
    <p className="search__note">
      {t("search.corrected")}{" "}
      <a
        className="text-link"
        href={`?${new URLSearchParams({ q: query })}`}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          onSearch(query);
        }}
      >
        {query}
      </a>
    </p>
  );
}
