// A queue that runs the API requests of a store one after another.
//
// **Invariants:** a request starts when the previous one has ended, successfully or not; reads requested while another
// read is waiting or running share it.
import { ApiError } from "../api/request";

export type BusyStatus = "loading" | "saving";

export type QueueListener = {
  /** Called when a request starts. */
  readonly begun: (status: BusyStatus) => void;
  /** Called when the queue is empty. */
  readonly idle: () => void;
};

export class CallQueue {
  readonly #listener: QueueListener;
  readonly #read: () => Promise<void>;
  #tail: Promise<unknown> = Promise.resolve();
  #queued = 0;
  #reading: Promise<void> | null = null;
  #readAgain = false;

  /** `read` is what `read()` runs; it must never reject. */
  constructor(read: () => Promise<void>, listener: QueueListener) {
    this.#read = read;
    this.#listener = listener;
  }

  /** Runs a request when its turn comes; the listener gets `status` when it starts. */
  run<Answer>(status: BusyStatus, call: () => Promise<Answer>): Promise<Answer> {
    this.#queued += 1;
    const run = this.#tail.then(() => {
      this.#listener.begun(status);
      return call();
    });
    this.#tail = run
      .catch(() => {})
      .then(() => {
        this.#queued -= 1;
        if (this.#queued === 0) this.#listener.idle();
      });
    return run;
  }

  /** Runs a request when its turn comes, without notifying the listener. */
  runUnseen<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    const run = this.#tail.then(call);
    this.#tail = run.catch(() => {});
    return run;
  }

  /** Reads; joins a read that is already waiting or running. */
  read(): Promise<void> {
    this.#reading ??= this.run("loading", this.#read).finally(() => {
      this.#reading = null;
      if (!this.#readAgain) return;
      this.#readAgain = false;
      void this.read();
    });
    return this.#reading;
  }

  /**
   * Reads again if `known`. A running read is followed by another one, because its response may be older than a change
   * elsewhere.
   */
  refresh(known: boolean): void {
    if (this.#reading !== null) this.#readAgain = true;
    else if (known) void this.read();
  }

  /** Resolves when all requests that are now running or waiting have ended. */
  async settled(): Promise<void> {
    await this.#tail;
  }
}

/** The error as an `ApiError`; anything else that was thrown counts as a missing response. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(0, [], { cause: error });
}
