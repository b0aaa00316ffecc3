// Keeps the scroll position and the focus when the visitor chooses another variant, which is a page of its own; Back
// leaves the product (VAR-1, VAR-6).
//
// **Invariant:** the stored state is used once, by the chosen page, and everything works without it.

const KEY = "vitrine-choice";

type Kept = {
  readonly path: string;
  readonly y: number;
  readonly group: number;
  /** Whether it was chosen with a pointer; then no focus ring is drawn. */
  readonly pointed: boolean;
  /** What else changed with the choice because the combination does not exist: `Wood: walnut`. */
  readonly changes: string | null;
};

export type Place = {
  readonly memory: () => Pick<Storage, "getItem" | "setItem" | "removeItem">;
  readonly go: (href: string) => void;
};

const BROWSER: Place = { memory: () => sessionStorage, go: (href) => location.replace(href) };

/** Returns what else changed with the choice that led to this page. */
export function keepPlace(page: ParentNode, { memory, go }: Place = BROWSER): string | null {
  const groups = [...page.querySelectorAll<HTMLElement>(".options > section")];
  const found = take(memory);
  const kept = found?.path === location.pathname ? found : null;
  if (kept !== null) {
    scrollTo({ top: kept.y, behavior: "instant" });
    const group = groups[kept.group];
    // The choice may be in a sheet that is closed on the new page, where it is not visible.
    const chosen = group?.querySelector<HTMLElement>("[popovertarget], [aria-current]");
    if (chosen) focusOn(chosen, kept.pointed);
  }
  groups.forEach((group, place) => {
    group.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (link === null || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      if (link.ariaCurrent !== null) return;
      try {
        const changes = link.dataset.changes ?? null;
        // A click by keyboard has `detail` 0.
        const kept: Kept = { path: link.pathname, y: scrollY, group: place, pointed: event.detail > 0, changes };
        memory().setItem(KEY, JSON.stringify(kept));
      } catch {
        // Without storage the next page starts at its top, as usual.
      }
      go(link.href);
    });
  });
  return kept?.changes ?? null;
}

/** After a navigation browsers treat every focus as one by keyboard, and would draw the ring. */
function focusOn(chosen: HTMLElement, pointed: boolean): void {
  chosen.toggleAttribute("data-pointed", pointed);
  const forget = () => chosen.removeAttribute("data-pointed");
  for (const event of ["blur", "keydown"]) chosen.addEventListener(event, forget, { once: true });
  chosen.focus({ preventScroll: true });
}

function take(memory: Place["memory"]): Kept | null {
  try {
    const text = memory().getItem(KEY);
    memory().removeItem(KEY);
    return text === null ? null : (JSON.parse(text) as Kept);
  } catch {
    return null;
  }
}
