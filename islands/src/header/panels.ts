// The panels of the header: menu, search, language switch, cart (R-HEAD-06). Each is a `<details data-panel="…">` that
// works without a script.
//
// **Invariant:** at most one panel is open, and the header's `data-panel` names it; if a panel that closes contains the
// focus, its label gets it.

export type Panels = {
  readonly opened: () => HTMLDetailsElement | null;
  /** Whether it stays open when the pointer leaves, because it was opened by a click. */
  readonly isPinned: () => boolean;
  /** A click moves the focus into the panel; hovering does not. */
  readonly open: (panel: HTMLDetailsElement, pressed: boolean) => void;
  readonly close: () => void;
};

export function startPanels(header: HTMLElement): Panels {
  let opened: HTMLDetailsElement | null = null;
  let pinned = false;

  const close = () => {
    if (opened === null) return;
    const closing = opened;
    // Events that are fired while closing then have no effect.
    opened = null;
    const focus = closing.contains(document.activeElement);
    dialogOf(closing)?.close();
    closing.open = false;
    delete header.dataset.panel;
    if (focus) focusTrigger(closing);
  };
  const open = (panel: HTMLDetailsElement, pressed: boolean) => {
    if (opened !== panel) {
      close();
      opened = panel;
      panel.open = true;
      header.dataset.panel = panel.dataset.panel ?? "";
      pinned = false;
    }
    if (!pressed) return;
    pinned = true;
    moveIn(panel);
  };
  const panels: Panels = { opened: () => opened, isPinned: () => pinned, open, close };

  for (const panel of header.querySelectorAll<HTMLDetailsElement>("details[data-panel]")) {
    const dialog = dialogOf(panel);
    dialog?.removeAttribute("open");
    dialog?.addEventListener("close", () => {
      if (opened === panel) close();
    });
    // Opened before the script ran, or by the browser's find-in-page.
    panel.addEventListener("toggle", () => {
      if (panel.open && opened !== panel) open(panel, dialog !== null);
    });
    if (panel.open) open(panel, dialog !== null);
  }
  listen(header, panels);
  return panels;
}

function listen(header: HTMLElement, { opened, isPinned, open, close }: Panels): void {
  header.addEventListener("click", (event) => {
    // A click outside of a dialog's content is a click on the dialog itself.
    if (isOn(event, "dialog, [data-close]")) close();
    const panel = pressedTrigger(event)?.parentElement;
    if (!(panel instanceof HTMLDetailsElement) || panel.dataset.panel === undefined) return;
    event.preventDefault();
    // A click on a panel that hovering opened keeps it open (no flicker close).
    if (opened() === panel && isPinned()) close();
    else open(panel, true);
  });
  document.addEventListener("keydown", (event) => {
    const panel = opened();
    if (event.key !== "Escape" || event.defaultPrevented || panel === null) return;
    close();
    if (document.activeElement === document.body) focusTrigger(panel);
  });
  const closeFromOutside = ({ target }: Event) => {
    if (target instanceof Node && opened()?.contains(target) === false) close();
  };
  for (const event of ["pointerdown", "focusin"]) document.addEventListener(event, closeFromOutside);
  // A page restored from the back/forward cache has its panels closed too.
  for (const event of ["hashchange", "pagehide"]) addEventListener(event, close);
}

function moveIn(panel: HTMLDetailsElement): void {
  const dialog = dialogOf(panel);
  if (dialog === null) panel.querySelector<HTMLElement>("summary + [tabindex]")?.focus({ preventScroll: true });
  else if (!dialog.open) {
    // Until the layout knows that the panel is open, nothing in it can take the focus.
    dialog.getClientRects();
    dialog.showModal();
  }
}

function dialogOf(panel: HTMLElement): HTMLDialogElement | null {
  return panel.querySelector("dialog");
}

/** Focuses the label of a panel, which is visible at every window width. */
export function focusTrigger(panel: HTMLElement): void {
  panel.querySelector("summary")?.focus({ preventScroll: true });
}

/** Whether the event target matches the selector. */
export function isOn({ target }: Event, selector: string): boolean {
  return target instanceof Element && target.matches(selector);
}

/** The label that was clicked, if any. */
export function pressedTrigger({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest("summary") : null;
}
