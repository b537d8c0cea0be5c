import type { FromWorker, ToWorker } from './messages.ts';

/** Runs jobs in worker threads, browser workers, or slices of this thread. */
export interface Transport {
  /** Workers that can run at the same time, 1 or more. */
  readonly concurrency: number;
  /** Starts one worker. */
  readonly start: StartWorker;
}

/** Starts a worker. Events come asynchronously: `ready` first, `died` at most once and never after `terminate`. */
export type StartWorker = (events: WorkerEvents) => WorkerHandle;

export interface WorkerEvents {
  message(message: FromWorker): void;
  /** The worker ended by itself. */
  died(reason: string): void;
}

export interface WorkerHandle {
  post(message: ToWorker): void;
  /** Ends the worker immediately. */
  terminate(): Promise<void>;
  /** `FLAG_COUNT` flags that the worker sees while a job runs; undefined where memory cannot be shared. */
  readonly flags: Int32Array | undefined;
  /** Sets whether the worker keeps the process alive, as it does by default; a no-op for workers that never do. */
  keepAlive?(alive: boolean): void;
}
