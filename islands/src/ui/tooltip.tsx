// A word of explanation beside a control: after 200 ms for a pointer (R-UI-07), at once for the keyboard and for a press; Escape closes it.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { Clock } from "../clock";

/** How long a pointer rests before the words come (R-UI-07). */
export const SHOW_DELAY_MS = 200;

type TooltipProps = {
  /** The accessible name of the button. */
  readonly label: string;
  readonly children: ReactNode;
  readonly clock: Clock;
};

export function Tooltip({ label, children, clock }: TooltipProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);
  const show = () => {
    stop.current();
    setShown(true);
  };
  const showSoon = () => {
    stop.current();
    stop.current = clock.after(SHOW_DELAY_MS, () => setShown(true));
  };
  const hide = () => {
    stop.current();
    setShown(false);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !shown) return;
    event.stopPropagation();
    hide();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer may go from the button to the words and back
    <span className="tooltip" onPointerEnter={showSoon} onPointerLeave={hide}>
      <button
        type="button"
        className="tooltip__button"
        aria-label={label}
        aria-describedby={shown ? id : undefined}
        onFocus={show}
        onBlur={hide}
        onClick={show}
        onKeyDown={press}
      >
        <span aria-hidden="true">?</span>
      </button>
      {shown && (
        <span className="tooltip__text" role="tooltip" id={id}>
          {children}
        </span>
      )}
    </span>
  );
}
