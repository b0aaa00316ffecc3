// Choosing another variant goes to its own page and feels like staying: the page stands where it stood, the choice keeps the focus, and Back leaves the
// product (VAR-1, VAR-6).
//
// **Invariant:** what is kept is used once, by the page that was chosen, and nothing depends on it.

const KEY = "vitrine-choice";

type Kept = { readonly path: string; readonly y: number; readonly group: number };

export type Place = {
  readonly memory: () => Pick<Storage, "getItem" | "setItem" | "removeItem">;
  readonly go: (href: string) => void;
};

const BROWSER: Place = { memory: () => sessionStorage, go: (href) => location.replace(href) };

export function keepPlace(page: ParentNode, { memory, go }: Place = BROWSER): void {
  const groups = [...page.querySelectorAll<HTMLElement>(".options > section")];
  const kept = take(memory);
  if (kept !== null && kept.path === location.pathname) {
    scrollTo({ top: kept.y, behavior: "instant" });
    const group = groups[kept.group];
    // In a list that closed with the last page the choice cannot be seen.
    const chosen = group?.querySelector<HTMLElement>("summary") ?? group?.querySelector<HTMLElement>("[aria-current]");
    chosen?.focus({ preventScroll: true });
  }
  groups.forEach((group, place) => {
    group.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (link === null || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      if (link.ariaCurrent !== null) return;
      try {
        memory().setItem(KEY, JSON.stringify({ path: link.pathname, y: scrollY, group: place } satisfies Kept));
      } catch {
        // Without a memory the next page begins at its top, as pages do.
      }
      go(link.href);
    });
  });
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
