import { expect, test, vi } from "vitest";
import { follow } from "./follow";

test("R-CMS-09 the last message is followed by a run that began after it, never two at once, and a failed one by the next", async () => {
  const ends: (() => void)[] = [];
  const task = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  const refresh = follow(task);
  const first = refresh();
  void refresh();
  void refresh();
  expect(task).toHaveBeenCalledTimes(1);
  ends[0]?.();
  await vi.waitFor(() => expect(task).toHaveBeenCalledTimes(2));
  ends[1]?.();
  await first;
  expect(task).toHaveBeenCalledTimes(2);
  task.mockRejectedValueOnce(new Error("no answer"));
  await refresh();
  void refresh();
  expect(task).toHaveBeenCalledTimes(4);
});
