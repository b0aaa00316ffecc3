// Time as something that is handed in, so that a test decides when it passes.

export type Clock = {
  readonly now: () => number;
  /** Runs `task` once after so many milliseconds; the answer takes it back. */
  readonly after: (milliseconds: number, task: () => void) => () => void;
};

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, task) => {
    const timer = setTimeout(task, milliseconds);
    return () => clearTimeout(timer);
  },
};
