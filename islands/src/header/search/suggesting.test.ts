// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PAUSE_MS, startSuggesting } from "./suggesting";

type Asked = {
  readonly query: string;
  readonly signal: AbortSignal;
  readonly answer: (text: string) => void;
  readonly fail: () => void;
};

let asked: Asked[];
const show = vi.fn();
const start = () =>
  startSuggesting<string>(
    (query, signal) =>
      new Promise((answer, fail) => {
        asked.push({ query, signal, answer, fail: () => fail(new Error("no answer")) });
      }),
    show,
  );

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  asked = [];
});
afterEach(() => vi.useRealTimers());

const queries = () => asked.map(({ query }) => query);

it("SEARCH-2 sends a request after two characters and a delay of 150 to 200 ms after the last key", async () => {
  expect(PAUSE_MS).toBeGreaterThanOrEqual(150);
  expect(PAUSE_MS).toBeLessThanOrEqual(200);
  const { typed } = start();
  typed(" l ");
  await vi.advanceTimersByTimeAsync(1000);
  expect(queries()).toEqual([]);
  typed("la");
  await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
  typed("lam");
  await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
  expect(queries()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(queries()).toEqual(["lam"]);
});

it("SEARCH-2 the previous request is aborted, and late or out-of-order responses are dropped", async () => {
  const { typed } = start();
  typed("la");
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  typed("lamp");
  expect(asked[0]?.signal.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  asked[1]?.answer("lamps");
  await vi.advanceTimersByTimeAsync(0);
  asked[0]?.answer("lakes");
  await vi.advanceTimersByTimeAsync(0);
  expect(show.mock.calls).toEqual([["lamps", "lamp"]]);
});

it("earlier responses are shown at once, and requested once", async () => {
  const { typed } = start();
  typed("la");
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  asked[0]?.answer("lamps");
  await vi.advanceTimersByTimeAsync(0);
  typed("");
  expect(show).toHaveBeenLastCalledWith(null, "");
  typed("la  ");
  expect(show).toHaveBeenLastCalledWith("lamps", "la");
  await vi.advanceTimersByTimeAsync(1000);
  expect(queries()).toEqual(["la"]);
});

it("SEARCH-10 a failure shows nothing, and the same text can be requested again", async () => {
  const { typed } = start();
  typed("la");
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  asked[0]?.fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(show.mock.calls).toEqual([[null, "la"]]);
  typed("lam");
  typed("la");
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(queries()).toEqual(["la", "la"]);
});

it("SEARCH-4 a response after the list was closed does not open it again", async () => {
  const { typed, stop } = start();
  typed("la");
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  stop();
  asked[0]?.answer("lamps");
  await vi.advanceTimersByTimeAsync(0);
  expect(show).not.toHaveBeenCalled();
});
