// Runs a task again and again, never twice at once.
//
// **Invariant:** whatever was asked for is followed by a run that began later; a failed run is followed by the next.

/** A function that asks for a run. */
export function follow(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isWanted = false;
  const run = async () => {
    do {
      isWanted = false;
      // The page stays as it is; the next message tries again.
      await task().catch(() => {});
    } while (isWanted);
    running = undefined;
  };
  return () => {
    isWanted = true;
    running ??= run();
    return running;
  };
}
