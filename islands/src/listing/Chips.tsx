// The active filters, each with a button to remove it (FACET-7).
import type { Translate } from "../i18n";
import { type Facet, labelOf } from "./answer";
import type { ListingKey } from "./messages";
import { type Chosen, PRICE, priceRange, toggled } from "./state";

export type ChipsProps = {
  readonly facets: readonly Facet[];
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
  /** Formats whole units of the shop's currency. */
  readonly price: (units: number) => string;
  readonly t: Translate<ListingKey>;
};

export function Chips({ facets, chosen, onChange, price, t }: ChipsProps) {
  const chips = chipsOf({ facets, chosen, price, t });
  if (chips.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div className="chips" role="group" aria-label={t("listing.chosen")}>
      <ul className="chips__list">
        {chips.map(({ facet, key, facetLabel, label }) => (
          <li key={`${facet} ${key}`}>
            <button
              type="button"
              className="chips__chip"
              data-chip={`${facet}=${key}`}
              aria-label={t("listing.remove", { facet: facetLabel, value: label })}
              onClick={() => onChange(toggled(chosen, facet, key))}
            >
              {label} <span aria-hidden="true">×</span>
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="chips__clear" data-clear="" onClick={() => onChange({})}>
        {t("listing.clear")}
      </button>
    </div>
  );
}

/** The selected values in the order of the facets. */
export function chipsOf({ facets, chosen, price, t }: Omit<ChipsProps, "onChange">) {
  const known = facets.map(({ key }) => key);
  const others = Object.keys(chosen).filter((key) => !known.includes(key));
  return [...known, ...others].flatMap((facet) =>
    (chosen[facet] ?? []).map((key) => ({
      facet,
      key,
      facetLabel: facets.find((one) => one.key === facet)?.label ?? facet,
      label: facet === PRICE ? priceLabel(facets, key, price, t) : labelOf(facets, facet, key),
    })),
  );
}

function priceLabel(facets: readonly Facet[], key: string, price: (units: number) => string, t: ChipsProps["t"]) {
  const known = labelOf(facets, PRICE, key);
  const range = priceRange(key);
  if (known !== key || range === null) return known;
  const { from, to } = range;
  if (from === null) return t("listing.price_below", { to: price(to ?? 0) });
  if (to === null) return t("listing.price_above", { from: price(from) });
  return t("listing.price_range", { from: price(from), to: price(to) });
}
