// The cross-fade from page to page is the browser's own (`@view-transition`); what remains is that one which is cut short is no fault.
//
// **Invariant:** a transition that a quick reader, a closed tab or a window in the background ends early leaves no unhandled rejection behind.

export function startCrossing(scope: EventTarget): void {
  scope.addEventListener("pageswap", letEnd);
  scope.addEventListener("pagereveal", letEnd);
}

function letEnd(event: Event): void {
  const transition = (event as PageSwapEvent | PageRevealEvent).viewTransition;
  for (const promise of [transition?.ready, transition?.finished]) promise?.catch(() => undefined);
}
