// Shows the toast of a toast store at the bottom of the window (R-UI-01): slides in, pauses while hovered or focused,
// collapses.
import { useEffect } from "react";
import type { Toast, Toasts as ToastStore } from "../stores/toasts";
import { useStore } from "./use-store";

type ToastsProps = { readonly toasts: ToastStore; readonly closeLabel: string };

export function Toasts({ toasts, closeLabel }: ToastsProps) {
  const toast = useStore(toasts);
  useEffect(() => {
    const away = () => toasts.pause("blur");
    const back = () => toasts.resume("blur");
    const look = () => (document.visibilityState === "hidden" ? toasts.pause("hidden") : toasts.resume("hidden"));
    look();
    addEventListener("blur", away);
    addEventListener("focus", back);
    document.addEventListener("visibilitychange", look);
    return () => {
      removeEventListener("blur", away);
      removeEventListener("focus", back);
      document.removeEventListener("visibilitychange", look);
    };
  }, [toasts]);
  const note = toast && <Note key={toast.id} toast={toast} toasts={toasts} closeLabel={closeLabel} />;
  // Both regions always exist, because screen readers announce changes of a region, not its insertion.
  return (
    <div className="toasts">
      <div role="status">{toast?.level === "status" ? note : null}</div>
      <div role="alert">{toast?.level === "error" ? note : null}</div>
    </div>
  );
}

function Note({ toast, toasts, closeLabel }: ToastsProps & { readonly toast: Toast }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: these handlers only pause the timer
    <div
      className="toasts__toast"
      data-level={toast.level}
      data-state={toast.leaving ? "leaving" : "shown"}
      onPointerEnter={() => toasts.pause("hover")}
      onPointerLeave={() => toasts.resume("hover")}
      onFocus={() => toasts.pause("focus")}
      onBlur={() => toasts.resume("focus")}
    >
      <p className="toasts__text">{toast.text}</p>
      <button type="button" className="toasts__close" aria-label={closeLabel} onClick={toasts.dismiss}>
        <span aria-hidden="true">×</span>
      </button>
    </div>
  );
}
