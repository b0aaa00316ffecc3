// The one button of an open section. Never disabled because something is missing (FORM-7); while it is busy a second
// click does nothing.

type SubmitButtonProps = { readonly label: string; readonly busy: boolean; readonly busyLabel: string };

export function SubmitButton({ label, busy, busyLabel }: SubmitButtonProps) {
  return (
    <div className="checkout__actions">
      <button
        type="submit"
        className="button checkout__continue"
        aria-disabled={busy || undefined}
        aria-busy={busy || undefined}
      >
        {busy ? busyLabel : label}
      </button>
    </div>
  );
}
