// A native dialog: the browser keeps the focus in it, closes it by Escape, and gives the focus back (guide §13).
import { type ReactNode, useEffect, useId, useRef } from "react";

type DialogProps = {
  readonly open: boolean;
  readonly title: string;
  /** By Escape, by the close button, by a press beside it. */
  readonly onClose: () => void;
  readonly closeLabel: string;
  readonly children: ReactNode;
};

export function Dialog({ open, title, onClose, closeLabel, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (element === null || !open) return;
    if (!element.open) element.showModal();
    heading.current?.focus();
    return () => element.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the dialog's own key
    <dialog
      className="dialog"
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        // Only what lies beside the content is the dialog itself.
        if (event.target === dialog.current) onClose();
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
