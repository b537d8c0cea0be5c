// The messages between a program and its workers: those of the pool, of a report and of a local model.

/** A message to a worker. */
export type ToWorker =
  | { readonly kind: 'requests'; readonly requests: readonly WorkerRequest[] }
  | { readonly kind: 'cancel'; readonly id: number };

export interface WorkerRequest {
  readonly id: number;
  /** Name of the job or call. */
  readonly name: string;
  readonly input: unknown;
  /** Index of its flag in the worker's shared memory, where it has one. */
  readonly slot?: number;
}

/** A message from a worker: `ready` first, then one reply per request, canceled ones included. */
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'replies'; readonly replies: readonly WorkerReply[] }
  | { readonly kind: 'progress'; readonly id: number; readonly progress: unknown };

export type WorkerReply = {
  readonly id: number;
  /** Running time of the request, in milliseconds. */
  readonly ms: number;
} & (
  | { readonly status: 'done'; readonly value: unknown }
  | { readonly status: 'cancelled' }
  /** `isWorld`: a program that is a world failed, not the request. */
  | {
      readonly status: 'failed';
      readonly message: string;
      readonly stack: string | undefined;
      readonly isWorld: boolean;
    }
);

/** Returns the reply to a request that threw. */
export function failedReply(id: number, ms: number, error: unknown): WorkerReply {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { id, ms, status: 'failed', message, stack, isWorld: error instanceof WorldError };
}

/**
 * Number of flags in a worker's shared memory; a request's flag is 1 once it is canceled. Bounds the jobs that one worker holds.
 */
export const FLAG_COUNT = 256;

/** Runs jobs in worker threads, browser workers, or slices of this thread. */
export interface Transport {
  /** Number of workers that can run at the same time, at least 1. */
  readonly concurrency: number;
  /** Starts one worker. */
  readonly start: StartWorker;
}

/** Starts a worker. Events come asynchronously: `ready` first, `died` at most once and never after `terminate`. */
export type StartWorker = (events: WorkerEvents) => WorkerHandle;

export interface WorkerEvents {
  message(message: FromWorker): void;
  /** Reports that the worker ended by itself. */
  died(reason: string): void;
}

export interface WorkerHandle {
  post(message: ToWorker): void;
  /** Ends the worker immediately. */
  terminate(): Promise<void>;
  /** `FLAG_COUNT` flags that the worker sees while a job runs; undefined if memory cannot be shared. */
  readonly flags: Int32Array | undefined;
  /** Sets whether the worker keeps the process alive, as it does by default; a no-op for workers that never do. */
  keepAlive?(alive: boolean): void;
}

export const COMPUTE_ERRORS = {
  COMPUTE_CANCELLED: 'the job was cancelled',
  COMPUTE_JOB_FAILED: 'the job threw an error (a bug in StateLens)',
  COMPUTE_WORLD_FAILED: 'a program that is a world failed',
  COMPUTE_WORKER_DIED: 'the worker ended during the job',
  COMPUTE_START_FAILED: 'no worker could be started',
  COMPUTE_DISPOSED: 'the pool was closed',
} as const;

/** Reason why a job has no output. */
export interface ComputeError {
  readonly code: keyof typeof COMPUTE_ERRORS;
  readonly message: string;
  /** Stack of an exception in the job. */
  readonly stack?: string;
}

/** Returns an error with the meaning of its code and the details of this case. */
export function computeError(code: ComputeError['code'], detail?: string, stack?: string): ComputeError {
  const message = detail === undefined ? COMPUTE_ERRORS[code] : `${COMPUTE_ERRORS[code]}: ${detail}`;
  return { code, message, ...(stack === undefined ? {} : { stack }) };
}

/** Failure of a world in use: its program died, did not answer, or contradicted itself. The message names the world. */
export class WorldError extends Error {
  override readonly name = 'WorldError';
}
