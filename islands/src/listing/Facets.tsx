// The facets of a list: a fieldset of checkboxes each, and a range for prices (FACET-4, -6, -8).
//
// **Invariant:** a value without products is disabled and keeps its place; the one that was just changed is never
// disabled, because it has the focus.
import { useId, useState } from "react";
import type { Translate } from "../i18n";
import type { Answer, Facet, FacetValue } from "./answer";
import type { ListingKey } from "./messages";
import { Swatch } from "./ProductCard";
import { type Chosen, countChosen, PRICE, priceKey, priceRange, type Range, toggled, withValues } from "./state";

export type FacetsProps = {
  readonly facets: readonly Facet[];
  readonly prices: Answer<unknown>["prices"];
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
  readonly t: Translate<ListingKey>;
};

type Disclosures =
  | { readonly open: string | null; readonly onOpen: (facet: string, open: boolean) => void }
  /** Facets with an initial selection are open. */
  | { readonly atFirst: Chosen };

/** Each facet is a disclosure; in a bar one is open at a time, in the dialog any number. */
export function Facets({ disclosures, ...props }: FacetsProps & { readonly disclosures: Disclosures }) {
  const stacked = "atFirst" in disclosures;
  return props.facets.map((facet) => {
    const count = countChosen({ [facet.key]: props.chosen[facet.key] ?? [] });
    return (
      <details
        key={facet.key}
        className={`list-facet${stacked ? " list-facet--stacked" : ""}`}
        data-facet={facet.key}
        {...("open" in disclosures
          ? {
              name: "list-facets",
              open: disclosures.open === facet.key,
              onToggle: (event) => disclosures.onOpen(facet.key, event.currentTarget.open),
            }
          : { open: facet.key in disclosures.atFirst })}
      >
        <summary
          className={`list-facet__name${stacked ? " list-facet__name--stacked" : ""}`}
          data-facet-name={facet.key}
        >
          {facet.label}
          {count > 0 && <span className="list-facet__chosen"> ({count})</span>}
        </summary>
        <div className={`list-facet__values list-facet__values--${stacked ? "stacked" : "island"}`}>
          <Values facet={facet} {...props} />
        </div>
      </details>
    );
  });
}

function Values({ facet, prices, chosen, onChange, t }: FacetsProps & { readonly facet: Facet }) {
  const [last, setLast] = useState<string | null>(null);
  const id = useId();
  const values = chosen[facet.key] ?? [];
  const isPrice = facet.key === PRICE;
  const change = (key: string | null) => {
    setLast(key);
    onChange(key === null ? withValues(chosen, facet.key, []) : toggled(chosen, facet.key, key));
  };
  const box = (value: FacetValue) => (
    <Value
      key={value.key}
      name={isPrice ? `${facet.key}${id}` : facet.key}
      type={isPrice ? "radio" : "checkbox"}
      value={value}
      checked={values.includes(value.key)}
      disabled={value.count === 0 && !values.includes(value.key) && value.key !== last}
      onChange={() => change(value.key)}
    />
  );
  return (
    <fieldset className="facet">
      <legend className="visually-hidden">{facet.label}</legend>
      <ul className="facet__values">
        {isPrice && (
          <li>
            <label className="facet__value">
              <input
                className="facet__box"
                type="radio"
                name={`${facet.key}${id}`}
                value=""
                checked={values.length === 0}
                onChange={() => change(null)}
              />
              <span className="facet__label">{t("listing.any_price")}</span>
            </label>
          </li>
        )}
        {facet.values.map(box)}
      </ul>
      {isPrice && (
        <PriceFields
          // Input is replaced when another price is selected.
          key={values[0]}
          range={priceRange(values[0] ?? "") ?? { from: null, to: null }}
          prices={prices}
          onChange={(range) => onChange(withValues(chosen, facet.key, range === null ? [] : [priceKey(range)]))}
          t={t}
        />
      )}
    </fieldset>
  );
}

type ValueProps = {
  readonly name: string;
  readonly type: "checkbox" | "radio";
  readonly value: FacetValue;
  readonly checked: boolean;
  readonly disabled: boolean;
  readonly onChange: () => void;
};

function Value({ name, type, value, checked, disabled, onChange }: ValueProps) {
  return (
    <li>
      <label className="facet__value" data-value={value.key}>
        <input
          className="facet__box"
          type={type}
          name={name}
          value={value.key}
          checked={checked}
          disabled={disabled}
          onChange={onChange}
        />
        {value.color && <Swatch color={value.color} />}
        <span className="facet__label">{value.label}</span> <span className="list-count">{value.count}</span>
      </label>
    </li>
  );
}

type PriceFieldsProps = {
  readonly range: Range;
  readonly prices: Answer<unknown>["prices"];
  readonly onChange: (range: Range | null) => void;
  readonly t: Translate<ListingKey>;
};

/** Two numbers; applied by the button or the Enter key, because a half-typed number must not be. */
function PriceFields({ range, prices, onChange, t }: PriceFieldsProps) {
  const id = useId();
  const [from, setFrom] = useState(range.from?.toString() ?? "");
  const [to, setTo] = useState(range.to?.toString() ?? "");
  const [wrong, setWrong] = useState(false);
  const apply = () => {
    const typed = priceRange(`${digits(from)}-${digits(to)}`);
    const isWrong = typed === null && from + to !== "";
    setWrong(isWrong);
    if (!isWrong) onChange(typed);
  };
  const field = (label: ListingKey, name: string, value: string, set: (text: string) => void, hint?: number) => (
    <label className="facet__field">
      <span>{t(label)}</span>
      <input
        className="facet__number"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        name={name}
        value={value}
        placeholder={hint?.toString()}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? id : undefined}
        onChange={(event) => set(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") apply();
        }}
      />
    </label>
  );
  return (
    <div className="facet__range">
      {field("listing.price_from", "price-from", from, setFrom, prices?.from)}
      {field("listing.price_to", "price-to", to, setTo, prices?.to)}
      <button type="button" className="facet__apply" data-price-apply="" onClick={apply}>
        {t("listing.price_apply")}
      </button>
      <p className="facet__wrong" id={id} role="alert">
        {wrong && t("listing.price_wrong")}
      </p>
    </div>
  );
}

/** `1.250` and `€ 1250` are 1250. */
function digits(text: string): string {
  return text.replace(/[.,]\d{2}$/, "").replace(/\D/g, "");
}
