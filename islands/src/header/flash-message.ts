// Shows the flash message of the previous page as a toast (R-ACCT-07, R-UI-01).
//
// **Invariant:** shown once, in the tab that stores it. Shares no module with islands: any page may follow, and each
// shared module would be one more request on pages with islands.
import type { FlashMessage } from "../stores/flash-message";

/** As long as other toasts (`stores/toasts`), in milliseconds. */
const TOAST_MS = 3000;
const COLLAPSE_MS = 300;

export function show(): void {
  const message = takeFlashMessage();
  if (message === null) return;
  const frame = element("div", "toasts");
  const region = element("div", "");
  region.setAttribute("role", "status");
  frame.append(region);
  document.body.append(frame);
  const toast = toastOf(message, () => {
    toast.dataset.state = "leaving";
    setTimeout(() => frame.remove(), COLLAPSE_MS);
  });
  // Inserted after its region: screen readers announce changes of a region, not its insertion.
  setTimeout(() => region.append(toast));
}

function takeFlashMessage(): FlashMessage | null {
  const kept = sessionStorage.getItem("vitrine-words");
  sessionStorage.removeItem("vitrine-words");
  return kept === null ? null : (JSON.parse(kept) as FlashMessage);
}

function toastOf({ text, close, link }: FlashMessage, leave: () => void): HTMLElement {
  const toast = element("div", "toasts__toast");
  toast.dataset.level = "status";
  const message = element("p", "toasts__text");
  message.textContent = text;
  if (link !== undefined) {
    const way = element("a", "");
    way.setAttribute("href", link.href);
    way.textContent = link.label;
    message.append(" ", way);
  }
  const button = element("button", "toasts__close");
  button.setAttribute("type", "button");
  button.ariaLabel = close;
  button.textContent = "×";
  button.addEventListener("click", leave);
  toast.append(message, button);
  if (link === undefined) time(toast, leave);
  return toast;
}

/** Removes the toast after its time, which is paused while the pointer or the focus is on it, or the page is hidden. */
function time(toast: HTMLElement, end: () => void): void {
  let timer: ReturnType<typeof setTimeout>;
  const run = () => {
    clearTimeout(timer);
    if (!toast.matches(":hover, :focus-within") && document.visibilityState === "visible")
      timer = setTimeout(end, TOAST_MS);
  };
  const events = ["pointerenter", "pointerleave", "focusin", "focusout"];
  for (const event of events) toast.addEventListener(event, () => setTimeout(run));
  document.addEventListener("visibilitychange", run);
  run();
}

function element(name: string, className: string): HTMLElement {
  const made = document.createElement(name);
  if (className !== "") made.className = className;
  return made;
}
