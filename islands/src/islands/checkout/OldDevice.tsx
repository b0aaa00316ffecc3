// Whether the shop takes an old device away when it delivers electrical equipment (law §8). Nothing is chosen at first, and
// no answer is needed.
import { useCheckoutScreen } from "./context";
import type { OrderNotes } from "./use-order";

type Props = {
  readonly value: boolean | undefined;
  readonly onWords: (words: Partial<OrderNotes>) => void;
};

const ANSWERS = [
  [true, "checkout.old_device_yes"],
  [false, "checkout.old_device_no"],
] as const;

export function OldDevice({ value, onWords }: Props) {
  const { t } = useCheckoutScreen();
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: as in RadioCards, whose code this page loads elsewhere
    <fieldset className="radio-cards" role="radiogroup">
      <legend>{t("checkout.old_device")}</legend>
      {ANSWERS.map(([answer, label]) => (
        <div key={label} className="radio-card">
          <input
            className="radio-card__button"
            type="radio"
            id={label}
            name="old_device"
            checked={value === answer}
            onChange={() => onWords({ old_device: answer })}
          />
          <label className="radio-card__label" htmlFor={label}>
            <span className="radio-card__name">{t(label)}</span>
          </label>
        </div>
      ))}
    </fieldset>
  );
}
