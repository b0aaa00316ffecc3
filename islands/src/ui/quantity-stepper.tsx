// A number field with a button on each side. Any input is possible; it is corrected when the field loses the focus
// (QTY-2).
import { type KeyboardEvent, useId, useState } from "react";
import { DEFAULT_LIMITS, nearestQuantity, parseQuantity, type QuantityLimits, steppedQuantity } from "./quantity";

export type QuantityStepperTexts = {
  /** The visible label, and the accessible name, which starts with it and names the product. */
  readonly label: string;
  readonly name: string;
  readonly decrease: string;
  readonly increase: string;
  /** The text about allowed quantities, shown when a limit is reached or a number was corrected. */
  readonly limits: string;
};

export type QuantityStepperProps = {
  readonly quantity: number;
  readonly limits?: QuantityLimits;
  /** The quantity is being sent: it cannot be changed, but keeps the focus. */
  readonly locked?: boolean;
  readonly texts: QuantityStepperTexts;
  readonly onChange: (quantity: number) => void;
};

export function QuantityStepper({ quantity, limits = DEFAULT_LIMITS, locked, texts, onChange }: QuantityStepperProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [hint, setHint] = useState("");

  const change = (next: number) => {
    setTyped(null);
    setHint("");
    if (next !== quantity) onChange(next);
  };
  const step = (direction: 1 | -1) => {
    if (locked) return;
    const next = steppedQuantity(quantity, direction, limits);
    if (next === quantity) setHint(texts.limits);
    else change(next);
  };
  const type = (text: string) => {
    setTyped(text);
    const wanted = parseQuantity(text);
    if (wanted !== null && wanted !== quantity && nearestQuantity(wanted, limits) === wanted) onChange(wanted);
  };
  const leave = () => {
    if (typed === null) return;
    const wanted = parseQuantity(typed);
    const next = wanted === null ? quantity : nearestQuantity(wanted, limits);
    change(next);
    if (next !== wanted) setHint(texts.limits);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "ArrowUp") step(1);
    else if (event.key === "ArrowDown") step(-1);
    else if (event.key === "Enter") leave();
    else return;
    event.preventDefault();
  };

  return (
    <div className="quantity-stepper">
      <label className="quantity-stepper__label" htmlFor={id}>
        {texts.label}
      </label>
      <div className="quantity-stepper__controls">
        <StepButton
          label={texts.decrease}
          sign="−"
          step={-1}
          disabled={locked || steppedQuantity(quantity, -1, limits) === quantity}
          onPress={() => step(-1)}
        />
        <input
          id={id}
          className="quantity-stepper__input"
          name="quantity"
          type="text"
          inputMode={limits.min < 0 ? "text" : "numeric"}
          pattern="-?[0-9]*"
          autoComplete="off"
          role="spinbutton"
          aria-label={texts.name}
          aria-valuenow={quantity}
          aria-valuemin={limits.min}
          aria-valuemax={limits.max}
          aria-disabled={locked || undefined}
          readOnly={locked}
          value={typed ?? String(quantity)}
          onChange={(event) => type(event.target.value)}
          onBlur={leave}
          onKeyDown={press}
        />
        <StepButton
          label={texts.increase}
          sign="+"
          step={1}
          disabled={locked || steppedQuantity(quantity, 1, limits) === quantity}
          onPress={() => step(1)}
        />
      </div>
      <p className="quantity-stepper__hint" role="status">
        {hint}
      </p>
    </div>
  );
}

type StepButtonProps = {
  readonly label: string;
  readonly sign: string;
  readonly step: 1 | -1;
  readonly disabled: boolean;
  readonly onPress: () => void;
};

/** `aria-disabled` instead of `disabled`: at a limit a click explains why, and the focus is kept. */
function StepButton({ label, sign, step, disabled, onPress }: StepButtonProps) {
  return (
    <button
      type="button"
      className="quantity-stepper__button"
      data-step={step}
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={onPress}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}
