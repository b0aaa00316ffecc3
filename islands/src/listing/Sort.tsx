// The sort order: a native select with a label (FACET-11).
import type { Translate } from "../i18n";
import type { ListingKey } from "./messages";

export type SortOption = { readonly key: string; readonly label: string };

type SortProps = {
  /** The first is the list's default. */
  readonly options: readonly SortOption[];
  /** `null` is the default. */
  readonly sort: string | null;
  readonly onChange: (sort: string | null) => void;
  readonly t: Translate<ListingKey>;
};

export function Sort({ options, sort, onChange, t }: SortProps) {
  const [own] = options;
  if (own === undefined) return null;
  return (
    <label className="list-sort">
      <span className="list-sort__label">{t("listing.sort")}</span>
      <select
        className="list-sort__select"
        name="sort"
        value={sort ?? own.key}
        onChange={(event) => onChange(event.target.value === own.key ? null : event.target.value)}
      >
        {options.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
