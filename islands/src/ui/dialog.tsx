// A native dialog: the browser keeps the focus in it, closes it by Escape, and gives the focus back.
import { type PointerEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";

type DialogProps = {
  readonly open: boolean;
  readonly title: string;
  /** By Escape, by the close button, by a press beside it. The dialog is closed then: `open` has to become false. */
  readonly onClose: () => void;
  readonly closeLabel: string;
  readonly children: ReactNode;
};

export function Dialog({ open, title, onClose, closeLabel, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const pressedBeside = useRef(false);
  const id = useId();
  // Before the element leaves the document: one that has left gives no focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null || !open) return;
    if (!element.open) element.showModal();
    heading.current?.focus();
    return () => element.close();
  }, [open]);
  const isBeside = (event: { readonly target: EventTarget }) => event.target === dialog.current;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the dialog's own key
    <dialog
      className="dialog"
      ref={dialog}
      aria-labelledby={id}
      // The browser says so late; a dialog that `open` has closed is told nothing.
      onClose={() => {
        if (open) onClose();
      }}
      onPointerDown={(event: PointerEvent) => {
        pressedBeside.current = isBeside(event);
      }}
      onClick={(event) => {
        // Only what lies beside the content is the dialog itself; text that is marked with the pointer may end there.
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
