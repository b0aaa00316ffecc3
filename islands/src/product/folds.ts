// What is folded up on a product page: the script for it is fetched when it is opened.
//
// **Invariant:** a script that does not come leaves the list whole and the hours as they stand there.
import type { Translate } from "../i18n";
import type { ProductKey } from "../islands/product/messages";
import type { Hours } from "../props.gen";

type Words = { readonly t: Translate<ProductKey>; readonly locale: string };

export function startFolds(page: ParentNode, hours: readonly Hours[], { t, locale }: Words): void {
  for (const chooser of page.querySelectorAll<HTMLElement>("[data-chooser]")) {
    const search = chooser.querySelector<HTMLElement>(".chooser__search");
    // The field's place is there before the list is seen, so that nothing moves below a pointer.
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

/** Runs once, at the first opening of a fold or a sheet; at once where it stands open. */
function onceOpen(fold: HTMLElement, then: () => Promise<unknown>): void {
  if (fold instanceof HTMLDetailsElement && fold.open) void then();
  else fold.addEventListener("toggle", () => void then(), { once: true });
}
