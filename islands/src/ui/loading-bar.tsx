// The bar at the top of the window (R-UI-02). Hidden from screen readers, because the state is also shown as text.
import type { LoadingBar as LoadingBarStore } from "../stores/loading-bar";
import { useStore } from "./use-store";

export function LoadingBar({ bar }: { readonly bar: LoadingBarStore }) {
  const { progress, visible, error } = useStore(bar);
  return (
    <progress
      className="loading-bar"
      aria-hidden="true"
      max={100}
      value={progress}
      data-state={visible ? "shown" : "hidden"}
      data-error={error || undefined}
    />
  );
}
