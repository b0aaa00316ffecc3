// A choice from a few options, each with the details needed to choose (CHK-6). Native radio buttons: arrow keys, one
// tab stop.
import type { ReactNode, SyntheticEvent } from "react";
import { FieldError } from "./field";

export type RadioCard = {
  readonly value: string;
  readonly label: string;
  /** Text at the end of the label's line: a price. */
  readonly aside?: string | undefined;
  /** The URL of a small picture before the label, which says the same. */
  readonly icon?: string | undefined;
  readonly note?: ReactNode;
};

export type RadioCardsProps = {
  readonly name: string;
  readonly legend: string;
  readonly options: readonly RadioCard[];
  readonly value: string | null;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly errorWord: string;
  /** The choice is being sent: it is visible and cannot be changed, but keeps the focus. */
  readonly busy?: boolean;
};

export function RadioCards(props: RadioCardsProps) {
  const { name, legend, options, value, onChange, error, errorWord, busy = false } = props;
  return (
    <fieldset
      className="radio-cards"
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a plain group cannot be invalid, and HTML allows this role
      role="radiogroup"
      aria-busy={busy || undefined}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${name}-error` : undefined}
    >
      <legend className="visually-hidden">{legend}</legend>
      {error && <FieldError id={`${name}-error`} word={errorWord} text={error} />}
      {options.map((option, index) => (
        <Card
          key={option.value}
          // An error summary links to the first option.
          id={index === 0 ? name : `${name}-${option.value}`}
          name={name}
          option={option}
          checked={option.value === value}
          onChoose={() => {
            if (!busy) onChange(option.value);
          }}
        />
      ))}
    </fieldset>
  );
}

type CardProps = {
  readonly id: string;
  readonly name: string;
  readonly option: RadioCard;
  readonly checked: boolean;
  readonly onChoose: () => void;
};

function Card({ id, name, option, checked, onChoose }: CardProps) {
  const { value, label, aside, icon, note } = option;
  return (
    <div className="radio-card">
      <input
        className="radio-card__button"
        type="radio"
        id={id}
        name={name}
        value={value}
        checked={checked}
        aria-describedby={note ? `${id}-note` : undefined}
        onChange={onChoose}
      />
      <label className="radio-card__label" htmlFor={id}>
        <span className="radio-card__name">
          {icon && <img className="radio-card__icon" src={icon} alt="" width={40} height={24} onError={hide} />}
          {label}
        </span>
        {aside && <span className="radio-card__aside">{aside}</span>}
      </label>
      {note && (
        <div className="radio-card__note" id={`${id}-note`}>
          {note}
        </div>
      )}
    </div>
  );
}

/** A picture that cannot be loaded leaves no gap. */
function hide({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  currentTarget.hidden = true;
}
