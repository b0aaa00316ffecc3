// An explanation next to a control (WCAG 1.4.13): shown after 200 ms of hovering (R-UI-07), immediately for keyboard
// focus and clicks. It stays while the pointer is on it or its button has the focus; Escape and a click elsewhere close
// it.
import { type PointerEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import type { Clock } from "../clock";

/** How long a pointer must rest before the tooltip appears, in milliseconds (R-UI-07). */
export const SHOW_DELAY_MS = 200;
/** Minimum distance between the tooltip and the edge of the window, in pixels. */
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
    // Touch has no hover; a tap is handled as a click.
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
          // Some browsers do not focus a button when it is clicked.
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

/** Closes the tooltip on Escape, wherever the focus is, and on a click elsewhere. */
function useDismissal(wrapper: { readonly current: HTMLElement | null }, shown: boolean, hide: () => void): void {
  const latest = useRef(hide);
  latest.current = hide;
  useEffect(() => {
    if (!shown) return;
    const key = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // Keeps a surrounding dialog open.
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

/** Moves the tooltip back into the window if it overflows on the right. */
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
