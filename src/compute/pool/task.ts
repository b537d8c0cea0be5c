import type { Result } from '../../core/base/result.ts';

/** Who waits: what is on the screen, what a person asked for, and work ahead of need. */
export const PRIORITIES = ['visible', 'normal', 'background'] as const;
export type Priority = (typeof PRIORITIES)[number];

export const COMPUTE_ERRORS = {
  COMPUTE_CANCELLED: 'nobody wants the result any more',
  COMPUTE_JOB_FAILED: 'the job threw: a bug in StateLens',
  COMPUTE_WORKER_DIED: 'the worker ended during the job, twice',
  COMPUTE_START_FAILED: 'no worker could be started',
  COMPUTE_DISPOSED: 'the pool was closed',
} as const;

/** Why a job has no output. */
export interface ComputeError {
  readonly code: keyof typeof COMPUTE_ERRORS;
  readonly message: string;
  /** Of an exception in the job. */
  readonly stack?: string;
}

/** An error with what its code means, and the details of this case. */
export function computeError(code: ComputeError['code'], detail?: string, stack?: string): ComputeError {
  const message = detail === undefined ? COMPUTE_ERRORS[code] : `${COMPUTE_ERRORS[code]}: ${detail}`;
  return { code, message, ...(stack === undefined ? {} : { stack }) };
}

/** One who asked for a task's result. */
export interface Requester {
  readonly settle: (result: Result<unknown, ComputeError>) => void;
  readonly progress: ((done: number, total: number) => void) | undefined;
}

/** A job that is wanted: by several requesters at once when they asked for the same. */
export interface Task {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly input: unknown;
  readonly requesters: Set<Requester>;
  /** `over`: it has a result, or nobody wants it any more. */
  state: 'queued' | 'sent' | 'over';
  priority: Priority;
  /** Workers that died while they held the task. */
  deaths: number;
  /** Its flag in the worker's shared memory. */
  slot: number;
}
