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
  readonly changes?: string | undefined;
};

const nextPicture = () => import("./next-picture");

/** Returns what else changed with the choice that led to this page. */
export function keepPlace(page: ParentNode): string | undefined {
  const groups = [...page.querySelectorAll<HTMLElement>(".options > section")];
  const found = take();
  const kept = found?.path === location.pathname ? found : null;
  if (kept !== null) {
    scrollTo({ top: kept.y, behavior: "instant" });
    const group = groups[kept.group];
    // The choice may be in a sheet that is closed on the new page, where it is not visible.
    const chosen = group?.querySelector<HTMLElement>("[popovertarget], [aria-current]");
    if (chosen) focusOn(chosen, kept.pointed);
  }
  groups.forEach((group, place) => {
    group.addEventListener("pointerover", () => nextPicture().then((it) => it.watch(group), String), {
      once: true,
    });
    group.addEventListener("click", (event) => {
      // A click on text has the element around it as its target.
      const link = (event.target as Element).closest<HTMLAnchorElement>("li a");
      if (link === null || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      if (link.ariaCurrent !== null) return;
      try {
        const { changes } = link.dataset;
        // A click by keyboard has `detail` 0.
        const kept: Kept = { path: link.pathname, y: scrollY, group: place, pointed: event.detail > 0, changes };
        sessionStorage.setItem(KEY, JSON.stringify(kept));
      } catch {
        // Without storage the next page starts at its top, as usual.
      }
      const go = () => location.replace(link.href);
      // If that script cannot be loaded, the page opens normally.
      nextPicture().then(({ openBy }) => openBy(link, go), go);
    });
  });
  return kept?.changes;
}

/** After a navigation browsers treat every focus as keyboard focus, and would draw the ring. */
function focusOn(chosen: HTMLElement, pointed: boolean): void {
  chosen.toggleAttribute("data-pointed", pointed);
  const forget = () => chosen.removeAttribute("data-pointed");
  for (const event of ["blur", "keydown"]) chosen.addEventListener(event, forget, { once: true });
  chosen.focus({ preventScroll: true });
}

function take(): Kept | null {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return JSON.parse(text ?? "null") as Kept | null;
  } catch {
    return null;
  }
}
