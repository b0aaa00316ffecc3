// A clock that only a test advances.
import type { Clock } from "../clock";

export type FakeClock = Clock & { readonly pass: (milliseconds: number) => void };

export function fakeClock(): FakeClock {
  let now = 0;
  let tasks: { at: number; task: () => void }[] = [];
  return {
    now: () => now,
    after: (milliseconds, task) => {
      const entry = { at: now + milliseconds, task };
      tasks.push(entry);
      return () => {
        tasks = tasks.filter((other) => other !== entry);
      };
    },
    pass: (milliseconds) => {
      const end = now + milliseconds;
      for (;;) {
        const next = tasks.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        tasks = tasks.filter((other) => other !== next);
        now = next.at;
        next.task();
      }
      now = end;
    },
  };
}
