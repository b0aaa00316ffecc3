// Choosing another variant goes to its own page and feels like staying: the page stands where it stood, the choice keeps the focus, and Back leaves the
// product (VAR-1, VAR-6).
//
// **Invariant:** what is kept is used once, by the page that was chosen, and nothing depends on it.

const KEY = "vitrine-choice";

type Kept = {
  readonly path: string;
  readonly y: number;
  readonly group: number;
  /** It was chosen by a pointer, whose place needs no ring. */
  readonly pointed: boolean;
  /** What changed with the choice, because the combination does not exist: `Wood: walnut`. */
  readonly changes: string | null;
};

export type Place = {
  readonly memory: () => Pick<Storage, "getItem" | "setItem" | "removeItem">;
  readonly go: (href: string) => void;
};

const BROWSER: Place = { memory: () => sessionStorage, go: (href) => location.replace(href) };

/** Returns what else changed with the choice that led here. */
export function keepPlace(page: ParentNode, { memory, go }: Place = BROWSER): string | null {
  const groups = [...page.querySelectorAll<HTMLElement>(".options > section")];
  const found = take(memory);
  const kept = found?.path === location.pathname ? found : null;
  if (kept !== null) {
    scrollTo({ top: kept.y, behavior: "instant" });
    const group = groups[kept.group];
    // In a sheet that closed with the last page the choice cannot be seen.
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
        // A press by keyboard is a click without a count.
        const kept: Kept = { path: link.pathname, y: scrollY, group: place, pointed: event.detail > 0, changes };
        memory().setItem(KEY, JSON.stringify(kept));
      } catch {
        // Without a memory the next page begins at its top, as pages do.
      }
      go(link.href);
    });
  });
  return kept?.changes ?? null;
}

/** A page that has just come takes every focus for one by keyboard, and would draw its ring. */
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
