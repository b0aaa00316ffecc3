// Collapsed parts of a product page: their scripts are loaded when they are opened.
//
// **Invariant:** if a script cannot be loaded, the list stays complete and the hours stay as they are.
import type { Translate } from "../i18n";
import type { ProductKey } from "../islands/product/messages";
import type { Hours } from "../props.gen";

type Words = { readonly t: Translate<ProductKey>; readonly locale: string };

export function startFolds(page: ParentNode, hours: readonly Hours[], { t, locale }: Words): void {
  for (const chooser of page.querySelectorAll<HTMLElement>("[data-chooser]")) {
    const search = chooser.querySelector<HTMLElement>(".chooser__search");
    // The field appears before the list is visible, so that nothing moves below the pointer.
    if (search !== null) search.hidden = false;
    onceOpen(chooser, () =>
      import("./chooser").then(
        ({ startChooser }) => startChooser(chooser, t),
        () => search?.remove(),
      ),
    );
  }
  const showrooms = page.querySelector("[data-open-now]")?.closest("details");
  if (!showrooms) return;
  onceOpen(showrooms, () =>
    import("./showrooms").then(
      ({ startShowrooms }) => startShowrooms(page, hours, { t, locale, now: new Date() }),
      () => undefined,
    ),
  );
}

/** Runs `then` at the first opening of a fold or a sheet; immediately if it is already open. */
function onceOpen(fold: HTMLElement, then: () => Promise<unknown>): void {
  if (fold instanceof HTMLDetailsElement && fold.open) void then();
  else fold.addEventListener("toggle", () => void then(), { once: true });
}
