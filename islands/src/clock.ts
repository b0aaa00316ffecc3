// Time as a parameter, so that tests control it.

export type Clock = {
  readonly now: () => number;
  /** Runs `task` once after this many milliseconds; returns a function that cancels it. */
  readonly after: (milliseconds: number, task: () => void) => () => void;
};

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, task) => {
    const timer = setTimeout(task, milliseconds);
    return () => clearTimeout(timer);
  },
};
