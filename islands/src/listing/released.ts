// A copy of a function of the loader: a shared chunk would be one more request on every page.

/** Resolves when the pointer has been released and its click has been dispatched. */
export function untilReleased(): Promise<void> {
  return new Promise((resolve) => {
    const ends = new AbortController();
    const end = () => {
      ends.abort();
      // After the click that follows.
      setTimeout(resolve);
    };
    for (const event of ["pointerup", "pointercancel"]) addEventListener(event, end, { signal: ends.signal });
  });
}
