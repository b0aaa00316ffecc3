// Remembers which tile of a list was opened, so that Back returns to it (FACET-3).
const STORAGE = "vitrine-tile";

/** Stores the link through which the list is left. */
export function rememberTile(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("li a") : null;
  if (link === null) return;
  try {
    const tile = { from: location.href, href: link.getAttribute("href"), pointed: event.detail > 0 };
    sessionStorage.setItem(STORAGE, JSON.stringify(tile));
  } catch {
    // Without storage the focus is at the top, as usual.
  }
}

/** Focuses the tile that was opened from this list, once, if the visitor came back. */
export function focusTile(list: ParentNode): void {
  try {
    const { from, href, pointed } = JSON.parse(sessionStorage.getItem(STORAGE) ?? "{}");
    if (from !== location.href || !cameBack()) return;
    const link = list.querySelector<HTMLElement>(`li:not([hidden]) a[href="${CSS.escape(href)}"]`);
    if (link === null) return;
    sessionStorage.removeItem(STORAGE);
    // After a navigation browsers treat every focus as keyboard focus, and would draw the ring.
    link.toggleAttribute("data-pointed", pointed);
    for (const event of ["blur", "keydown"]) {
      link.addEventListener(event, () => link.removeAttribute("data-pointed"), { once: true });
    }
    link.focus({ preventScroll: true });
  } catch {
    // As above.
  }
}

/** Whether the page was reached by Back, Forward or reload. */
export function cameBack(): boolean {
  const [navigation] = performance.getEntriesByType?.("navigation") ?? [];
  const { type } = (navigation ?? {}) as Partial<PerformanceNavigationTiming>;
  return type === "back_forward" || type === "reload";
}
