// What to do where a choice leaves nothing: which filter to take back (FACET-12).
import { type ChipsProps, chipsOf } from "./Chips";
import { toggled } from "./state";

type NoResultProps = ChipsProps & {
  /** That nothing was found. */
  readonly text: string;
};

/** Names the filters without which something would be left; all of them where no single facet is in the way. */
export function NoResult({ text, ...props }: NoResultProps) {
  const { facets, chosen, onChange, t } = props;
  const chips = chipsOf(props);
  // The counts of a facet leave out what is chosen of itself.
  const helps = (key: string) =>
    facets.find((facet) => facet.key === key)?.values.some(({ count }) => count > 0) ?? false;
  const inTheWay = chips.filter(({ facet }) => helps(facet));
  return (
    <div className="no-result">
      <p className="no-result__text">{text}</p>
      {chips.length > 0 && <p>{t("listing.without")}</p>}
      <ul className="no-result__ways">
        {(inTheWay.length > 0 ? inTheWay : chips).map(({ facet, key, facetLabel, label }) => (
          <li key={`${facet} ${key}`}>
            <button type="button" className="text-link" onClick={() => onChange(toggled(chosen, facet, key))}>
              {t("listing.remove", { facet: facetLabel, value: label })}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="button button--secondary" onClick={() => onChange({})}>
        {t("listing.clear")}
      </button>
    </div>
  );
}
