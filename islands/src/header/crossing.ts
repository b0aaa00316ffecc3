// The cross-fade from page to page is the browser's own (`@view-transition`); what remains is that one which is cut short is no fault.
//
// **Invariant:** a transition that a quick reader, a closed tab or a window in the background ends early leaves no unhandled rejection behind.

type Crossing = Pick<ViewTransition, "ready" | "finished">;

/** `underWay` is a transition whose `pagereveal` came before this script did; older browsers cannot name it. */
export function startCrossing(scope: EventTarget, underWay: Crossing | null | undefined): void {
  letEnd(underWay);
  for (const name of ["pageswap", "pagereveal"]) {
    scope.addEventListener(name, (event) => letEnd((event as PageSwapEvent | PageRevealEvent).viewTransition));
  }
}

function letEnd(transition: Crossing | null | undefined): void {
  for (const promise of [transition?.ready, transition?.finished]) promise?.catch(() => undefined);
}
