// A button whose press takes a while: it keeps its place and its focus, and a second press does nothing meanwhile.

type BusyButtonProps = {
  readonly label: string;
  readonly busyLabel?: string;
  readonly busy: boolean;
  readonly className?: string;
  readonly onPress: () => void;
};

export function BusyButton({ label, busyLabel = label, busy, className = "button", onPress }: BusyButtonProps) {
  return (
    <button
      type="button"
      className={className}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={() => {
        if (!busy) onPress();
      }}
    >
      {busy ? busyLabel : label}
    </button>
  );
}
