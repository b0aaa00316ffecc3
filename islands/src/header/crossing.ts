// The cross-fade between pages is done by the browser (`@view-transition`); this only handles transitions that are cut
// short.
//
// **Invariant:** a transition that is skipped because of a quick navigation, a closed tab or a background window causes
// no unhandled rejection.

type Crossing = Pick<ViewTransition, "ready" | "finished">;

/** `underWay` is a transition whose `pagereveal` was fired before this script ran; older browsers do not provide it. */
export function startCrossing(scope: EventTarget, underWay: Crossing | null | undefined): void {
  letEnd(underWay);
  for (const name of ["pageswap", "pagereveal"]) {
    scope.addEventListener(name, (event) => letEnd((event as PageSwapEvent | PageRevealEvent).viewTransition));
  }
}

function letEnd(transition: Crossing | null | undefined): void {
  for (const promise of [transition?.ready, transition?.finished]) promise?.catch(() => undefined);
}
