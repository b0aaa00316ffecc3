// Shown if a selection has no results: which filters to remove (FACET-12).
import { type ChipsProps, chipsOf } from "./Chips";
import { toggled } from "./state";

type NoResultProps = ChipsProps & {
  /** The message that nothing was found. */
  readonly text: string;
};

/** Names the filters without which there would be results; all of them if no single facet is the reason. */
export function NoResult({ text, ...props }: NoResultProps) {
  const { facets, chosen, onChange, t } = props;
  const chips = chipsOf(props);
  // The counts of a facet ignore its own selection.
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
