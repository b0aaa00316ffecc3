// A word of explanation beside a control (WCAG 1.4.13): after 200 ms for a pointer (R-UI-07), at once for the keyboard and for a press. It stays while the
// pointer is on it or the focus is on its button; Escape and a press elsewhere close it.
import { type PointerEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import type { Clock } from "../clock";

/** How long a pointer rests before the words come (R-UI-07). */
export const SHOW_DELAY_MS = 200;
/** Free room between the words and the edge of the window, px. */
const EDGE = 16;

type TooltipProps = {
  /** The accessible name of the button. */
  readonly label: string;
  readonly children: ReactNode;
  readonly clock: Clock;
};

export function Tooltip({ label, children, clock }: TooltipProps) {
  const id = useId();
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const wrapper = useRef<HTMLSpanElement>(null);
  const stop = useRef(() => {});
  const shown = hovered || focused;
  const hide = () => {
    stop.current();
    setHovered(false);
    setFocused(false);
  };
  useEffect(() => () => stop.current(), []);
  useDismissal(wrapper, shown, hide);
  const text = useInWindow(shown);
  const enter = ({ pointerType }: PointerEvent) => {
    // A finger rests on nothing: its press is what counts.
    if (pointerType === "touch") return;
    stop.current();
    stop.current = clock.after(SHOW_DELAY_MS, () => setHovered(true));
  };
  const leave = () => {
    stop.current();
    setHovered(false);
  };
  return (
    <span className="tooltip" ref={wrapper} onPointerEnter={enter} onPointerLeave={leave}>
      <button
        type="button"
        className="tooltip__button"
        aria-label={label}
        aria-describedby={id}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onClick={({ currentTarget }) => {
          // Not every browser focuses what is pressed.
          currentTarget.focus();
          setFocused(true);
        }}
      >
        <span aria-hidden="true">?</span>
      </button>
      <span className="tooltip__text" role="tooltip" id={id} hidden={!shown} ref={text}>
        {children}
      </span>
    </span>
  );
}

/** Escape wherever the focus is, and a press anywhere else, while the words are shown. */
function useDismissal(wrapper: { readonly current: HTMLElement | null }, shown: boolean, hide: () => void): void {
  const latest = useRef(hide);
  latest.current = hide;
  useEffect(() => {
    if (!shown) return;
    const key = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // A dialog around it stays open.
      event.preventDefault();
      event.stopPropagation();
      latest.current();
    };
    const press = (event: Event) => {
      if (!(event.target instanceof Node && wrapper.current?.contains(event.target))) latest.current();
    };
    document.addEventListener("keydown", key, true);
    document.addEventListener("pointerdown", press, true);
    return () => {
      document.removeEventListener("keydown", key, true);
      document.removeEventListener("pointerdown", press, true);
    };
  }, [shown, wrapper]);
}

/** Moves the words back into the window when they would leave it at its end. */
function useInWindow(shown: boolean) {
  const text = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = text.current;
    if (element === null || !shown) return;
    element.style.translate = "";
    const over = element.getBoundingClientRect().right - (document.documentElement.clientWidth - EDGE);
    if (over > 0) element.style.translate = `${-over}px`;
  }, [shown]);
  return text;
}
