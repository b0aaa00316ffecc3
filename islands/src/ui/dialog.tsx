// A native dialog: the browser keeps the focus in it, closes it with Escape, and restores the focus.
import { type PointerEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";

type DialogProps = {
  readonly open: boolean;
  readonly title: string;
  /** Called after closing with Escape, the close button or a click outside of it. `open` must then become false. */
  readonly onClose: () => void;
  readonly closeLabel: string;
  readonly children: ReactNode;
};

export function Dialog({ open, title, onClose, closeLabel, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const pressedBeside = useRef(false);
  const id = useId();
  // Closes it before the element is removed: a removed dialog does not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null || !open) return;
    if (!element.open) element.showModal();
    heading.current?.focus();
    return () => element.close();
  }, [open]);
  const isBeside = (event: { readonly target: EventTarget }) => event.target === dialog.current;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog handles Escape itself
    <dialog
      className="dialog"
      ref={dialog}
      aria-labelledby={id}
      // The event is delayed; after closing because of `open` it is ignored.
      onClose={() => {
        if (open) onClose();
      }}
      onPointerDown={(event: PointerEvent) => {
        pressedBeside.current = isBeside(event);
      }}
      onClick={(event) => {
        // A click outside of the content is a click on the dialog itself; it must also start there, because a text
        // selection may end there.
        if (pressedBeside.current && isBeside(event)) onClose();
      }}
    >
      <div className="dialog__content">
        <h2 className="dialog__title" id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {children}
        <button type="button" className="dialog__close" aria-label={closeLabel} onClick={onClose}>
          <span aria-hidden="true">×</span>
        </button>
      </div>
    </dialog>
  );
}
