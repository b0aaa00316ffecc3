// A button with a slow action: it keeps its place and focus, and a second click does nothing meanwhile.

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
