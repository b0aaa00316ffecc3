// The calls of a store, one after another.
//
// **Invariants:** a call begins when the one before it is done, refused or not; reads that are asked for while one is on its way are joined to it.
import { ApiError } from "../api/request";

export type BusyStatus = "loading" | "saving";

export type QueueListener = {
  /** A call begins. */
  readonly begun: (status: BusyStatus) => void;
  /** No call is left. */
  readonly idle: () => void;
};

export class CallQueue {
  readonly #listener: QueueListener;
  readonly #read: () => Promise<void>;
  #tail: Promise<unknown> = Promise.resolve();
  #queued = 0;
  #reading: Promise<void> | null = null;
  #readAgain = false;

  /** `read` is what `read()` runs in its turn; it never rejects. */
  constructor(read: () => Promise<void>, listener: QueueListener) {
    this.#read = read;
    this.#listener = listener;
  }

  /** Runs a call in its turn; `status` is told when it begins. */
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

  /** Runs a call in its turn, of which nobody is told. */
  runUnseen<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    const run = this.#tail.then(call);
    this.#tail = run.catch(() => {});
    return run;
  }

  /** Reads; a read that is on its way is joined. */
  read(): Promise<void> {
    this.#reading ??= this.run("loading", this.#read).finally(() => {
      this.#reading = null;
      if (!this.#readAgain) return;
      this.#readAgain = false;
      void this.read();
    });
    return this.#reading;
  }

  /** Reads again what was `known`: an answer that is on its way may be older than what happened elsewhere. */
  refresh(known: boolean): void {
    if (this.#reading !== null) this.#readAgain = true;
    else if (known) void this.read();
  }

  /** Resolves when every call that was begun or waits by now is done. */
  async settled(): Promise<void> {
    await this.#tail;
  }
}

/** What a call was refused with; anything else that is thrown counts as an answer that never came. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(0, [], { cause: error });
}
